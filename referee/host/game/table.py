"""A table: a game that is asked of its bots. Every answer is judged, every fault has its evidence and its price."""

import time
from collections.abc import Sequence

from protocol.codec import Answer
from protocol.shown import shown
from referee.host.faults import Fault, fault
from referee.host.game.evidence import evidence, rerun, timing_of
from referee.host.game.game_setup import Task
from referee.host.game.live_game import Course
from referee.host.game.seat import Host, Seat, start_all, stop_all
from referee.host.game.seat_state import Part
from referee.host.processes.stop import Stopped
from referee.host.wire.replies import read_act, read_game
from referee.records.format.record import GAME, ActionRecord, Record, Remarks
from referee.rules.cards import CARD
from referee.rules.decision import Action, Decision, IllegalAction
from referee.rules.why import why_illegal

_MS = 1_000_000
_REASON = 300  # characters of a reason, which may quote the bot


class Table:
    """Plays one game from `game` to `end`. Raises Stopped, between decisions and while it waits for one."""

    def __init__(self, task: Task, seats: Sequence[Seat], host: Host, may_void: bool = False) -> None:
        self._task = task
        self._seats = seats
        self._host = host
        self._may_void = may_void
        self._block = task.setting.block
        self._course = Course(task, seats)
        self._take_id = task.setting.ids.take
        self._answer: Answer | Fault | None = None
        self._used = 0  # milliseconds to be charged for the last answer

    def play(self) -> Record:
        """The record of the game."""
        self._open()
        self._rounds()
        if not self._course.void:
            self._tell_end()
        return self._course.record()

    def _rounds(self) -> None:
        """Ask, judge and play until the game is over."""
        course = self._course
        while (decision := self._go_on()) is not None:
            part = course.parts[decision.seat]
            if self._answer is None:
                self._unusual(part, decision)
            else:
                self._judge(part, decision, self._answer, self._used)
            if course.void:
                return

    def _go_on(self) -> Decision | None:
        """Ask and play up to a decision that is no plain case, if there is one; what came as an answer is in `_answer`.

        The hot loop of every match: a bot that answers in time with something legal and no more is all in here. Between
        two requests all is cold, and what counts is how many steps there are.
        """
        course, game, parts, stop = self._course, self._course.game, self._course.parts, self._host.stop
        compose, act, take_id, action_of, hands = course.requests.act, game.act, self._take_id, CARD.get, game.hands
        count, pages, write = course.count, len(hands), course.made[-1].append
        self._answer = None
        while (decision := game.decision) is not None:
            part = parts[decision.seat]
            ask, link = part.ask, part.link
            if ask is None or link is None:
                return decision
            if stop.wished:
                raise Stopped
            ident = take_id()
            answer = ask(compose(decision, ident, part.allowance, part.last_ms), ident, count, part.wait)
            used = (link.ended - link.began) // _MS
            if answer.__class__ is not str or used > part.latest:
                self._answer, self._used = Answer(answer) if isinstance(answer, str) else answer, used
                return decision
            try:
                act(action_of(answer, answer))
            except IllegalAction:
                self._answer, self._used = Answer(answer), used
                return decision
            part.last_ms = used
            if part.banked:
                part.charge(used)
            write(ActionRecord(decision.place, answer, used))
            count += 1
            if len(hands) != pages:
                course.turn_page()
                pages, write = len(hands), course.made[-1].append
        return None

    def _unusual(self, part: Part, decision: Decision) -> None:
        """A seat that is replaced, or has to be started again, or held between decisions."""
        if part.replaced:
            self._course.play_for(part, decision, 0)
        elif not part.down or self._bring_back(part):
            answer = self._ask(part, decision)
            self._judge(part, decision, answer, self._used)

    def leaving(self) -> list[Seat]:
        """The seats whose process has to be followed by another: it was at fault and was told so, or is dead (P9)."""
        course = self._course
        left = {part.seat.number for part in course.parts if part.replaced or part.down}
        if course.offence is not None:
            left.add(course.offence[0])
        faulty = {self._seats[each.seat].bot.id for each in course.faults}
        left |= {seat.number for seat in self._seats if seat.empty or (seat.bot.id in faulty and not seat.alive())}
        return [self._seats[number] for number in sorted(left)]

    def _judge(self, part: Part, decision: Decision, answer: Answer | Fault, used: int) -> None:
        """Do what an answer says, or what follows from its fault. The order of judgement: illegal, then late."""
        if isinstance(answer, Fault):
            self._blame(part, answer, used)
            return
        text, say = answer.action, answer.say
        action = CARD.get(text, text)
        if used > part.latest and decision.allows(action):
            self._blame(part, fault("timeout", f"the answer took {used} ms of {part.allowance} ms"), used)
            return
        try:
            self._course.game.act(action, say)
        except IllegalAction as error:
            self._blame(part, self._illegal(decision, action, error), used)
            return
        part.charge(used)
        self._course.wrote(decision, text, used, self._remarks(part, answer))

    def _ask(self, part: Part, decision: Decision) -> Answer | Fault:
        """What comes as an answer to a decision; what it is charged with is then in `_used`.

        For bots that stand still between decisions, are charged by another clock, or heard on a beat.
        """
        link, cpu = part.seat.link, part.cpu
        assert link is not None
        ident = self._take_id()
        request = self._course.requests.act(decision, ident, part.allowance, part.last_ms)
        if part.thaw:
            part.thaw()
        before = cpu() if cpu else 0
        limit = before + (part.latest + 1) * _MS
        link.send(request, ident, self._course.count)
        answer = link.receive(read_act, part.wait, (lambda: cpu() >= limit) if cpu else None)
        self._used = (cpu() - before if cpu else link.ended - link.began) // _MS
        if part.freeze:
            part.freeze()
        pace_ms = self._block.times.pace_ms
        if pace_ms:
            beat = pace_ms * _MS
            self._host.stop.sleep(-(-((link.began - time.perf_counter_ns()) % beat) // _MS))
        return answer

    def _blame(self, part: Part, cause: Fault, used: int, ready: bool = True) -> None:
        """Find what follows from a fault, and have it written down with its evidence. Who is not ready forfeits."""
        course, link, policy = self._course, part.seat.link, self._block.policy
        if link is not None:
            link.hear()
        if cause.kind == "timeout" and self._host.echo is not None:
            self._host.echo.listen(at_once=True)
        timing = timing_of(part, cause, used, self._block.times, ready)
        consequence = policy.consequence(cause.kind, part.substituted) if ready else "forfeit"
        if cause.kind == "timeout" and timing.suspect and policy.suspect == "void" and self._may_void:
            consequence = "void"
        again = rerun(self._block.file, part.seat.bot.command, self._task.game, part.seat.number, course.count)
        found = evidence(cause, link, timing, again)
        if not ready and cause.kind != "start":
            found["asked"] = GAME
        course.blame(part, cause, consequence, found, used)

    def _illegal(self, decision: Decision, action: Action, error: IllegalAction) -> Fault:
        if decision.allows(action):  # then it is what was said with it
            return fault("illegal", error.message, error.rule)
        rule, message = why_illegal(self._course.game.state, decision, action)
        return fault("illegal", shown(message, _REASON), rule)

    def _remarks(self, part: Part, answer: Answer) -> Remarks | None:
        """What is kept beside an action; a note that was dropped is told to its author by way of his log."""
        if answer.warning and part.seat.link is not None:
            part.seat.link.warn(answer.warning)
        if not answer.say and answer.note is None:
            return None
        return Remarks(answer.say[0] if len(answer.say) == 1 else answer.say or None, answer.note)

    def _open(self) -> None:
        """Begin the game for every seat side by side; the first seat that is not ready forfeits."""
        parts = self._course.parts
        for part in parts:
            self._announce(part)
        causes = [self._hear_ready(part) for part in parts]
        for part, cause in zip(parts, causes, strict=True):
            if cause is not None:
                self._refuse(part, cause)
                return

    def _announce(self, part: Part) -> None:
        link, number = part.seat.link, part.seat.number
        if link is None or part.seat.absent is not None:
            return
        if part.thaw:
            part.thaw()
        link.new_game(self._task.game)
        ident = self._take_id()
        announcement = self._task.setting.announcements[number]
        link.send(announcement.line(ident, self._task.number, self._task.seeds[number]), ident)

    def _hear_ready(self, part: Part) -> Fault | None:
        """Why a seat is not ready for the game, if it is not."""
        link, times = part.seat.link, self._block.times
        if link is None or part.seat.absent is not None:
            return part.seat.absent
        reply = link.receive(read_game, times.game_ms + times.margin_ms)
        if part.freeze:
            part.freeze()
        return reply if isinstance(reply, Fault) else None

    def _refuse(self, part: Part, cause: Fault) -> None:
        """A seat that is not ready forfeits, whatever the kind of its fault (P9)."""
        link = part.seat.link
        self._blame(part, cause, (link.ended - link.began) // _MS if link is not None else 0, ready=False)

    def _bring_back(self, part: Part) -> bool:
        """Put another process in the place of one that died, and tell it the game from its beginning (P9)."""
        stop_all([part.seat], self._host, 0)
        start_all([part.seat], self._host.gate)
        part.join(self._block.times)
        self._announce(part)
        cause = self._hear_ready(part)
        if cause is not None:
            self._refuse(part, cause)
            return False
        self._course.requests.again(part.seat.number)
        return True

    def _tell_end(self) -> None:
        for part, line in zip(self._course.parts, self._course.ends(), strict=True):
            if part.seat.link is not None:
                part.seat.link.tell(line)
