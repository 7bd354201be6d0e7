"""A person at the table: asked through an interface of his own, in a game that is recorded like any other."""

import time
from collections.abc import Iterator, Sequence
from typing import Protocol

from protocol import events as told
from referee.host.game.block import Block
from referee.host.game.game_setup import Setting, Task
from referee.host.game.seat import Host, Seat, start_all, stop_all
from referee.host.game.table import Table
from referee.host.processes.descendants import adopt_orphans
from referee.records.format.record import FaultRecord, Record, Remarks
from referee.rules.decision import Action, Decision, text_of
from referee.rules.engine import Game
from referee.rules.projection import project

_MS = 1_000_000


class Person(Protocol):
    """Who sits there, as far as the table is concerned."""

    def sit_down(self, game: Game, names: Sequence[str]) -> None:
        """A game begins; the names are those of the players by seat."""

    def see(self, events: Sequence[told.Event]) -> None:
        """Something happened, as the seat is told of it."""

    def see_fault(self, fault: FaultRecord) -> None:
        """A bot was at fault."""

    def decide(self, game: Game, decision: Decision) -> tuple[Action, tuple[str, ...]]:
        """A legal action, and what is said with it. Raises Left. Only the person's own hand may be looked at."""


class Left(Exception):
    """The person does not go on; the game in play is not kept."""


class NotReady(Exception):
    """A bot gave no good answer when it was started; the text says which and why."""


def play_with(person: Person, seat: int, block: Block, host: Host) -> Iterator[Record]:
    """The records of the block's games, each as soon as its game is over; the person takes the seat of that number.

    NotReady; Left; OSError, if the machine can start no process. Whatever happens no process is left.
    """
    adopt_orphans()
    setting = Setting(block)
    seats = [Seat(number, bot, host, block.times, setting.ids, block.max_line) for number, bot in enumerate(block.bots)]
    others = [each for each in seats if each.number != seat]
    try:
        start_all(others, host.gate)
        for each in others:
            if each.absent is not None:
                raise NotReady(f"{each.bot.name} at seat {each.number}: {each.absent.reason}")
        for number in range(len(block.deals)):
            table = _PersonTable(Task(setting, number), seats, host, seat, person)
            yield table.play()
            leaving = [each for each in table.leaving() if each.number != seat]
            stop_all(leaving, host, block.times.quit_ms)
            start_all(leaving, host.gate)
    finally:
        stop_all(others, host, block.times.quit_ms)


class _PersonTable(Table):
    """A table at which one seat is asked without a process and without a clock."""

    def __init__(self, task: Task, seats: Sequence[Seat], host: Host, mine: int, person: Person) -> None:
        super().__init__(task, seats, host)
        self._mine = mine
        self._person = person
        self._seen = 0
        self._faults_seen = 0

    def _rounds(self) -> None:
        course, game = self._course, self._course.game
        self._person.sit_down(game, [seat.bot.name for seat in self._seats])
        while (decision := game.decision) is not None and not course.void:
            self._show()
            if decision.seat == self._mine:
                self._ask_person(decision)
            else:
                self._unusual(course.parts[decision.seat], decision)
        self._show()

    def _ask_person(self, decision: Decision) -> None:
        course = self._course
        began = time.perf_counter_ns()
        action, say = self._person.decide(course.game, decision)
        used = (time.perf_counter_ns() - began) // _MS
        course.game.act(action, say)
        remarks = Remarks(say=say[0] if len(say) == 1 else say) if say else None
        course.wrote(decision, text_of(action), used, remarks)

    def _show(self) -> None:
        """Show what has happened since, as far as the seat may know it."""
        course = self._course
        log = course.game.log
        for fault in course.faults[self._faults_seen :]:
            self._person.see_fault(fault)
        self._faults_seen = len(course.faults)
        events = [event for each in log[self._seen :] if (event := project(each, self._mine)) is not None]
        self._seen = len(log)
        if events:
            self._person.see(events)
