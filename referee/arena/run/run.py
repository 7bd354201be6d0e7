"""A run: a match played to its end, or until it is stopped, in a directory that holds all that is needed to go on."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final, Literal, TypeAlias

from referee.arena.run.intake import Intake
from referee.arena.run.ledger import BLANK, Book
from referee.arena.run.resume_checks import check_journal
from referee.arena.run.run_directory import Directory
from referee.arena.schedule.boards import BOARDS, read_boards
from referee.arena.schedule.schedule import Sitting
from referee.arena.tournament.bot_files import files_of
from referee.arena.tournament.match import Match
from referee.arena.tournament.rounds import Rounds
from referee.arena.workers.batch import Delivery, Far, Parcel, play_parcel
from referee.arena.workers.block_job import Unit
from referee.arena.workers.pace import FAR_S, NEAR_S, Pace
from referee.arena.workers.stderr_files import add_logs
from referee.arena.workers.workers import Crew, WorkerLostError
from referee.host.game.block import Block
from referee.host.sandbox.level import NONE, Sandbox
from referee.records.format.journal import Merge

End: TypeAlias = Literal["finished", "decided", "stopped"]
"""All games are played; a sequential test has come to its verdict; there was a wish to stop."""

_TICK_S: Final = 0.1
_AHEAD: Final = 64
"""Blocks for each table that may be played before an earlier one is over."""
_PARCELS_AHEAD: Final = 8
"""And parcels, where these are more."""
_LOSSES: Final = 3
"""So often a parcel may cost its worker the life; then it is not chance."""
_AT_ONCE: Final = 16
"""Bots that may be starting at the same time."""
_CLEAN_S: Final = 1.0


class Stopping:
    """The user's wish to stop, counted: the first time games in play are given up, then everything at once (C6)."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, _number: int = 0, _frame: object = None) -> None:
        self.times += 1


