"""Gathering: the games of a run, in the order of its records, put together to whole deals."""

from collections.abc import Callable
from typing import Final

from referee.arena.statistics.deal_result import Deal, Table

_SINGLE: Final = 20_000
"""So many deals at one table wait for a second table; the older ones will have none."""


class UnorderedError(ValueError):
    """A table came for a deal that was closed already: these records are in no order of a schedule."""


class Gathering:
    """Keeps the deals of the range being played, and hands each on once all its tables are in.

    In the order of a schedule a new range begins where a later deal comes at an earlier table than the last game's.
    """

    def __init__(self, sink: Callable[[Deal], None]) -> None:
        self._sink = sink
        self._open: dict[int, Deal] = {}
        self._latest = self._closed = -1
        self._table = 0

    def add(self, deal: int, number: int, key: str, table: Table) -> None:
        """Take in the game of a deal at the table with this number. UnorderedError if the deal is closed."""
        if deal <= self._closed:
            raise UnorderedError(f"deal {deal} comes again, after later deals")
        if deal > self._latest:
            if number < self._table:
                self.close()
            elif number == 0 and len(self._open) >= _SINGLE:
                self._close_oldest()
            self._latest = deal
        self._table = number
        self._open.setdefault(deal, Deal(key)).tables.append(table)

    def close(self) -> None:
        """Hand on all deals in their order: nothing more comes for them."""
        for deal in sorted(self._open):
            self._sink(self._open[deal])
            self._closed = deal
        self._open.clear()

    def _close_oldest(self) -> None:
        deal = next(iter(self._open))  # they have come in their order; to look for the least takes longer than a game
        self._sink(self._open.pop(deal))
        self._closed = deal


class Held:
    """Keeps all deals, by any key, until the end: for records in no order, and for runs that share deals."""

    def __init__(self) -> None:
        self.deals: dict[str, Deal] = {}

    def add(self, key: str, table: Table) -> None:
        """Take in a game of the deal with this key."""
        self.deals.setdefault(key, Deal(key)).tables.append(table)
