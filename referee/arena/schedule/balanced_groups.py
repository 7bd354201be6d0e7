"""Balanced draws: which bots sit down together when there are more bots than seats (C2)."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from referee.records.plurals import quantity

Draw: TypeAlias = tuple[int, ...]
"""The bots at one table, by their number in the list of entrants, ascending except where a seating says otherwise."""

_MEETINGS = 16
"""How often a pair may meet in a design that is looked for; beyond it all combinations are played instead."""

_EFFORT = 1_000
"""Steps that the search for a design with a given number of meetings may take."""


def draws(bots: int, size: int) -> tuple[Draw, ...]:
    """Sets of `size` out of `bots` (numbers from 0) in which every pair meets equally often, as few as were found.

    Every bot is then in equally many. With `size` equal to `bots` there is one draw, with 2 there are all pairs.
    Raises ValueError unless 1 <= size <= bots.
    """
    if not 1 <= size <= bots:
        raise ValueError(f"cannot draw {size} of {quantity(bots, 'bot')}")
    every = tuple(combinations(range(bots), size))
    if size <= 2 or bots - size <= 1:
        return every
    best = every
    for group in (bots, bots - 1):
        design = _design(bots, size, group, len(best))
        if design is not None:
            best = design
    return best


def _design(bots: int, size: int, group: int, below: int) -> tuple[Draw, ...] | None:
    """The smallest balanced union of orbits under the shifts modulo `group` with fewer than `below` draws, if found.

    With `group` = bots - 1 the last bot stays where it is. A union is balanced when each orbit of pairs is covered
    equally often (the condition of Kramer and Mesner for block designs).
    """
    orbits = _orbits(bots, size, group)
    pairs = _orbits(bots, 2, group)
    by_cover = {tuple(sum(set(pair[0]) <= set(draw) for draw in orbit) for pair in pairs): orbit for orbit in orbits}
    covers = tuple(by_cover)
    for meetings in range(1, _MEETINGS + 1):
        count, rest = divmod(meetings * bots * (bots - 1), size * (size - 1))
        if rest == 0 and count < below:
            chosen = _cover([meetings] * len(pairs), covers, [_EFFORT])
            if chosen is not None:
                return tuple(draw for index in chosen for draw in by_cover[covers[index]])
    return None


def _orbits(bots: int, size: int, group: int) -> list[tuple[Draw, ...]]:
    """The sets of `size` bots, gathered into classes that the shifts modulo `group` carry into one another."""
    seen: set[Draw] = set()
    classes = []
    for first in combinations(range(bots), size):
        if first not in seen:
            orbit = tuple(dict.fromkeys(_shifted(first, group)))
            seen.update(orbit)
            classes.append(orbit)
    return classes


def _shifted(draw: Draw, group: int) -> Iterator[Draw]:
    for step in range(group):
        yield tuple(sorted((bot + step) % group if bot < group else bot for bot in draw))


def _cover(wanted: list[int], covers: Sequence[tuple[int, ...]], budget: list[int]) -> tuple[int, ...] | None:
    """Indices (repeats allowed) of `covers` that sum to `wanted` exactly, or None; every step comes out of `budget`."""
    if not any(wanted):
        return ()
    row = max(range(len(wanted)), key=wanted.__getitem__)
    for index, cover in enumerate(covers):
        if cover[row] and all(have <= want for have, want in zip(cover, wanted, strict=True)):
            budget[0] -= 1
            if budget[0] < 0:
                return None
            rest = _cover([want - have for want, have in zip(wanted, cover, strict=True)], covers, budget)
            if rest is not None:
                return (index, *rest)
    return None
