"""The book of a run: takes its games in the order of the schedule, settles what depends on that order, writes them."""

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from referee.arena.run.resume_checks import misfit
from referee.arena.schedule.pairing import PAIRED
from referee.arena.schedule.schedule import Sitting
from referee.arena.statistics.deal_result import Deal
from referee.arena.statistics.sample import Sample
from referee.arena.statistics.sprt import Verdict, verdict
from referee.arena.statistics.statistics import Running
from referee.arena.statistics.tally import Pair
from referee.arena.tournament.rounds import Rounds
from referee.host.game.block import Block
from referee.host.game.game_setup import Setting, Task
from referee.records.format.frames import COMPRESSED, FrameFile, pieces
from referee.records.format.from_game import unplayed
from referee.records.format.record import BadRecord, Record, decode, encode
from referee.records.format.writer import LineFile

BLANK: Final = b"\n"
"""Stands for a game that was not played, because a bot of it had been at fault too often by then."""

OFFENDING: Final = 10
"""Faulty games that are kept to be told at the end."""


class DamagedRun(ValueError):
    """The records of a run are not those of its settings; the text names the file and the line."""


class Expected(NamedTuple):
    """A game of the schedule: its sitting, and its place in the block."""

    sitting: Sitting
    place: int

    @property
    def ends_range(self) -> bool:
        """Whether a range of deals is complete with it."""
        return self.sitting.last and self.place == self.sitting.count - 1

    @property
    def game(self) -> str:
        """Its id."""
        return f"{self.sitting.first + self.place}/{self.sitting.table}"