class Run:
    """A match in a directory, with its workers. `watch` is called again and again while it goes on."""

    def __init__(
        self,
        match: Match,
        directory: Directory,
        sandbox: Sandbox = NONE,
        tables: int = 1,
        stopping: Stopping | None = None,
        trace: bool = False,
    ) -> None:
        """With `trace` every line to and from the bots is written down, a file a game.

        DamagedRun (of `book`) if the directory holds records that are not of this match; BadBoards (of `boards`).
        """
        self.match, self.directory, self.sandbox, self.tables = match, directory, sandbox, tables
        self.rounds = Rounds(match)
        self._boards = read_boards(directory.path / BOARDS, match.variant()) if match.boards else None
        self.book = Book(self.rounds, directory.games, self._block)
        self.began_with = self.book.games
        self._found = 0  # games that journals of an earlier run held, beyond those in their place
        self.began = time.monotonic()
        self.stopping = stopping or Stopping()
        self._trace = str(directory.traces) if trace else None
        self._merge = Merge(self.book.take, self.book.games)
        self._intake = Intake(self._merge, directory.journal)
        self._pending: dict[Future[Delivery], tuple[Sitting, ...]] = {}
        self._pace = Pace(0)
        self._latest = 0
        self._files = {file: digest for bot in match.bots for file, digest in files_of(bot).items()}
        self._losses: dict[int, int] = {}
        self._over: list[Sitting] = []
        self._next_look = self._next_clean = 0.0

    @property
    def games_over(self) -> int:
        """Games that are over, those too that wait for earlier ones before they are counted."""
        return self.book.games + self._merge.waiting()

    @property
    def newly_over(self) -> int:
        """As many of them as this run has played itself."""
        return self.games_over - self.began_with - self._found

    def check_journals(self) -> None:
        """RecordError if a journal of an earlier run is none of this one. To be called before anything is started."""
        there = {journal.name for journal in self.directory.journals.iterdir()}
        for sitting in self.rounds.sittings():
            if not there or sitting is None:
                return
            journal = self.directory.journal(sitting.number)
            if journal.name in there:
                there.remove(journal.name)
                if sitting.start + sitting.count > self.book.games:  # else nobody reads it any more
                    check_journal(journal, self.match, sitting)

    def play(self, workers: Crew, watch: Callable[["Run"], None] = lambda run: None) -> End:
        """Play what is missing, and end the workers. What goes wrong comes out after all that is finished is kept."""
        near_s = NEAR_S if all(bot.code is not None for bot in self.match.bots) else 0
        self._pace = Pace(FAR_S if workers.far else near_s)
        try:
            self._go_on(workers, watch)
        finally:
            self._end(workers)
            watch(self)
        if self.book.verdict:
            return "decided"
        return "finished" if self.rounds.over and self.book.games == self.rounds.games else "stopped"

    def close(self) -> None:
        """Close the files of the run."""
        self.book.close()

    def _go_on(self, workers: Crew, watch: Callable[["Run"], None]) -> None:
        sittings = self._missing()
        wishes = 0
        while not self.book.closed:
            if not self.stopping.times:
                self._hand_out(workers, sittings)
            if not self._pending:
                return
            done, _ = wait(self._pending, _TICK_S, FIRST_COMPLETED)
            while wishes < self.stopping.times:
                wishes += 1
                self._stop(workers)
            self._look()
            for future in done & self._pending.keys():
                self._finish(workers, future)
            self._clean()
            watch(self)

    def _missing(self) -> Iterator[Sitting | None]:
        """The blocks of which games are to be played; None while a round is not known yet. What journals of an earlier
        run hold is taken in by the way.
        """
        for sitting in self.rounds.sittings():
            if sitting is None:
                yield None
            elif sitting.start + sitting.count <= self.book.games:
                self._intake.forget(sitting)
            elif self._take_over(sitting) == sitting.count:
                self._over.append(sitting)
            else:
                yield sitting

    def _take_over(self, sitting: Sitting) -> int:
        """Take in what the block's journal of an earlier run holds; how many games."""
        before = self.games_over
        held = self._intake.take_over(sitting, self.match)
        self._found += self.games_over - before
        return held

    def _hand_out(self, workers: Crew, sittings: Iterator[Sitting | None]) -> None:
        """Keep every worker busy, and one parcel waiting for each, as long as no early one holds up the others."""
        ahead = max(_AHEAD, _PARCELS_AHEAD * self._pace.blocks) * workers.count
        while len(self._pending) < 2 * workers.count:
            if any(self._latest - group[0].number > ahead for group in self._pending.values()):
                return
            group = self._next_group(sittings)
            if not group:
                return
            self._submit(workers, group)

    def _next_group(self, sittings: Iterator[Sitting | None]) -> tuple[Sitting, ...]:
        """The next blocks that are one parcel."""
        group: list[Sitting] = []
        while len(group) < self._pace.blocks and (sitting := next(sittings, None)) is not None:
            if self.book.out_of_it(sitting):
                self._leave_blank(sitting, 0)
            else:
                group.append(sitting)
        return tuple(group)

    def _submit(self, workers: Crew, group: tuple[Sitting, ...]) -> None:
        self._latest = max(self._latest, group[-1].number)
        far = self._far(group) if workers.far else None
        parcel = Parcel(tuple(map(self._unit, group)), far)
        self._pending[workers.submit(play_parcel, parcel)] = group

    def _far(self, group: tuple[Sitting, ...]) -> Far:
        """What has to be sent to a machine that does not share our files."""
        journals = map(self.directory.journal, (sitting.number for sitting in group))
        started = tuple(journal.read_bytes() if journal.exists() else b"" for journal in journals)
        return Far(started, self._files, tuple({bot.command[0] for bot in self.match.bots if bot.code is None}))

    def _unit(self, sitting: Sitting) -> Unit:
        seats = len(sitting.bots)
        gates = max(1, _AT_ONCE // seats)
        gate = self.directory.path / f"gate-{sitting.number % gates}" if self.tables > gates else None
        return Unit(
            number=sitting.number,
            start=sitting.start,
            block=self._block(sitting),
            journal=str(self.directory.journal(sitting.number)),
            logs=str(self.directory.logs),
            sandbox=self.sandbox,
            trace=self._trace,
            gate=str(gate) if gate else None,
        )

    def _block(self, sitting: Sitting) -> Block:
        return self.match.block_of(sitting, self.sandbox.label, str(self.directory.games), self._boards)

    def _look(self) -> None:
        """Take in what blocks in play have finished; journals that take long to read are looked at less often."""
        began = time.monotonic()
        if began < self._next_look:
            return
        for group in self._pending.values():
            for sitting in group:
                self._intake.take_in(sitting)
        ended = time.monotonic()
        self._next_look = ended + 20 * (ended - began)

    def _finish(self, workers: Crew, future: "Future[Delivery]") -> None:
        """A worker is done with a parcel, or lost."""
        group = self._pending.pop(future)
        try:
            delivery = future.result()
        except WorkerLostError:
            first = group[0].number
            self._losses[first] = losses = self._losses.get(first, 0) + 1
            if not self.stopping.times:
                if losses > _LOSSES:
                    raise
                self._submit(workers, group)
            return
        self._pace.note(delivery.seconds, len(delivery.over))
        self._receive(group, delivery)

    def _receive(self, group: tuple[Sitting, ...], delivery: Delivery) -> None:
        """Take in what was played; games that were played twice count once."""
        for number, (sitting, over) in enumerate(zip(group, delivery.over, strict=False)):
            if delivery.journals is not None:
                self.directory.journal(sitting.number).write_bytes(delivery.journals[number])
            played = self._intake.take_in(sitting)
            if over:
                self._leave_blank(sitting, played)
        add_logs(self.directory.logs, delivery.logs)

    def _leave_blank(self, sitting: Sitting, played: int) -> None:
        """The block is over: what is not played of it is forfeited (P9)."""
        for index in range(sitting.start + played, sitting.start + sitting.count):
            self._merge.add(index, BLANK)
        self._over.append(sitting)

    def _clean(self, at_once: bool = False) -> None:
        """Remove the journals of blocks whose games are all in their place, on the disk too."""
        now = time.monotonic()
        if now < self._next_clean and not at_once:
            return
        self._next_clean = now + _CLEAN_S
        if at_once:
            self.book.checkpoint(all_of_it=True)
        done = [sitting for sitting in self._over if sitting.start + sitting.count <= self.book.kept]
        if done and not at_once:
            self.book.checkpoint()
        for sitting in done:
            self._over.remove(sitting)
            self._intake.forget(sitting)

    def _stop(self, workers: Crew) -> None:
        """What has not begun is not begun; what is played is given up."""
        for future in [future for future in self._pending if future.cancel()]:
            del self._pending[future]
        workers.stop()

    def _end(self, workers: Crew) -> None:
        """End the workers, whatever brought us here, and keep what they have finished."""
        if self._pending:
            self._stop(workers)
        workers.shutdown(cancel_futures=True)
        for future, group in self._pending.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._receive(group, future.result())
            for sitting in group:
                self._intake.take_in(sitting)
        self._pending.clear()
        self._clean(at_once=True)
