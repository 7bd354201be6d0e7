"""What a report needs besides the statistics, noted while the records are read."""

from collections.abc import Sequence
from heapq import heappush, heappushpop
from typing import Final, NamedTuple, TypeAlias

from referee.arena.report.contents import Curve, Offence, Point
from referee.arena.statistics.deal_result import Deal
from referee.arena.statistics.sample import Sample
from referee.arena.statistics.sprt import confidence_sequence
from referee.records.format.record import Record

MOST_BOTS: Final = 12
"""Bots that are shown one by one."""
_POINTS: Final = 400
_UNEVEN: Final = 10
_OFFENCES: Final = 60

Game: TypeAlias = tuple[str, str]
"""The name of its run, and its id in it."""


class Uneven(NamedTuple):
    """A deal that one bot made more of than another; of equal ones the heap drops the later."""

    margin: float
    before: int
    better: str
    worse: str
    games: tuple[Game, ...]


class Watching:
    """Notes curves, lopsided deals and faults in memory that does not grow with the match."""

    def __init__(self, several: bool) -> None:
        """`several`: whether there are several runs, so that a game's id does not say which."""
        self._several = several
        self.begin()

    def begin(self) -> None:
        """Nothing has been read yet."""
        self.offences: list[Offence] = []
        self.faulty: list[Game] = []
        """The games of these faults."""
        self.more_offences = 0
        self._deals = 0
        self._step = 1
        self._samples: dict[str, Sample] = {}
        self._curves: dict[str, list[Point]] = {}
        self._uneven: list[Uneven] = []

    def game(self, record: Record, run: str) -> None:
        """Note the faults of a game."""
        for fault in record.faults:
            if len(self.offences) == _OFFENCES:
                self.more_offences += 1
                continue
            self.faulty.append((run, record.game))
            self.offences.append(
                Offence(
                    self.label((run, record.game)),
                    record.players[fault.seat].name,
                    fault.fault,
                    fault.clause,
                    fault.consequence,
                    fault.suspect,
                    str(fault.evidence.get("reason", "")),
                )
            )

    def deal(self, deal: Deal) -> None:
        """Note how far each bot has come, and whether this deal is one of the most lopsided."""
        self._deals += 1
        for bot, (numerator, denominator) in deal.means().items():
            self._samples.setdefault(bot, Sample()).add(numerator, denominator)
        if self._deals % self._step == 0:
            self._note()
        for (a, b), (numerator, denominator) in deal.margins().items():
            margin = numerator / denominator
            better, worse = (a, b) if margin >= 0 else (b, a)
            games = [(table.run, table.game) for table in deal.tables if {a, b} <= table.shares.keys()]
            self._keep(Uneven(abs(margin), -self._deals, better, worse, tuple(games)))

    def label(self, game: Game) -> str:
        """What a game is called on the page: its id, and its file where there are several."""
        return f"{game[0].partition(' ')[2]} {game[1]}" if self._several else game[1]

    def curves(self, bots: Sequence[str]) -> tuple[Curve, ...]:
        """The curves of these bots, as far as they go."""
        return tuple(Curve(bot, tuple(self._curves[bot])) for bot in bots if bot in self._curves)

    def uneven(self) -> list[Uneven]:
        """The most lopsided deals, the first of equal ones first."""
        return sorted(self._uneven, reverse=True)

    def _note(self) -> None:
        for bot, sample in self._samples.items():
            band = confidence_sequence(sample)
            point = (self._deals, sample.mean or 0.0, band.low if band else None, band.high if band else None)
            self._curves.setdefault(bot, []).append(point)
        if max(map(len, self._curves.values())) > _POINTS:
            self._step *= 2
            for bot, points in self._curves.items():
                self._curves[bot] = [point for point in points if point[0] % self._step == 0]

    def _keep(self, found: Uneven) -> None:
        if found.margin == 0:
            return
        if len(self._uneven) < _UNEVEN:
            heappush(self._uneven, found)
        else:
            heappushpop(self._uneven, found)
