"""The schedule: order, cuts into blocks, and that it keeps nothing."""

import tracemalloc
from collections import Counter
from itertools import islice

import pytest

from referee.arena.schedule.balanced_groups import draws
from referee.arena.schedule.schedule import Schedule, Sitting
from referee.arena.schedule.seatings import Shape

PAIRS = Shape(4, ((0, 2), (1, 3)))
TWO = ((0, 1),)


def test_a_duplicate_match_in_its_order() -> None:
    assert list(Schedule(PAIRS, TWO, deals=60, block=25)) == [
        Sitting(0, 0, 0, 25, 0, (0, 1, 0, 1), last=False),
        Sitting(1, 25, 0, 25, 1, (1, 0, 1, 0)),
        Sitting(2, 50, 25, 25, 0, (0, 1, 0, 1), last=False),
        Sitting(3, 75, 25, 25, 1, (1, 0, 1, 0)),
        Sitting(4, 100, 50, 10, 0, (0, 1, 0, 1), last=False),
        Sitting(5, 110, 50, 10, 1, (1, 0, 1, 0)),
    ]


def test_games_are_named_by_deal_and_table() -> None:
    assert list(Sitting(1, 3, 25, 3, 1, (1, 0)).games()) == ["25/1", "26/1", "27/1"]


def test_every_game_id_comes_once() -> None:
    schedule = Schedule(Shape(3), draws(5, 3), deals=7, block=3)
    ids = [game for sitting in schedule for game in sitting.games()]
    assert len(ids) == len(set(ids)) == schedule.games() == 7 * 10 * 3


def test_a_later_round_goes_on_counting() -> None:
    later = Schedule(PAIRS, TWO, deals=2, first=10, number=7, start=40)
    assert list(later) == [
        Sitting(7, 40, 10, 2, 0, (0, 1, 0, 1), last=False),
        Sitting(8, 42, 10, 2, 1, (1, 0, 1, 0)),
    ]


def test_a_later_round_begins_at_its_own_deal() -> None:
    assert [(s.first, s.count) for s in Schedule(PAIRS, TWO, deals=4, block=3, seating="fixed", first=100)] == [
        (100, 3),
        (103, 1),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deals", [1, 3, 12, 100, 240])
def test_rotate_gives_every_seat_equally_often(seats: int, deals: int) -> None:
    schedule = Schedule(Shape(seats), (tuple(range(seats)),), deals=deals, seating="rotate")
    sits = Counter[int]()
    for sitting in schedule:
        assert sitting.count <= 25 and sitting.table == 0
        sits[sitting.bots.index(0)] += sitting.count
    assert sum(sits.values()) == deals
    ranges = -(-len(list(schedule)) // seats)
    assert max(sits.values()) - min(sits[seat] for seat in range(seats)) <= ranges


def peak_memory(blocks: int) -> int:
    schedule = Schedule(PAIRS, TWO, deals=10**12)
    tracemalloc.start()
    for _sitting in islice(schedule, blocks):
        pass
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def test_the_schedule_keeps_nothing() -> None:
    """Kept, 20,000 blocks would take four million bytes."""
    assert peak_memory(20_000) < 1_000_000


def test_it_is_a_function_of_the_settings() -> None:
    schedule = Schedule(Shape(4), draws(6, 4), deals=50, seating="rotate")
    assert list(schedule) == list(Schedule(Shape(4), draws(6, 4), deals=50, seating="rotate"))
