"""Telling bots a game that was played before, from its record: they are asked everything, the record decides (G1)."""

from collections.abc import Sequence

from protocol.codec import Answer
from referee.host.faults import Fault
from referee.host.game.game_setup import Task
from referee.host.game.seat import Host, Seat, stop_all
from referee.host.game.seat_state import Part
from referee.host.game.table import Table
from referee.records.format.record import FaultRecord, Record
from referee.rules.cards import CARD
from referee.rules.decision import Decision


class Retelling(Table):
    """A table at which nothing new happens. Bots are sent what they were sent then, ids and times of day apart."""

    def __init__(self, task: Task, seats: Sequence[Seat], host: Host, record: Record) -> None:
        super().__init__(task, seats, host)
        self._record = record
        self._happened = {(each.hand, each.attempt, each.action): each for each in record.faults}
        self.different = 0
        """Answers that were others than the first time."""

    def _open(self) -> None:
        super()._open()
        here = self._record.hands[len(self._course.made) - 1]
        first = self._happened.get((here.hand, here.attempt, 0))
        if first is not None and not here.actions:
            self._repeat(first)

    def _rounds(self) -> None:
        course = self._course
        while (decision := course.game.decision) is not None:
            part = course.parts[decision.seat]
            if part.replaced:
                course.play_for(part, decision, 0)
            elif not part.down or self._bring_back(part):
                self._turn(part, decision)

    def _turn(self, part: Part, decision: Decision) -> None:
        course = self._course
        number = len(course.made) - 1
        hand, index = self._record.hands[number], len(course.made[number])
        answer = self._ask(part, decision) if part.seat.link is not None else None
        happened = self._happened.get((hand.hand, hand.attempt, index))
        if happened is not None:
            self._repeat(happened)
            return
        done = hand.actions[index]
        sayings = done.remarks.sayings() if done.remarks else ()
        course.game.act(CARD.get(done.action, done.action), sayings)
        part.charge(done.ms)
        course.wrote(decision, done.action, done.ms, done.remarks)
        self.different += not (isinstance(answer, Answer) and (answer.action, answer.say) == (done.action, sayings))
        if not part.seat.alive():
            part.fall()

    def _repeat(self, happened: FaultRecord) -> None:
        """Let a fault of then have its consequence."""
        course = self._course
        number = len(course.made) - 1
        hand = self._record.hands[number]
        index = len(course.made[number])
        ms = hand.actions[index].ms if index < len(hand.actions) else 0
        cause = Fault(happened.fault, "", happened.clause)
        course.blame(course.parts[happened.seat], cause, happened.consequence, happened.evidence, ms)

    def _refuse(self, part: Part, cause: Fault) -> None:
        """A bot that is not ready now is left out; what it did then stands."""
        stop_all([part.seat], self._host, 0)
