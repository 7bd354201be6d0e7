"""Playing a block: starting its bots, playing its games in order, ending its bots; and going on where a run stopped."""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import nullcontext

from referee.host.game.block import Block
from referee.host.game.catch_up import Retelling
from referee.host.game.game_setup import Setting, Task
from referee.host.game.seat import Host, Seat, start_all, stop_all
from referee.host.game.table import Table
from referee.host.in_process.captured_output import Prints
from referee.host.in_process.seat import InsideSeat, hand_in
from referee.host.in_process.table import InsideTable
from referee.host.processes.descendants import adopt_orphans, children, session, sweep
from referee.host.wire.alarm import ALARM
from referee.records.format.record import Record

_TRIES = 2
"""How often a game may be given up because of the machine and played again (P9)."""


def play_block(block: Block, done: Sequence[Record] = (), host: Host | None = None) -> Iterator[Record]:
    """The records of the block's games that are not in `done`, each as soon as its game is over.

    `done` are the first records of this very block, voided tries included; new processes are told these games first, so
    that they go on as if nothing had happened (G1). A game that is given up because of the machine comes as a record
    that is not counted, and again. The records end early when a bot has `max_faults` faulty games in this block: what
    remains would be forfeited unplayed (P9).

    Raises Stopped if the host's stop is set; OSError, if the machine can start no process now; ValueError, if `done`
    is of another block. Whatever happens, and also if the iterator is closed, no process is left. This process must not
    start others in sessions of their own meanwhile: they would be taken for what the bots have left.
    """
    finished = [record for record in done if record.counted]
    expected = [block.game(deal) for deal in block.deals[: len(finished)]]
    if [record.game for record in finished] != expected:
        raise ValueError(f"these are not the first games of the block: {', '.join(each.game for each in finished)}")
    tries = next((number for number, record in enumerate(reversed(done)) if record.counted), len(done))
    return _Sitting(block, finished, tries, host or Host()).games()


class _Sitting:
    """The seats of a block while it is played."""

    def __init__(self, block: Block, finished: list[Record], tries: int, host: Host) -> None:
        self._block = block
        self._finished = finished
        self._tries = tries
        self._host = host
        self._setting = Setting(block)
        self._seats = [
            (Seat if bot.code is None else InsideSeat)(
                number, bot, host, block.times, self._setting.ids, block.max_line
            )
            for number, bot in enumerate(block.bots)
        ]
        self._processes = any(bot.code is None for bot in block.bots)
        self._prints = Prints() if any(bot.code is not None for bot in block.bots) else None
        self._faulty: Counter[str] = Counter()
        for record in finished:
            self._note_faults(record)

    def games(self) -> Iterator[Record]:
        """The records, game by game."""
        with ALARM if self._processes else nullcontext():
            yield from self._all_games()

    def _all_games(self) -> Iterator[Record]:
        if self._processes:
            adopt_orphans()
        before = children(os.getpid()) if self._processes else ()
        self._host.stop.deaf = self._prints is not None
        try:
            if self._more():
                self._start()
            while self._more():
                table, record = self._game(Task(self._setting, len(self._finished)))
                yield record
                self._follow(table, record)
        finally:
            self._host.stop.deaf = False
            stop_all(self._seats, self._host, self._block.times.quit_ms)
            hand_in(self._seats, self._host)
            if self._processes:
                _sweep(before)

    def _game(self, task: Task) -> tuple[Table, Record]:
        may_void = self._tries < _TRIES
        if self._host.echo is not None:
            self._host.echo.listen()
        if self._prints is None:
            table = Table(task, self._seats, self._host, may_void)
            return table, table.play()
        inside = InsideTable(task, self._seats, self._host, may_void)
        with self._prints.to(inside.overhear):
            return inside, inside.play()

    def _more(self) -> bool:
        """Whether there is a game to be played: not all are, and no bot has been at fault in too many."""
        most = max(self._faulty.values(), default=0)
        return len(self._finished) < len(self._block.deals) and most < self._block.policy.max_faults

    def _note_faults(self, record: Record) -> None:
        self._faulty.update({self._block.bots[each.seat].id for each in record.faults})

    def _start(self) -> None:
        """Start a process for every seat, and tell them what was played before."""
        start_all(self._seats, self._host.gate)
        self._setting.note_clock(self._seats)
        if self._block.restart == "block" and self._processes:
            for number, record in enumerate(self._finished):
                table = Retelling(Task(self._setting, number), self._seats, self._host, record)
                table.play()
                self._replace(table.leaving())

    def _follow(self, table: Table, record: Record) -> None:
        """Make ready for the next game, if there is one."""
        if not record.counted:
            self._tries += 1
            stop_all(self._seats, self._host, 0)
            self._start()
            return
        self._tries = 0
        self._finished.append(record)
        self._note_faults(record)
        if self._more():
            self._replace(table.leaving() if self._block.restart == "block" else self._seats)

    def _replace(self, seats: Sequence[Seat]) -> None:
        if not seats:
            return
        stop_all(seats, self._host, self._block.times.quit_ms)
        start_all(seats, self._host.gate)


def _sweep(before: Collection[int]) -> None:
    """End what bots have left in sessions of their own, where nobody can tell any more whose it is."""
    own = os.getsid(0)
    sweep([pid for pid in children(os.getpid()) if pid in before or session(pid) == own])
