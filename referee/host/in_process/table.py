"""A table at which some bots, or all, are called in this process; whoever has a process is asked as at any table."""

import traceback
from collections.abc import Sequence
from typing import Final

from bots.kit import Move
from protocol.codec import Answer, BadLine, Stale, decode_act, encode
from protocol.events import Fault as ToldFault
from protocol.messages import ActReply
from protocol.shown import shown
from referee.host.faults import Fault, fault
from referee.host.game.game_setup import Task
from referee.host.game.seat import Host, Seat
from referee.host.game.seat_state import Part
from referee.host.game.table import Table
from referee.host.in_process.loading import last_line
from referee.host.in_process.seat import InsideSeat, Mind
from referee.host.in_process.view import Seen
from referee.host.processes.stop import Stopped
from referee.records.format.record import ActionRecord
from referee.rules.cards import CARD, NAMES
from referee.rules.decision import Decision, IllegalAction

_ID: Final = 1
_SEATS: Final = 8
_REASON: Final = 300
_STDERR: Final = 2_048

_PLAYED: Final = [{name: ActionRecord(place, name, 0) for name in NAMES} for place in range(_SEATS)]
"""By place and card: the record of a card. No time is taken, so there are but these."""


class InsideTable(Table):
    """Plays one game like any table, bots in this process by calls of functions: no lines, no clock, no sandbox."""

    def __init__(self, task: Task, seats: Sequence[Seat], host: Host, may_void: bool = False) -> None:
        super().__init__(task, seats, host, may_void)
        self._inside = [seat if isinstance(seat, InsideSeat) else None for seat in seats]
        self._faults: dict[int, ToldFault] = {}
        self._speaker: InsideSeat | None = None

    def overhear(self, text: bytes) -> None:
        """Bots of this process print: it goes to the log of the one that is at work."""
        decision = self._course.game.decision
        speaker = self._speaker or (self._inside[decision.seat] if decision is not None else None)
        if speaker is not None:
            self._log(speaker, text)

    def _go_on(self) -> Decision | None:
        """Ask and play up to a decision that is no plain case, if there is one; what came as an answer is in `_answer`.

        The hot loop of every simulation: a legal action and no more, from a bot that is there, is all in here.
        """
        course, game, log, stop = self._course, self._course.game, self._course.game.log, self._host.stop
        act, action_of, hands = game.act, CARD.get, game.hands
        minds, faults = self._minds(), len(self._faults)
        write, pages = course.made[-1].append, len(hands)
        self._answer, self._used = None, 0
        while (decision := game.decision) is not None:
            mind = minds[decision.seat]
            if mind is None:
                return decision
            if stop.wished:
                raise Stopped
            try:
                text = mind.choose(Seen(mind.known, decision, len(log) + faults))
            except (Exception, SystemExit) as error:
                self._answer = self._crash(decision.seat, error)
                return decision
            if text.__class__ is not str:
                self._answer = self._read(decision.seat, text)
                return decision
            try:
                act(action_of(text, text))
            except IllegalAction:
                self._answer = self._read(decision.seat, text)
                return decision
            place = decision.place
            write(_PLAYED[place].get(text) or ActionRecord(place, text, 0))
            if len(hands) != pages:
                course.turn_page()
                write, pages = course.made[-1].append, len(hands)
        return None

    def _minds(self) -> list[Mind | None]:
        """By seat: who can simply be called; None for a seat with a process, replaced, or to be started again."""
        return [
            None if seat is None or part.replaced or part.down else seat.mind
            for seat, part in zip(self._inside, self._course.parts, strict=True)
        ]

    def _ask(self, part: Part, decision: Decision) -> Answer | Fault:
        """What comes as an answer to a decision, where it is no plain case."""
        seat = self._inside[part.seat.number]
        if seat is None or seat.mind is None:
            return super()._ask(part, decision)
        self._used = 0
        choose, known = seat.mind
        try:
            move = choose(Seen(known, decision, len(self._course.game.log) + len(self._faults)))
        except (Exception, SystemExit) as error:
            return self._crash(seat.number, error)
        return self._read(seat.number, move)

    def _read(self, seat: int, move: str | Move) -> Answer | Fault:
        """What an answer says, judged exactly as if the kit had written it as a line."""
        try:
            reply = ActReply(_ID, *move) if isinstance(move, Move) else ActReply(_ID, move)
            line = encode(reply)
        except (Exception, SystemExit) as error:
            return self._crash(seat, error)
        try:
            answer = decode_act(line, _ID, self._block.max_line)
        except BadLine as bad:
            return fault("malformed", shown(bad.reason, _REASON))
        assert not isinstance(answer, Stale)
        return answer

    def _crash(self, seat: int, error: BaseException) -> Fault:
        """The fault of a bot that raises. Its traceback, without our own lines, goes where a process would write it."""
        inside = self._inside[seat]
        assert inside is not None
        trace = error.__traceback__ and error.__traceback__.tb_next
        text = "".join(traceback.format_exception(type(error), error, trace))
        self._log(inside, text.encode("utf-8", "backslashreplace"))
        return fault("crash", shown(f"it raised {last_line(error)}", _REASON))

    def _log(self, seat: InsideSeat, text: bytes) -> None:
        seat.wrote.add(text, self._task.game, self._course.count)

    def _blame(self, part: Part, cause: Fault, used: int, ready: bool = True) -> None:
        """As at any table; the fault is noted for bots that look what happened, the traceback in the evidence."""
        course = self._course
        happened = len(course.game.log) + len(self._faults)
        super()._blame(part, cause, used, ready)
        last = course.faults[-1]
        if not course.void:
            self._faults[happened] = ToldFault(seat=last.seat, fault=last.fault, consequence=last.consequence)
        inside = self._inside[last.seat]
        if inside is not None and cause.kind == "crash":
            last.evidence["stderr"] = inside.wrote.tail(_STDERR).decode("utf-8", "backslashreplace")

    def _hear_ready(self, part: Part) -> Fault | None:
        """Make the bot of this game."""
        seat = self._inside[part.seat.number]
        if seat is None or seat.absent is not None:
            return super()._hear_ready(part)
        task, number = self._task, seat.number
        announcement = task.setting.announcements[number]
        self._speaker = seat
        try:
            seat.sit_down(
                self._course.game, self._faults, announcement, task.number, task.seeds[number], part.allowance
            )
        except (Exception, SystemExit) as error:
            return self._crash(number, error)
        finally:
            self._speaker = None
        return None

    def _tell_end(self) -> None:
        if None in self._inside:  # nobody else hears of it
            super()._tell_end()
