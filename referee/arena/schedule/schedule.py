"""The schedule: the blocks of a match in their order, made one by one from the settings (C2, C3, P10)."""

from collections.abc import Iterator

import msgspec

from referee.arena.schedule.balanced_groups import Draw
from referee.arena.schedule.seatings import Seating, Seats, Shape, cycle_length, turns

BLOCK = 25
"""Deals in a block, where nothing else is asked for (P10)."""


class Sitting(msgspec.Struct, frozen=True):
    """A block as the schedule knows it: consecutive deals at one table, its bots by seat (numbers of entrants).

    `start` is the place of its first game in the order of all games, from 0; with the `last` block of a range of deals
    these have been played at all their tables.
    """

    number: int
    start: int
    first: int
    count: int
    table: int
    bots: Seats
    last: bool = True

    def games(self) -> Iterator[str]:
        """The ids `deal/table` of its games, in the order of play."""
        return (f"{deal}/{self.table}" for deal in range(self.first, self.first + self.count))


class Schedule(msgspec.Struct, frozen=True):
    """All blocks of a match: a pure function of the settings that keeps nothing, however many the deals.

    A range of deals is played at all its tables before the next begins: draw by draw, seating by seating. The same
    range at another table is another block with other processes, so that no process meets a deal twice (P10).
    """

    shape: Shape
    draws: tuple[Draw, ...]
    deals: int
    block: int = BLOCK
    seating: Seating = "duplicate"
    first: int = 0
    number: int = 0
    """Of the first block, where blocks of earlier rounds go before."""
    start: int = 0
    """The place of the first game among all."""

    def __iter__(self) -> Iterator[Sitting]:
        seatings = [turns(self.seating, self.shape, draw) for draw in self.draws]
        number, start = self.number, self.start
        for first, end in self.ranges():
            tables = enumerate(seats for turn in seatings for seats in next(turn))
            ahead = next(tables, None)
            while ahead is not None:
                (table, seats), ahead = ahead, next(tables, None)
                yield Sitting(number, start, first, end - first, table, seats, ahead is None)
                number += 1
                start += end - first

    def ranges(self) -> Iterator[tuple[int, int]]:
        """The ranges of deals (first, end) that are blocks; with `rotate` equally many for each seating."""
        count = -(-self.deals // self.block)
        if self.seating == "rotate":
            length = max(cycle_length(self.shape, draw) for draw in self.draws)
            count = min(self.deals, -(-count // length) * length)
            cuts = (index * self.deals // count for index in range(count + 1))
        else:
            cuts = (min(index * self.block, self.deals) for index in range(count + 1))
        start = next(cuts)
        for end in cuts:
            yield self.first + start, self.first + end
            start = end

    def games(self) -> int:
        """How many games are played in all."""
        return sum(sitting.count for sitting in self)
