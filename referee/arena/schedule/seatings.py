"""Seatings: which seats the bots of one draw take, table by table, for one range of deals after another (C2, C3)."""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import Literal, TypeAlias, assert_never

import msgspec

from referee.arena.schedule.balanced_groups import Draw

Seats: TypeAlias = tuple[int, ...]
"""A bot's number by seat."""

Seating: TypeAlias = Literal["duplicate", "all", "individual", "rotate", "fixed"]


class SeatingError(ValueError):
    """These bots cannot be seated in this way in this game; the text says why and what would be right."""


class Shape(msgspec.Struct, frozen=True):
    """What a seating has to know of a game: the number of seats, and the sides where they are fixed."""

    seats: int
    sides: tuple[tuple[int, ...], ...] | None = None

    @property
    def pairs(self) -> bool:
        """Whether two equal sides of several seats play, so that a bot can play a whole side."""
        return self.sides is not None and len(self.sides) == 2 and len(self.sides[0]) == len(self.sides[1]) > 1

    def at_table(self, bots: int) -> int:
        """How many different bots sit at one table when `bots` take part; raises SeatingError below two."""
        if bots < 2:
            raise SeatingError(f"a match needs at least 2 bots, not {bots}")
        if self.pairs and bots < self.seats:
            return 2
        return min(bots, self.seats)


def turns(seating: Seating, shape: Shape, draw: Draw) -> Iterator[Iterable[Seats]]:
    """Without end: the tables at which each deal of the first, second … range of deals is played by this draw.

    Raises SeatingError where the seating is not for such a game or so many bots.
    """
    if seating == "individual" and not (shape.pairs and shape.seats == len(draw) == 4):
        raise SeatingError("seating individual is for four bots in a game of two pairs")
    while True:
        yield from _lap(seating, shape, draw)


def cycle_length(shape: Shape, draw: Draw) -> int:
    """After how many ranges of deals `rotate` has had every bot of the draw in every seat (1: it is not counted)."""
    if shape.pairs and len(draw) == 2:
        return 2
    return shape.seats if len(draw) == shape.seats else 1


def _lap(seating: Seating, shape: Shape, draw: Draw) -> Iterator[Iterable[Seats]]:
    """The tables of one range of deals after another, until the seating begins again."""
    match seating:
        case "duplicate":
            yield from _matters(shape, draw)
        case "all":
            yield _every(shape, draw)
        case "individual":
            yield _partnerships(draw)
            yield _partnerships((draw[0], draw[3], draw[2], draw[1]))
        case "rotate":
            yield from ((seats,) for tables in _matters(shape, draw) for seats in tables)
        case "fixed":
            yield (_as_given(shape, draw),)
        case _:
            assert_never(seating)


def _matters(shape: Shape, draw: Draw) -> Iterator[tuple[Seats, ...]]:
    """The seatings that give every bot of the draw the same cards in the same places (C3, `duplicate`)."""
    if shape.sides is not None and shape.pairs and len(draw) == 2:
        yield tuple(_by_side(shape.sides, side) for side in (draw, draw[::-1]))
    elif len(draw) == shape.seats:
        yield tuple(_rotations(draw))
    else:
        for pattern in _patterns(len(draw), shape.seats):
            yield tuple(tuple(draw[place] for place in seats) for seats in _orbit(pattern, len(draw)))


def _every(shape: Shape, draw: Draw) -> Iterable[Seats]:
    """Every way of seating the draw: the sides exchanged, all permutations, or each bot at least once (C2)."""
    if shape.pairs and len(draw) == 2:
        return next(_matters(shape, draw))
    if len(draw) == shape.seats:
        return permutations(draw)
    return (seats for seats in product(draw, repeat=shape.seats) if len(set(seats)) == len(draw))


def _partnerships(draw: Draw) -> tuple[Seats, ...]:
    """Each of the three partnerships of four bots, its rotations as tables: every bot four times in every seat."""
    a, b, c, d = draw
    return tuple(seats for order in ((a, b, c, d), (a, c, d, b), (a, d, b, c)) for seats in _rotations(order))


def _as_given(shape: Shape, draw: Draw) -> Seats:
    if shape.sides is not None and shape.pairs and len(draw) == 2:
        return _by_side(shape.sides, draw)
    return tuple(draw[seat % len(draw)] for seat in range(shape.seats))


def _by_side(sides: tuple[tuple[int, ...], ...], draw: Draw) -> Seats:
    """One bot for all seats of a side."""
    bots = {seat: bot for side, bot in zip(sides, draw, strict=True) for seat in side}
    return tuple(bots[seat] for seat in sorted(bots))


def _rotations(order: Seats) -> Iterator[Seats]:
    return (order[turn:] + order[:turn] for turn in range(len(order)))


def _patterns(bots: int, seats: int) -> Iterator[Seats]:
    """Every way to seat all of fewer bots, once up to rotation and renaming in turn, the evenest first."""
    cuts = combinations(range(1, seats), bots - 1)
    sizes = (tuple(b - a for a, b in zip((0, *cut), (*cut, seats), strict=True)) for cut in cuts)
    for counts in sorted(sizes, key=lambda counts: (max(counts) - min(counts), counts)):
        for pattern in _arrangements(counts):
            if pattern == min(_orbit(pattern, bots)):
                yield pattern


def _arrangements(counts: tuple[int, ...]) -> Iterator[Seats]:
    """The different orders of a row that holds bot i `counts[i]` times."""
    if not any(counts):
        yield ()
    for bot, count in enumerate(counts):
        if count:
            for rest in _arrangements((*counts[:bot], count - 1, *counts[bot + 1 :])):
                yield (bot, *rest)


def _orbit(pattern: Seats, bots: int) -> tuple[Seats, ...]:
    """The pattern with each bot in the others' part in turn, and every rotation of it, without repeats."""
    parts = (tuple((bot + step) % bots for bot in pattern) for step in range(bots))
    return tuple(dict.fromkeys(seats for part in parts for seats in _rotations(part)))
