"""Seatings: every bot meets the same cards in the same places, for every shape of game and number of bots."""

from collections import Counter
from itertools import islice

import pytest

from referee.arena.schedule.seatings import Seating, SeatingError, Seats, Shape, turns

PAIRS = Shape(4, ((0, 2), (1, 3)))


def first(seating: Seating, shape: Shape, *draw: int) -> list[Seats]:
    return list(next(turns(seating, shape, draw)))


def lap(seating: Seating, shape: Shape, draw: tuple[int, ...], ranges: int) -> list[Seats]:
    return [seats for tables in islice(turns(seating, shape, draw), ranges) for seats in tables]


def test_two_bots_in_two_pairs_exchange_sides() -> None:
    for seating in ("duplicate", "all"):
        assert first(seating, PAIRS, 7, 9) == [(7, 9, 7, 9), (9, 7, 9, 7)]


def test_two_players_exchange_seats() -> None:
    assert first("duplicate", Shape(2, ((0,), (1,))), 0, 1) == [(0, 1), (1, 0)]


def test_four_bots_in_two_pairs_rotate() -> None:
    assert first("duplicate", PAIRS, 0, 1, 2, 3) == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]


@pytest.mark.parametrize("seats", range(2, 9))
def test_single_players_rotate(seats: int) -> None:
    tables = first("duplicate", Shape(seats), *range(seats))
    assert len(tables) == seats
    assert Counter((bot, seat) for table in tables for seat, bot in enumerate(table)).keys() == {
        (bot, seat) for bot in range(seats) for seat in range(seats)
    }


def test_all_has_every_permutation_once() -> None:
    tables = first("all", Shape(4), 0, 1, 2, 3)
    assert len(tables) == len(set(tables)) == 24


def test_all_with_fewer_bots_has_every_assignment_with_each_at_least_once() -> None:
    tables = first("all", Shape(4), 0, 1)
    assert len(tables) == len(set(tables)) == 14
    assert all(set(table) == {0, 1} for table in tables)


@pytest.mark.parametrize(("bots", "seats"), [(2, 3), (2, 4), (3, 4), (2, 6), (3, 5)])
def test_fewer_bots_than_seats_come_to_every_assignment_in_turn(bots: int, seats: int) -> None:
    wanted = set(first("all", Shape(seats), *range(bots)))
    met: list[Seats] = []
    for tables in islice(turns("duplicate", Shape(seats), tuple(range(bots))), 100):
        deal = list(tables)
        sits = Counter((bot, seat) for table in deal for seat, bot in enumerate(table))
        assert len(sits) == bots * seats and len(set(sits.values())) == 1, "each deal is fair by itself"
        if met and deal[0] == met[0]:
            break
        met.extend(deal)
    assert len(met) == len(set(met))
    assert set(met) == wanted


def test_the_evenest_assignments_come_first() -> None:
    shares = [sorted(Counter(table).values()) for table in lap("duplicate", Shape(4), (0, 1), 3)]
    assert shares == [[2, 2]] * 6 + [[1, 3]] * 8


def test_many_seats_cost_no_more_than_what_is_used() -> None:
    assert sorted(Counter(first("duplicate", Shape(8), *range(7))[0]).values()) == [1, 1, 1, 1, 1, 1, 2]


def test_individual_gives_every_partnership_equally_often() -> None:
    tables = lap("individual", PAIRS, (0, 1, 2, 3), 2)
    partners = Counter(frozenset((table[a], table[b])) for table in tables for a, b in PAIRS.sides or ())
    assert len(partners) == 6 and len(set(partners.values())) == 1
    seats = Counter((bot, seat) for table in tables for seat, bot in enumerate(table))
    assert len(seats) == 16 and len(set(seats.values())) == 1
    right_hand = Counter((table[seat], table[(seat + 1) % 4]) for table in tables for seat in range(4))
    assert len(right_hand) == 12 and len(set(right_hand.values())) == 1


def test_individual_is_refused_elsewhere() -> None:
    for shape, draw in ((PAIRS, (0, 1)), (Shape(4), (0, 1, 2, 3)), (Shape(2, ((0,), (1,))), (0, 1))):
        with pytest.raises(SeatingError, match="four bots"):
            first("individual", shape, *draw)


def test_rotate_turns_the_seats_from_range_to_range() -> None:
    assert lap("rotate", PAIRS, (0, 1), 3) == [(0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 0, 1)]
    assert lap("rotate", Shape(3), (0, 1, 2), 4) == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


def test_fixed_stays_as_given() -> None:
    assert lap("fixed", PAIRS, (3, 1), 2) == [(3, 1, 3, 1)] * 2
    assert lap("fixed", Shape(3), (2, 0, 1), 2) == [(2, 0, 1)] * 2
    assert first("fixed", Shape(5), 0, 1) == [(0, 1, 0, 1, 0)]


@pytest.mark.parametrize(
    ("shape", "bots", "at_table"),
    [(PAIRS, 2, 2), (PAIRS, 3, 2), (PAIRS, 4, 4), (PAIRS, 6, 4), (Shape(4), 3, 3), (Shape(3), 5, 3)],
)
def test_how_many_bots_sit_at_a_table(shape: Shape, bots: int, at_table: int) -> None:
    assert shape.at_table(bots) == at_table


def test_one_bot_is_no_match() -> None:
    with pytest.raises(SeatingError, match="at least 2"):
        PAIRS.at_table(1)
