"""Balanced draws: every pair of bots meets equally often, and each bot is drawn equally often."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from referee.arena.schedule.balanced_groups import draws


@pytest.mark.parametrize("bots", range(2, 14))
@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_every_pair_meets_equally_often(bots: int, size: int) -> None:
    if size > bots:
        return
    drawn = draws(bots, size)
    meetings = Counter(pair for draw in drawn for pair in combinations(draw, 2))
    assert len(meetings) == comb(bots, 2)
    assert len(set(meetings.values())) == 1
    assert set(Counter(bot for draw in drawn for bot in draw).values()) == {len(drawn) * size // bots}


@pytest.mark.parametrize(
    ("bots", "size", "count"), [(7, 3, 7), (9, 3, 12), (13, 4, 13), (16, 4, 20), (8, 4, 14), (9, 4, 18)]
)
def test_known_designs_are_found(bots: int, size: int, count: int) -> None:
    """The smallest block designs of these sizes that tables of designs list."""
    assert len(draws(bots, size)) == count


def test_with_as_many_bots_as_seats_there_is_one_draw() -> None:
    assert draws(4, 4) == ((0, 1, 2, 3),)


@pytest.mark.parametrize(("bots", "size"), [(3, 4), (2, 0)])
def test_impossible_draws_are_refused(bots: int, size: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        draws(bots, size)
