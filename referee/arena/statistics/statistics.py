"""Statistics of records: games gathered to deals, deals to scores; the same numbers live and afterwards."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from referee.arena.statistics.bot_totals import Accounts, counted_hands
from referee.arena.statistics.deal_result import Deal, Table, table_of
from referee.arena.statistics.grouping import Gathering, Held
from referee.arena.statistics.partners import Partners
from referee.arena.statistics.tally import Tally
from referee.records.format.record import Record

if TYPE_CHECKING:
    from referee.arena.statistics.ladder import Ladder


class Statistics:
    """What records say. Of a run in which deals are even (each bot in each seat equally often) only those count.

    The others are incomplete then: a table of theirs is missing. Where no deal is even, each counts.
    """

    def __init__(self, seat: int | None = None) -> None:
        """With a seat, only what its bots did is looked at."""
        self._seat = seat
        self.accounts = Accounts()
        self.partners = Partners()
        self.games = self.voided = 0
        self.on_deal: Callable[[Deal], None] | None = None
        """Called with each deal once all its tables are in; of one run in the order of the deals."""
        self.ladder: Ladder | None = None
        """For games at which each of several seats has a bot of its own, where the extra `ratings` is there."""

    def _table(self, record: Record, run: str) -> Table | None:
        """Count a game, and say what it adds to its deal; None for a voided try or a game that has no result."""
        if not record.counted:
            self.voided += 1
            return None
        if record.result is None:
            return None
        bots, utility = tuple(player.name for player in record.players), record.result.utility
        self.games += 1
        self.accounts.add(record, bots, self._seat)
        self.partners.add(record.sides, bots)
        self._climb(record, bots, utility)
        if self._seat is not None:
            bots, utility = bots[self._seat : self._seat + 1], utility[self._seat : self._seat + 1]
        return table_of(bots, utility, counted_hands(record), run, record.game)

    def _climb(self, record: Record, bots: tuple[str, ...], utility: tuple[int, ...]) -> None:
        """Let the ladder know of a game of more than two bots, each in one seat."""
        if not 2 < len(bots) == len(set(bots)) or self._seat is not None:
            return
        if self.ladder is None and self.games == 1:
            self.ladder = _ladder()
        if self.ladder is not None:
            sides = record.sides or tuple((seat,) for seat in range(len(bots)))
            self.ladder.add([[bots[seat] for seat in side] for side in sides], [utility[side[0]] for side in sides])


class Running(Statistics):
    """Statistics of one run, game by game in the order of its schedule; memory does not grow with their number."""

    def __init__(self, seat: int | None = None) -> None:
        super().__init__(seat)
        self._even, self._uneven = Tally(), Tally()
        self._gathering = Gathering(self._sort)

    def add(self, record: Record, run: str = "") -> None:
        """Take in the next game of the one run there is. UnorderedError (of `gathering`): they are in no order."""
        table = self._table(record, run)
        if table is None:
            return
        key = _key(run, record)
        if record.deal is None:
            deal = Deal(key)
            deal.tables.append(table)
            self._sort(deal)
        else:
            self._gathering.add(record.deal, record.table or 0, key, table)

    def close(self) -> None:
        """All tables of the deals so far are in."""
        self._gathering.close()

    @property
    def tally(self) -> Tally:
        """The deals that count, of those that are closed."""
        return self._even if self._even.deals else self._uneven

    @property
    def incomplete(self) -> int:
        """How many closed deals do not count."""
        return self._uneven.deals if self._even.deals else 0

    def _sort(self, deal: Deal) -> None:
        (self._even if deal.even() else self._uneven).add(deal)
        if self.on_deal is not None:
            self.on_deal(deal)


class Merged(Statistics):
    """Statistics of several runs together, in any order: the same cards are one deal in whichever run."""

    def __init__(self, seat: int | None = None) -> None:
        super().__init__(seat)
        self._runs: dict[str, Held] = {}
        self.tally = Tally()
        self.incomplete = 0

    def add(self, record: Record, run: str = "") -> None:
        """Take in a game of the run with this name."""
        table = self._table(record, run)
        if table is not None:
            self._runs.setdefault(run, Held()).add(_key(run, record), table)

    def close(self) -> None:
        """All games are in."""
        deals: dict[str, Deal] = {}
        self.incomplete = 0
        for held in self._runs.values():
            even = {key: deal for key, deal in held.deals.items() if deal.even()}
            self.incomplete += len(held.deals) - len(even) if even else 0
            for key, deal in (even or held.deals).items():
                deals.setdefault(key, Deal(key)).tables.extend(deal.tables)
        self.tally = Tally()
        for deal in deals.values():
            self.tally.add(deal)
            if self.on_deal is not None:
                self.on_deal(deal)


def _key(run: str, record: Record) -> str:
    """What tells deals apart: the cards where they come from a seed, else the run and the deal in it."""
    if record.seed is not None:
        return record.seed
    return f"{run}/{record.game if record.deal is None else record.deal}"


def _ladder() -> "Ladder | None":
    """None where openskill is not installed; it is loaded only for those who need it."""
    if find_spec("openskill") is None:
        return None
    from referee.arena.statistics.ladder import Ladder

    return Ladder()
