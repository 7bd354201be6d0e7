"""Formats: pairings by hand, and tournaments in which the stronger always wins."""

from fractions import Fraction
from itertools import combinations

import pytest

from referee.arena.schedule.pairing import Format, Pairings, Round, Score, next_round, places, swiss_rounds

NONE: frozenset[int] = frozenset()


def played(pairings: Pairings, strength: list[int]) -> Round:
    """The stronger wins by the difference; equals draw."""
    return Round(
        {(a, b): Score(Fraction(strength[a] - strength[b]), strength[a] - strength[b]) for a, b in pairings.draws},
        pairings.byes,
    )


def tournament(format: Format, strength: list[int], out: frozenset[int] = NONE) -> list[Round]:
    history: list[Round] = []
    while (pairings := next_round(format, len(strength), swiss_rounds(len(strength)), history, out)) is not None:
        history.append(played(pairings, strength))
    return history


def ranks(format: Format, strength: list[int], history: list[Round]) -> dict[int, int]:
    found = places(format, len(strength), history)
    assert found is not None
    return {place.entrant: place.rank for place in found}


def test_round_robin_is_every_pair_once() -> None:
    (only,) = tournament("round-robin", [1, 2, 3, 4, 5])
    assert set(only.scores) == set(combinations(range(5), 2))


def test_gauntlet_is_the_first_against_the_rest() -> None:
    (only,) = tournament("gauntlet", [1, 2, 3, 4])
    assert list(only.scores) == [(0, 1), (0, 2), (0, 3)]


def test_the_first_swiss_round_pairs_the_halves() -> None:
    assert next_round("swiss", 6, 3, [], NONE) == Pairings(((0, 3), (1, 4), (2, 5)))


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 7, 8, 9, 16])
def test_swiss_never_repeats_a_match_or_a_bye_and_finds_the_best(entrants: int) -> None:
    strength = [(7 * entrant) % 17 for entrant in range(entrants)]
    history = tournament("swiss", strength)
    assert len(history) == swiss_rounds(entrants)
    pairs = [frozenset(pair) for past in history for pair in past.scores]
    byes = [entrant for past in history for entrant in past.byes]
    assert len(pairs) == len(set(pairs)) and len(byes) == len(set(byes))
    for past in history:
        taking_part = [entrant for pair in past.scores for entrant in pair] + list(past.byes)
        assert sorted(taking_part) == list(range(entrants))
        assert len(past.byes) == entrants % 2
    assert ranks("swiss", strength, history)[strength.index(max(strength))] == 1


def test_swiss_pairs_those_of_equal_points() -> None:
    first = Round({(0, 2): Score(Fraction(1), 1), (1, 3): Score(Fraction(2), 1)})
    assert next_round("swiss", 4, 2, [first], NONE) == Pairings(((1, 0), (2, 3)))


def test_swiss_ties_are_broken_by_the_opponents_points_then_by_margin() -> None:
    """0 and 1 win once each; 0 beat the winner of the second round."""
    history = [
        Round({(0, 2): Score(Fraction(1), 1), (1, 3): Score(Fraction(5), 1)}),
        Round({(1, 0): Score(Fraction(0), 0), (2, 3): Score(Fraction(3), 1)}),
    ]
    found = places("swiss", 4, history)
    assert found is not None
    assert [(place.entrant, place.points, place.tie_breaks) for place in found] == [
        (0, 1.5, (2.5, 1.0)),
        (1, 1.5, (1.5, 5.0)),
        (2, 1.0, (1.5, 2.0)),
        (3, 0.0, (2.5, -8.0)),
    ]


def test_who_is_disqualified_is_paired_no_more() -> None:
    first = Round({(0, 2): Score(Fraction(1), 1), (1, 3): Score(Fraction(2), 1)})
    pairings = next_round("swiss", 4, 3, [first], frozenset({1}))
    assert pairings is not None
    assert 1 not in {entrant for pair in pairings.draws for entrant in pair} | set(pairings.byes)
    assert next_round("swiss", 4, 3, [first], frozenset({1, 2, 3})) is None


def test_swiss_with_more_rounds_than_opponents_goes_on_with_repeats() -> None:
    history = [Round({(0, 1): Score(Fraction(1), 1)})]
    assert next_round("swiss", 2, 2, history, NONE) == Pairings(((0, 1),))


@pytest.mark.parametrize("entrants", range(2, 18))
def test_knockout_ends_with_one_and_the_strongest_wins(entrants: int) -> None:
    strength = [(5 * entrant + 3) % 19 for entrant in range(entrants)]
    history = tournament("knockout", strength)
    assert sum(len(past.scores) for past in history) == entrants - 1
    found = ranks("knockout", strength, history)
    assert [entrant for entrant, rank in found.items() if rank == 1] == [strength.index(max(strength))]


def test_the_first_two_entrants_can_only_meet_at_the_end_and_byes_go_to_the_first() -> None:
    pairings = next_round("knockout", 6, 0, [], NONE)
    assert pairings is not None
    assert (set(pairings.draws), set(pairings.byes)) == ({(3, 4), (2, 5)}, {0, 1})
    history = tournament("knockout", [9, 8, 7, 6, 5, 4])
    assert list(history[-1].scores) == [(0, 1)]
    assert ranks("knockout", [9, 8, 7, 6, 5, 4], history) == {0: 1, 1: 2, 2: 3, 3: 3, 4: 5, 5: 5}


@pytest.mark.parametrize(
    ("score", "winner"),
    [
        (Score(Fraction(0), 1), 0),
        (Score(Fraction(0), -1), 1),
        (Score(Fraction(0), 0), 0),
        (Score(Fraction(-1, 9), 5), 1),
    ],
)
def test_a_drawn_knockout_match_goes_to_deals_won_then_to_the_earlier_entrant(score: Score, winner: int) -> None:
    assert ranks("knockout", [0, 0], [Round({(0, 1): score})])[winner] == 1