class Book:
    """The games so far. What depends on the order, and so must not depend on the number of tables, is decided here:
    who is disqualified (P9), what the statistics are, where a sequential test stops.
    """

    def __init__(self, rounds: Rounds, file: Path, block_of: Callable[[Sitting], Block]) -> None:
        """Open the file of records, and take in what it holds. DamagedRun if that is not what the schedule says."""
        self.games = 0
        """Games taken in."""
        self.statistics = Running()
        self.closed = False
        """Whether nothing more is taken in."""
        self.disqualified: dict[str, tuple[str, ...]] = {}
        """By a bot's id: the faulty games that disqualified it."""
        self.offending: list[Record] = []
        """The first faulty games, OFFENDING at most."""
        self.offences = 0
        """All faulty games."""
        self.verdict: Verdict | None = None
        """What the sequential test has decided, if there is one and it has."""
        self._match, self._rounds, self._block_of = rounds.match, rounds, block_of
        self._faulty: dict[str, tuple[str, ...]] = {}
        self._digest = sha256()
        self._expected = _games(rounds)
        self._next = next(self._expected, None)
        self._margins: dict[Pair, Sample] = {}  # of the round that is played
        self.statistics.on_deal = self._weigh
        self._setting: tuple[int, Setting] | None = None
        self._file = _opened(file, self._read(file))
        self.kept = self.games
        """Games of which nothing waits to be written."""

    def take(self, lines: bytes) -> None:
        """Write down games that come next in order: their lines, or BLANK for one that was not played.

        NoSpace, and whatever else goes wrong, closes the book: what was written before is all that it holds.
        """
        if self.closed:
            return
        try:
            for line in lines.splitlines(keepends=True):
                self._take(line)
        except BaseException:
            self.closed = True
            raise

    def digest(self) -> str:
        """The digest of the run so far (G5)."""
        return self._digest.hexdigest()

    def out_of_it(self, sitting: Sitting) -> bool:
        """Whether a bot of this sitting has been disqualified, so that its games are not played."""
        return any(bot.id in self.disqualified for bot in self._match.seated(sitting))

    def checkpoint(self, all_of_it: bool = False) -> None:
        """Wait until the disk holds what was written, or all that was taken in. NoSpace, if there is none for it."""
        if all_of_it and isinstance(self._file, FrameFile):
            self._file.flush()
            self._note_kept()
        self._file.checkpoint()

    def close(self) -> None:
        """Nothing more comes."""
        self.statistics.close()
        self._file.close()

    def _take(self, line: bytes) -> None:
        if self.closed or self._next is None:
            return
        settled = self._settled(self._next, line)
        if settled is not None:
            text, record = settled
            if isinstance(self._file, FrameFile):
                self._file.append(text, record.counted)
            else:
                self._file.append(text)
            self._count(record)
            self._note_kept()

    def _note_kept(self) -> None:
        if not (isinstance(self._file, FrameFile) and self._file.waiting):
            self.kept = self.games

    def _settled(self, expected: Expected, line: bytes) -> tuple[bytes, Record] | None:
        """What is written for a line; None for the tries of a game that a disqualified bot forfeits."""
        record = None if line == BLANK else decode(line)
        if self.out_of_it(expected.sitting):
            if record is not None and not record.counted:
                return None
            record = self._forfeited(expected)
            line = encode(record)
        assert record is not None and record.game == expected.game
        return line, record

    def _count(self, record: Record) -> None:
        """Take in a record, and go on to the next game if it counts."""
        self.statistics.add(record)
        if not record.counted or self._next is None:
            return
        self.games += 1
        self._digest.update((record.digest or "").encode())
        self._judge(record)
        if self._next.ends_range:
            self.statistics.close()
        self._next = next(self._expected, None)
        if self._next is None and not self._rounds.over:
            self._rounds.close(self._margins, self._out())
            self._margins = {}
            self._next = next(self._expected, None)

    def _judge(self, record: Record) -> None:
        """Note who is at fault, and disqualify who is for the last time that is allowed (P9)."""
        if record.faults:
            self.offences += 1
            self.offending += [record] if len(self.offending) < OFFENDING else []
        for bot in {record.players[fault.seat].bot for fault in record.faults}:
            if bot is not None:
                self._faulty[bot] = (*self._faulty.get(bot, ()), record.game)
                if len(self._faulty[bot]) == self._match.policy.max_faults:
                    self.disqualified[bot] = self._faulty[bot]

    def _out(self) -> frozenset[str]:
        """The names of the bots that are disqualified, and of the teams that they belong to."""
        out = {number for number, bot in enumerate(self._match.bots) if bot.id in self.disqualified}
        teams = (team.name for team in self._match.teams if out.intersection(team.bots))
        return frozenset(teams) or frozenset(self._match.bots[number].name for number in out)

    def _weigh(self, deal: Deal) -> None:
        """A deal is complete; deals come in their order. Where a sequential test decides, nothing more is taken in."""
        if self._match.tournament in PAIRED:
            for pair, (numerator, denominator) in deal.margins().items():
                self._margins.setdefault(pair, Sample()).add(numerator, denominator)
        test = self._match.sprt
        if test is not None and self.verdict is None:
            self.verdict = verdict(self.statistics.tally.scores[self._match.entrants[0]].deals, test)
            self.closed = self.verdict is not None

    def _forfeited(self, expected: Expected) -> Record:
        """The record of a game that is not played: lost by the first seat whose bot is disqualified."""
        if self._setting is None or self._setting[0] != expected.sitting.number:
            self._setting = (expected.sitting.number, Setting(self._block_of(expected.sitting)))
        setting = self._setting[1]
        seat, because = next(
            (seat, self.disqualified[bot.id])
            for seat, bot in enumerate(setting.block.bots)
            if bot.id in self.disqualified
        )
        return unplayed(setting.variant, seat, because, Task(setting, expected.place).circumstances())

    def _read(self, file: Path) -> int:
        """Take in the games of an earlier run. How long the file is without tries that the game that counts does not
        follow, and without what was cut off.
        """
        whole, number, tries = 0, 0, list[Record]()
        for end, lines in pieces(file) if file.exists() else ():
            for line in lines.splitlines(keepends=True):
                number += 1
                tries.append(self._recognised(line, file, number))
                if tries[-1].counted:
                    for record in tries:
                        self._count(record)
                    tries.clear()
            whole = whole if tries else end
        if tries and file.suffix == COMPRESSED:  # ours end with a game that counts
            raise DamagedRun(f"{file}, line {number}: the game that counts does not follow")
        return whole

    def _recognised(self, line: bytes, file: Path, number: int) -> Record:
        """The record in a line, if it is the one that the schedule has next."""
        where = f"{file}, line {number}"
        try:
            record = decode(line)
        except BadRecord as error:
            raise DamagedRun(f"{where}: {error}{_remedy(file, number)}") from None
        if self._next is None:
            raise DamagedRun(f"{where}: game {record.game} is beyond the end of the schedule")
        wrong = misfit(record, self._match, self._next.sitting, self._next.place)
        if wrong:
            raise DamagedRun(f"{where}: {wrong}")
        return record


def _remedy(file: Path, number: int) -> str:
    """What to do about a damaged line of the records."""
    if file.suffix == COMPRESSED:
        return "; put a copy of the file back"
    return "; put a copy of the file back, or cut it off before this line: what is cut off is played again then"


def _opened(file: Path, size: int) -> LineFile | FrameFile:
    """The file of records, cut down to what it holds of the run."""
    if file.suffix == COMPRESSED:
        return FrameFile(file, size)
    if file.exists():
        os.truncate(file, size)
    return LineFile(file)


def _games(rounds: Rounds) -> Iterator[Expected | None]:
    """The games in their order; None where a round is over and the next not known yet."""
    for sitting in rounds.sittings():
        if sitting is None:
            yield None
        else:
            yield from (Expected(sitting, place) for place in range(sitting.count))
