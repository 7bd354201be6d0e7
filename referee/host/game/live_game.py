"""The course of one game: what has happened so far, for the rules, for the record, and for those who are told."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol.events import Fault as ToldFault
from protocol.messages import Offence
from protocol.messages import Result as ToldResult
from referee.host.faults import Fault
from referee.host.game.game_setup import Task
from referee.host.game.seat import Seat
from referee.host.game.seat_state import Part
from referee.host.timing.clock import Clock
from referee.host.wire.requests import Requests
from referee.host.wire.wire_text import encode_json
from referee.records.format.from_game import record_of
from referee.records.format.record import ActionRecord, Consequence, FaultRecord, Record, Remarks
from referee.rules.decision import Decision, text_of
from referee.rules.engine import Game

_BY_REFEREE = Remarks(by="referee")


class Course:
    """A game in progress. Whoever decides what happens (a table, or the record of an earlier run) says it here."""

    def __init__(self, task: Task, seats: Sequence[Seat]) -> None:
        self.task = task
        self.game = Game(task.setting.variant, task.deals)
        self.requests = Requests(self.game)
        times, shared = task.setting.block.times, task.setting.shared_clock
        self.parts = [Part(seat, times, shared or Clock(times)) for seat in seats]
        self.made: list[list[ActionRecord]] = [[] for _ in self.game.hands]
        """The actions, by attempt at a hand."""
        self.faults: list[FaultRecord] = []
        self.offence: tuple[int, Fault] | None = None
        """The seat and the fault that ended the game, if one did."""
        self.void = False
        """Whether the game is given up, to be played again."""
        self._circumstances = task.circumstances()

    @property
    def over(self) -> bool:
        """Whether nothing is to be decided any more."""
        return self.game.decision is None or self.void

    @property
    def count(self) -> int:
        """Decisions so far, over all hands."""
        return sum(map(len, self.made))

    def wrote(self, decision: Decision, text: str, ms: int, remarks: Remarks | None = None) -> None:
        """Write down the action that the game has just taken."""
        self.made[-1].append(ActionRecord(decision.place, text, ms, remarks))
        if len(self.made) != len(self.game.hands):
            self.turn_page()

    def turn_page(self) -> None:
        """Begin the list of actions of each attempt at a hand that was dealt since."""
        self.made += [[] for _ in self.game.hands[len(self.made) :]]

    def play_for(self, part: Part, decision: Decision, ms: int) -> None:
        """The first legal action, by the referee; `ms` is what the seat itself had used."""
        action = decision.first()
        self.game.act(action)
        part.charge(ms)
        self.wrote(decision, text_of(action), ms, _BY_REFEREE)

    def blame(
        self, part: Part, fault: Fault, consequence: Consequence, evidence: dict[str, object], ms: int = 0
    ) -> None:
        """Write down a fault, tell it, and do what follows from it (P9)."""
        seat = part.seat.number
        hand = self.game.hands[-1]
        self.faults.append(
            FaultRecord(
                hand=hand.hand,
                attempt=hand.attempt,
                action=len(self.made[-1]),
                seat=seat,
                fault=fault.kind,
                clause=fault.clause,
                consequence=consequence,
                evidence=evidence,
            )
        )
        if consequence == "void":
            self.void = True
            return
        self.requests.fault(ToldFault(seat=seat, fault=fault.kind, consequence=consequence))
        if consequence == "forfeit":
            self.offence = seat, fault
            self.game.forfeit(seat)
            return
        if fault.kind in ("crash", "resource"):
            part.fall()
        if consequence == "replace":
            part.give_up()
        else:
            part.substituted += 1
        decision = self.game.decision
        assert decision is not None and decision.seat == seat
        self.play_for(part, decision, ms)

    def ends(self) -> list[bytes]:
        """The last message to each seat. The reason of a fault is for its author alone."""
        seats = range(len(self.parts))
        if self.offence is None:
            result = encode_json(self._result(None))
            return [self.requests.end(seat, result) for seat in seats]
        author, fault = self.offence
        told = Offence(author, fault.kind, fault.clause)
        public, own = (encode_json(self._result(offence)) for offence in (told, replace(told, reason=fault.reason)))
        return [self.requests.end(seat, own if seat == author else public) for seat in seats]

    def _result(self, offence: Offence | None) -> ToldResult:
        result = self.game.result
        assert result is not None
        return ToldResult(result.winners, result.scores, result.utility, result.stakes, result.reason, offence)

    def record(self) -> Record:
        """The record of the game, which is over or void."""
        return record_of(self.game, self.made, self._circumstances, self.faults, not self.void)
