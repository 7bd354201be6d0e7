"""One logged game, asked again of the bot at one seat; everybody else is played by the record."""

from collections.abc import Sequence

from protocol.codec import Answer
from referee.arena.rerun.comparison import Compared, Verdict
from referee.host.faults import Fault
from referee.host.game.catch_up import Retelling
from referee.host.game.game_setup import Task
from referee.host.game.seat import Host, Seat
from referee.host.game.seat_state import Part
from referee.host.game.table import Table
from referee.records.format.record import FaultRecord, Record
from referee.rules.cards import CARD
from referee.rules.decision import Decision, IllegalAction

_PATIENCE = 4
_LONGER_MS = 2_000
"""A slow answer is waited for four times as long, and two seconds more, so that it can be seen."""


class Asking(Retelling):
    """A table at which one bot is asked what it was asked then. Its process is started by whoever calls."""

    def __init__(
        self, task: Task, seats: Sequence[Seat], host: Host, record: Record, seat: int, stop_at: int | None
    ) -> None:
        super().__init__(task, seats, host, record)
        self.compared: list[Compared] = []
        self.unready: str | None = None
        self.broke_off = False
        self._mine = seat
        self._stop_at = stop_at

    def ask(self) -> None:
        """Go through the game, up to the decision to stop at. Raises Stopped."""
        self._open()
        if self.unready is None:
            self._rounds()
        if self._course.game.result is not None:
            self._tell_end()

    def _open(self) -> None:
        Table._open(self)
        first = self._happened.get((0, 0, 0))
        if first is not None and not self._record.hands[0].actions and self._at_start(first):
            self._repeat(first)

    def _at_start(self, first: FaultRecord) -> bool:
        """Whether somebody was not ready then; of the seat that is asked it may as well have been the answer."""
        decision = self._course.game.decision
        return first.fault == "start" or decision is None or first.seat != decision.seat

    def _rounds(self) -> None:
        course = self._course
        mine = course.parts[self._mine]
        while (decision := course.game.decision) is not None and not self.broke_off:
            if self._stop_at is not None and course.count > self._stop_at:
                return
            part = course.parts[decision.seat]
            if part.replaced:
                course.play_for(part, decision, 0)
            elif part is not mine:
                self._turn(part, decision)
            elif not mine.down or self._bring_back(mine):
                self._turn(mine, decision)
                alive = mine.seat.alive()
                self.broke_off = not alive and self.compared[-1].verdict != "same"
            else:
                self.broke_off = True

    def _ask(self, part: Part, decision: Decision) -> Answer | Fault:
        wait = part.wait
        part.wait = _PATIENCE * wait + _LONGER_MS
        answer = super()._ask(part, decision)
        part.wait = wait
        self.compared.append(self._compared(part, decision, answer))
        return answer

    def _refuse(self, part: Part, cause: Fault) -> None:
        self.unready = f"{cause.kind}: {cause.reason}"
        super()._refuse(part, cause)

    def _compared(self, part: Part, decision: Decision, answer: Answer | Fault) -> Compared:
        course, state = self._course, self._course.game.state
        hand, index = self._record.hands[len(course.made) - 1], len(course.made[-1])
        happened = self._happened.get((hand.hand, hand.attempt, index))
        then, say_then = _then(self._record, len(course.made) - 1, index, happened)
        fault = answer if isinstance(answer, Fault) else self._flaw(part, decision, answer)
        say_now = () if isinstance(answer, Fault) else answer.say
        if happened is not None:
            same = fault is not None and fault.kind == happened.fault
        else:
            same = isinstance(answer, Answer) and fault is None and (answer.action, say_now) == (then, say_then)
        return Compared(
            action=course.count,
            hand=hand.hand,
            attempt=hand.attempt,
            trick=state.number,
            decision=decision.kind,
            legal=tuple(decision.legal()),
            then=then,
            now=answer.kind if isinstance(answer, Fault) else answer.action,
            say_then=say_then,
            say_now=say_now,
            verdict="same" if same else _verdict(fault),
            ms=self._used,
            allowed_ms=part.allowance,
            why=fault.reason if fault else None,
        )

    def _flaw(self, part: Part, decision: Decision, answer: Answer) -> Fault | None:
        """What a table would object to in an answer: that it is not legal, or late."""
        action = CARD.get(answer.action, answer.action)
        if not decision.allows(action):
            return self._illegal(decision, action, IllegalAction(decision.rule, "not legal"))
        offered = (decision.say or {}).get(action, ()) if isinstance(action, int) else ()
        for saying in answer.say:
            if saying not in offered:
                why = IllegalAction("R1.10", f"the saying {saying} is not offered with {answer.action}")
                return self._illegal(decision, action, why)
        if self._used > part.latest:
            return Fault("timeout", f"the answer took {self._used} ms of {part.allowance} ms", "P4")
        return None


def _then(record: Record, number: int, index: int, happened: FaultRecord | None) -> tuple[str, tuple[str, ...]]:
    """What was answered then: the kind of fault, or the action and what was said with it."""
    if happened is not None:
        return happened.fault, ()
    done = record.hands[number].actions[index]
    return done.action, done.remarks.sayings() if done.remarks else ()


def _verdict(fault: Fault | None) -> Verdict:
    if fault is None:
        return "different"
    if fault.kind == "illegal":
        return "illegal"
    return "slow" if fault.kind == "timeout" else "failed"
