"""One deal with all its tables: the unit of observation of every statistic."""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

Fraction: TypeAlias = tuple[int, int]
"""Numerator and denominator, not reduced: sums of a few are made by hand because `fractions` is ten times slower."""


class Share(NamedTuple):
    """What a bot had at one table: the sum of the utilities of its seats, and how many they are."""

    utility: int
    seats: int


class Table(NamedTuple):
    """One game of the deal: the bots by seat, what each had, how many hands were counted; its run and its id."""

    bots: tuple[str, ...]
    shares: dict[str, Share]
    hands: int
    run: str = ""
    game: str = ""


def table_of(bots: tuple[str, ...], utility: tuple[int, ...], hands: int, run: str = "", game: str = "") -> Table:
    """The table at which these bots sat, by seat, and came out with these utilities."""
    shares: dict[str, Share] = {}
    for bot, value in zip(bots, utility, strict=True):
        had = shares.get(bot, Share(0, 0))
        shares[bot] = Share(had.utility + value, had.seats + 1)
    return Table(bots, shares, hands, run, game)


class Deal:
    """The tables at which one deal was played. Its key tells it from all others, in whatever run it comes."""

    __slots__ = ("key", "tables")

    def __init__(self, key: str) -> None:
        self.key = key
        self.tables: list[Table] = []

    def even(self) -> bool:
        """Whether each bot sat in every seat equally often, as in a complete deal of a duplicate match (C3)."""
        return _even(tuple(table.bots for table in self.tables))

    def means(self) -> dict[str, Fraction]:
        """Each bot's mean utility over all seats in which it met this deal."""
        sums: dict[str, Fraction] = {}
        for table in self.tables:
            for bot, share in table.shares.items():
                utility, seats = sums.get(bot, (0, 0))
                sums[bot] = (utility + share.utility, seats + share.seats)
        return sums

    def margins(self) -> dict[tuple[str, str], Fraction]:
        """For each two bots (in order of name) that sat at one table: half the difference of their utilities.

        In a game of two sides that is the first bot's utility itself. The mean over the tables that they shared.
        """
        sums: dict[tuple[str, str], tuple[int, int, int]] = {}
        for table in self.tables:
            for a, b in combinations(sorted(table.shares), 2):
                first, second = table.shares[a], table.shares[b]
                numerator = first.utility * second.seats - second.utility * first.seats
                denominator = 2 * first.seats * second.seats
                total, under, tables = sums.get((a, b), (0, 1, 0))
                if under == denominator:
                    sums[a, b] = (total + numerator, under, tables + 1)
                else:
                    sums[a, b] = (total * denominator + numerator * under, under * denominator, tables + 1)
        return {pair: (total, under * tables) for pair, (total, under, tables) in sums.items()}


@lru_cache(maxsize=1024)
def _even(tables: tuple[tuple[str, ...], ...]) -> bool:
    """The same bots sit in the same seats deal after deal, so that this is worked out a few times in a match."""
    sits = Counter((bot, seat) for bots in tables for seat, bot in enumerate(bots))
    by_bot: dict[str, list[int]] = {}
    for (bot, _seat), times in sits.items():
        by_bot.setdefault(bot, []).append(times)
    seats = len(tables[0])
    return all(len(times) == seats and len(set(times)) == 1 for times in by_bot.values())
