"""Tocca: the missing four, who plays alone, one against two for a game or a hand, and what is told (R5)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD
from referee.rules.engine import Game
from referee.rules.events import Declared
from referee.rules.options import BadRules
from tests.rules.small_tables import at_random, counts, played_so_that, shuffled, without_four
from tests.rules.table import play, play_out, told_to

# Seat 1 has the ace of coins; seat 0, at the dealer's right, leads.
HANDS = [
    "4b 5b 6b 7b Jb Qb Kb Ab 2b 3b 5c 6c 7c",
    "Jc Qc Kc Ac 2c 3c 4d 5d 6d 7d Jd Qd Ad",
    "Kd 2d 3d 4s 5s 6s 7s Js Qs Ks As 2s 3s",
]


@pytest.mark.parametrize(("lone", "wanted"), [("first_hand", (7, 4)), ("each_hand", (4, 7, 4))])
def test_w14_the_lone_players_difference_counts_twice(lone: str, wanted: tuple[int, ...]) -> None:
    """R0.15, worked case W14: lone side 7, pair 4; the same where each hand is counted for itself."""

    def table() -> Game:
        return without_four(HANDS, hands=1, lone=lone)

    game = played_so_that(table, lambda game: counts(game)[0].points == wanted)
    assert game.result is not None
    assert (game.result.utility, game.result.winners, game.result.scores) == ((-3, 6, -3), (1,), wanted)


def test_r5_worked_example_of_the_study() -> None:
    """Study 9: solo 17 thirds, 5 points; the pair 18, 6 points."""

    def table() -> Game:
        return without_four(HANDS, hands=1)

    game = played_so_that(table, lambda game: counts(game)[0].thirds == (17, 18))
    assert counts(game)[0].points == (5, 6)
    assert game.result is not None and game.result.winners == (0, 2) and game.result.utility == (1, -2, 1)


@pytest.mark.parametrize("removed", ["4b", "4c", "4d", "4s"])
def test_r5_1_any_four_is_taken_out_and_said(removed: str) -> None:
    game = shuffled("tocca", {"removed": removed})
    assert len(game.hands[0].deck) == 39 and CARD[removed] not in game.hands[0].deck
    deal = told_to(game, 0)[0]
    assert isinstance(deal, told.Deal)
    assert (deal.removed, deal.counts, deal.leader, deal.stock, deal.monte) == ((removed,), (13, 13, 13), 0, None, None)


def test_r5_1_dealt_five_five_and_three() -> None:
    game = shuffled("tocca", {})
    deck = game.hands[0].deck
    for seat in range(3):
        held = [
            *deck[5 * seat : 5 * seat + 5],
            *deck[15 + 5 * seat : 20 + 5 * seat],
            *deck[30 + 3 * seat : 33 + 3 * seat],
        ]
        assert game.state.dealt[seat] == sum(1 << card for card in held)


def test_r5_2_the_holder_of_the_ace_of_coins_is_named_after_the_deal() -> None:
    game = without_four(HANDS)
    for seat in range(3):
        assert told_to(game, seat)[1] == told.Lone(seat=1)
    assert game.state.sides == game.state.fixed_sides == ((1,), (0, 2)) and game.variant.sides is None
    assert game.decision is not None and game.decision.seat == 0, "the dealer's right leads all the same"
    assert game.decision.legal() == HANDS[0].split()


def test_r5_2_first_hand_holds_for_the_game() -> None:
    game = play_out(shuffled("tocca", {"hands": 5}), at_random(2))
    assert sum(isinstance(event, told.Lone) for event in told_to(game, 0)) == 1
    assert [hand.dealer for hand in game.hands] == [2, 0, 1, 2, 0]
    assert all(sum(value or 0 for value in event.points) == 11 and event.sides is None for event in counts(game))
    assert game.result is not None and len(game.result.scores) == 2 and sum(game.result.scores) == 55
    lone = next(event.seat for event in told_to(game, 0) if isinstance(event, told.Lone))
    assert game.result.utility[lone] == 2 * (game.result.scores[0] - game.result.scores[1])
    assert sum(game.result.utility) == 0


def test_r5_2_each_hand_decides_anew_and_scores_are_individual() -> None:
    game = play_out(shuffled("tocca", {"hands": 6, "lone": "each_hand"}), at_random(3))
    named = [event.seat for event in told_to(game, 2) if isinstance(event, told.Lone)]
    assert len(named) == 6 and len(set(named)) > 1
    scores = [0, 0, 0]
    for lone, event in zip(named, counts(game), strict=True):
        first, second = (seat for seat in range(3) if seat != lone)
        assert event.sides == ((lone,), (first, second)) and event.points[first] == event.points[second]
        assert (event.points[lone] or 0) + (event.points[first] or 0) == 11
        scores = [old + (new or 0) for old, new in zip(scores, event.points, strict=True)]
    assert game.result is not None and list(game.result.scores) == scores
    assert list(game.result.utility) == [3 * mine - sum(scores) for mine in scores]
    assert game.hands[1].sides == counts(game)[1].sides


@pytest.mark.parametrize(("lone", "declared"), [("first_hand", (3, 6)), ("each_hand", (6, 3, 6))])
def test_r5_3_declarations_count_for_the_side(lone: str, declared: tuple[int, ...]) -> None:
    """A napoletana each; both partners score what either declared."""
    game = play_out(without_four(HANDS, hands=1, lone=lone, accuse="auto"))
    assert counts(game)[0].declared == declared
    points = counts(game)[0].points
    assert game.result is not None
    assert game.result.scores == tuple((made or 0) + more for made, more in zip(points, declared, strict=True))
    alone, pair = (1, 0) if lone == "each_hand" else (0, 1)
    assert game.result.utility[1] == 2 * (game.result.scores[alone] - game.result.scores[pair])


def test_r5_3_declarations_are_off_by_default_and_told_as_in_r1() -> None:
    assert not any(isinstance(event, Declared) for event in play_out(without_four(HANDS, hands=1)).log)
    game = without_four(HANDS, accuse="ask", accuse_told="kind", accuse_when="after_first_trick")
    play(game, "4b", "4d", "Kd")
    assert game.decision is not None and game.decision.legal() == ["napoli:b", "done"]
    play(game, "napoli:b")
    assert told_to(game, 1)[-1] == told.Declare(seat=0, points=3, combos=("napoli",))


def test_r5_3_the_race_goes_to_31() -> None:
    game = play_out(shuffled("tocca", {}), at_random(5))
    assert game.result is not None and game.result.reason == "target"
    assert max(game.result.scores) >= 31 and len(game.result.scores) == 2
    lone = next(event.seat for event in told_to(game, 0) if isinstance(event, told.Lone))
    ahead = game.result.scores[0] > game.result.scores[1]
    assert game.result.winners == ((lone,) if ahead else tuple(seat for seat in range(3) if seat != lone))


@pytest.mark.parametrize(
    ("claimer", "right", "winners", "utility"),
    [
        (0, False, (1,), (-1, 2, -1)),
        (0, True, (0, 2), (3, -6, 3)),
        (1, False, (0, 2), (1, -2, 1)),
    ],
)
def test_r0_14_claims_of_one_against_two(
    claimer: int, right: bool, winners: tuple[int, ...], utility: tuple[int, ...]
) -> None:
    """Where the points do not say so by themselves, a claim is worth 1, and 2 for or against the lone player."""
    game = without_four(HANDS, end="claim", target=3 if right else 30, accuse="auto" if right else "off")
    if claimer:
        play(game, "4b")
    assert game.decision is not None and game.decision.seat == claimer and game.decision.legal()[-1] == "claim:game"
    play(game, "claim:game")
    assert game.result is not None
    assert (game.result.winners, game.result.utility) == (winners, utility)


def test_r0_14_immediate() -> None:
    game = play(without_four(HANDS, end="immediate", target=1), "Ab", "Ac", "Kd")
    assert game.result is not None and game.result.winners == (0, 2) and game.result.scores == (0, 2)
    assert game.result.utility == (2, -4, 2) and game.hands[0].ended == "immediate"


@pytest.mark.parametrize(
    ("rules", "seat", "utility"),
    [
        ({}, 1, (31, -62, 31)),
        ({}, 0, (-31, 62, -31)),
        ({"hands": 2}, 2, (-22, 44, -22)),
        ({"lone": "each_hand"}, 0, (-62, 31, 31)),
    ],
)
def test_p9_forfeit(rules: dict[str, object], seat: int, utility: tuple[int, ...]) -> None:
    game = without_four(HANDS, **rules)
    assert game.forfeit(seat).utility == utility


def test_options() -> None:
    rules = games.build("tocca", {}).rules
    assert (rules["target"], rules["hands"], rules["removed"], rules["lone"], rules["accuse"]) == (
        31,
        None,
        "4c",
        "first_hand",
        "off",
    )
    assert games.spec("tocca").seats == (3,)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({"lone": "each_hand", "end": "immediate"}, "two sides for the whole game"),
        ({"lone": "each_hand", "end": "claim"}, "two sides for the whole game"),
        ({"hands": 3, "end": "claim"}, "needs a target"),
        ({"removed": "5c"}, "4b | 4c"),
        ({"lone": "never"}, "first_hand"),
    ],
)
def test_what_makes_no_sense_is_refused(rules: dict[str, object], reason: str) -> None:
    with pytest.raises(BadRules) as refused:
        games.build("tocca", rules)
    assert reason in str(refused.value)
