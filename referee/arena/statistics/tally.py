"""The tally: what closed deals add up to, bot by bot and pair by pair."""

from importlib.util import find_spec
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from referee.arena.statistics.deal_result import Deal
from referee.arena.statistics.ratio import Ratio
from referee.arena.statistics.sample import Sample

if TYPE_CHECKING:
    from referee.arena.statistics.replicates import Replicates

Pair: TypeAlias = tuple[str, str]
"""Two bots in the order of their names."""


class Score:
    """One bot over deals: its mean utility a deal, at a single table, and by hand."""

    __slots__ = ("deals", "hands", "tables", "tables_a_deal")

    def __init__(self) -> None:
        self.deals = Sample()
        self.tables = Sample()
        self.hands = Ratio()
        self.tables_a_deal: dict[int, int] = {}

    def add(self, deal: Deal, bot: str) -> None:
        """Take in a deal at which the bot sat."""
        utility = seats = hands = tables = 0
        for table in deal.tables:
            share = table.shares.get(bot)
            if share is not None:
                self.tables.add(share.utility, share.seats)
                utility += share.utility
                seats += share.seats
                hands += share.seats * table.hands
                tables += 1
        self.deals.add(utility, seats)
        self.hands.add(utility, hands)
        self.tables_a_deal[tables] = self.tables_a_deal.get(tables, 0) + 1

    def variance_ratio(self) -> float | None:
        """The variance of a deal's mean over what as many tables with deals of their own would give.

        Below 1 where playing a deal at several tables pays. None for one table a deal, different numbers of tables,
        fewer than two deals, or results that do not vary.
        """
        deals, tables = self.deals.variance, self.tables.variance
        if len(self.tables_a_deal) != 1 or deals is None or not tables:
            return None
        (at_tables,) = self.tables_a_deal
        return deals * at_tables / tables if at_tables > 1 else None


class Tally:
    """Deals added up: for each bot its score; for each pair what it made of shared tables and of shared deals."""

    __slots__ = ("deals", "differences", "margins", "replicates", "scores")

    def __init__(self) -> None:
        self.deals = 0
        self.scores: dict[str, Score] = {}
        self.margins: dict[Pair, Sample] = {}
        """Half the difference of the utilities at the tables that both sat at, by deal."""
        self.differences: dict[Pair, Sample] = {}
        """The difference of the mean utilities on the same deals, at whatever tables."""
        self.replicates: Replicates | None = None
        """For ratings, where more than two bots meet from the first deal on and the extra `stats` is there."""

    def add(self, deal: Deal) -> None:
        """Take in a deal; all its tables are one observation."""
        means = deal.means()
        if self.deals == 0 and len(means) > 2:
            self.replicates = _replicates()
        self.deals += 1
        if self.replicates is not None:
            self.replicates.add(deal)
        for bot in means:
            score = self.scores.get(bot)
            if score is None:
                score = self.scores[bot] = Score()
            score.add(deal, bot)
        for pair, (numerator, denominator) in deal.margins().items():
            self.margins.setdefault(pair, Sample()).add(numerator, denominator)
        for a, b in combinations(sorted(means), 2):
            (first, over), (second, under) = means[a], means[b]
            self.differences.setdefault((a, b), Sample()).add(first * under - second * over, over * under)


def _replicates() -> "Replicates | None":
    """None where numpy is not installed; it is loaded only for those who need it."""
    if find_spec("numpy") is None:
        return None
    from referee.arena.statistics.replicates import Replicates

    return Replicates()
