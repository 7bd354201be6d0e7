"""Asking a bot: a line out, a line back, against a deadline that never moves (P4, P7)."""

import os
import threading
import time
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from protocol.codec import Answer, BadLine, Stale
from protocol.limits import LIMITS
from protocol.shown import shown
from referee.host.faults import Fault, fault
from referee.host.processes.process import Process
from referee.host.processes.stop import Stop, Stopped
from referee.host.timing.machine_lateness import Noise, Turn
from referee.host.wire.fast_path import CHUNK, LOOK_MS, quick_ask
from referee.host.wire.pipes import Pipes
from referee.host.wire.replies import read_act
from referee.records.plurals import quantity

Reply = TypeVar("Reply")
Decode: TypeAlias = Callable[[bytes, int, int], Reply | Stale]
"""From a line, the id asked and the longest line allowed to the answer; raises BadLine."""

Ask: TypeAlias = Callable[[bytes, int, int, int], str | Answer | Fault]

_STEP_MS = 50
_STATUS_MS = 100  # between the end of a bot's output and its exit status


class Connection(Pipes):
    """One bot's process as the table sees it. Times are nanoseconds of `now`, a clock that never goes back."""

    def __init__(
        self,
        process: Process,
        stop: Stop,
        noise: Noise,
        max_line: int = LIMITS.max_line,
        now: Callable[[], int] = time.perf_counter_ns,
    ) -> None:
        super().__init__(process, stop, max_line)
        self.began = process.began
        """When the request was written."""
        self.ended = 0
        """When the newline of the answer was read."""
        self.own_ns = 0
        """What the referee itself took of the time of the last answer, where that answer was slow."""
        self.now = now
        self.ident = 0
        """The id asked."""
        self._noise = noise
        self._looked = 0  # when the first look for an answer began, where that was not at once
        self._stale = 0  # the id of the last line that came for this request and answers nothing
        self._max_line = max_line
        # The alarm knows of one read at a time, that of the main thread: others must not wait on it, though it is on.
        in_main = threading.current_thread() is threading.main_thread()
        quick = type(self) is Connection and process.answers >= 0 and in_main
        self.ask: Ask = quick_ask(self) if quick else self.ask_slowly
        """Ask for a decision (request, id, number, milliseconds to wait): the answer, a bare card as its name alone."""

    def new_game(self, game: str) -> None:
        """Begin to count anew what answers nothing (fault `flood`)."""
        self.hear()
        self.game, self.action = game, -1
        self.inbox.forget()

    def send(self, request: bytes, ident: int, action: int = -1) -> None:
        """Write a request, as much of it as the pipe takes now. What was printed before it answers nothing (P7)."""
        ready = self.printed(0)
        if ready:
            self._clear(ready)
        self.ident = ident
        self.action = action
        if self.unsent:
            request = self.unsent + request
        self.began = self.now()
        try:
            sent = os.write(self.process.stdin, request)
        except OSError:
            sent = -1  # not a byte; what the reason is will be seen when it is tried again
        if sent != len(request):
            self.write(request[max(sent, 0) :])
        elif self.unsent:
            self.unsent = b""

    def tell(self, line: bytes) -> None:
        """Put a line that is not to be answered before the next request: a bot is not woken for it alone."""
        self.unsent += line

    def flush(self) -> None:
        """Write now what is left to be told."""
        if self.unsent:
            self.write(self.unsent)

    def ask_slowly(self, request: bytes, ident: int, action: int, wait_ms: int) -> str | Answer | Fault:
        """The same in two steps."""
        self.send(request, ident, action)
        return self.receive(read_act, wait_ms)

    def receive(self, decode: Decode[Reply], wait_ms: int, spent: Callable[[], bool] | None = None) -> Reply | Fault:
        """The answer to what was sent last, or why there is none; waits `wait_ms` from `began`, whatever comes.

        What lies there at the first look is taken, however late the look. `spent` is asked now and then whether the bot
        has used up its time by another clock. Raises Stopped.
        """
        self._looked = self.now()
        ready = self.printed(LOOK_MS if wait_ms >= LOOK_MS else wait_ms)
        if len(ready) == 1 and ready[0][0] == self.process.stdout and self.inbox.empty and not self.unsent:
            try:
                line = os.read(self.process.stdout, CHUNK)
            except BlockingIOError:  # the bot holds the other end too, and has taken its own line back
                return self.look_longer(decode, wait_ms, spent)
            self.ended = self.now()
            return self.read_whole(line, decode, wait_ms, spent)
        return self.look_longer(decode, wait_ms, spent)

    def read_whole(
        self, line: bytes, decode: Decode[Reply], wait_ms: int, spent: Callable[[], bool] | None = None
    ) -> Reply | Fault:
        """The answer, if this is one whole line and nothing but that has come; anything else goes the long way."""
        if line.find(b"\n") + 1 == len(line) > 0:
            self.inbox.line = line
            try:
                answer = decode(line, self.ident, self._max_line)
            except BadLine as bad:
                return self._malformed(bad)
            if not isinstance(answer, Stale):
                return answer
        self.inbox.begin()
        if line:
            self.inbox.feed(line)
        else:
            self.close("its output ended")
        return self._wait(decode, wait_ms, spent)

    def look_longer(
        self, decode: Decode[Reply], wait_ms: int, spent: Callable[[], bool] | None = None
    ) -> Reply | Fault:
        """The answer, where the first look has not shown it and no more."""
        self.inbox.begin()
        self.take(self.happened(0))
        self.ended = self.now()
        return self._wait(decode, wait_ms, spent)

    def late_ms(self) -> int:
        """By how many milliseconds the machine was late while the last answer was waited for."""
        if self.inbox.line:
            self._noise.note(self.began, self.ended, self._overlooked(self.ended))
        return self._noise.late_ms(self.began, self.ended)

    def _overlooked(self, ended: int) -> int:
        """By how much the first look took too long. It ends by itself, answer or not: this process had no core then."""
        return max(0, ended - max(self.began, self._looked) - LOOK_MS * 1_000_000)

    def _wait(self, decode: Decode[Reply], wait_ms: int, spent: Callable[[], bool] | None) -> Reply | Fault:
        """Go on until there is an answer or a fault. The order of judgement: stopped, dead, silent, unreadable."""
        deadline = self.began + (wait_ms + 1) * 1_000_000  # in whole milliseconds the boundary belongs to the bot
        self.own_ns, woken, self._stale = 0, self.now(), 0
        late, turn = self._overlooked(woken), None
        while True:
            verdict = self._judge(decode)
            if verdict is None and self.over is not None:
                verdict = self._gone(self.over)
            now = self.now()
            self.own_ns += now - woken
            if verdict is None and (now >= deadline or (spent is not None and spent())):
                verdict = fault("timeout", f"no answer within {wait_ms} ms{self._instead()}")
                self.inbox.cut()
                self.ended = now
            if verdict is not None:
                if turn is not None:
                    late += max(0, turn.waited_ns())
                self._noise.note(self.began, now, late)
                return verdict
            if turn is None:
                turn = Turn(self.process.pid, self.process.tree_ns)
            step = min(_STEP_MS, -(-(deadline - now) // 1_000_000))
            ready = self.happened(step)
            woken = self.now()
            if not ready:
                self._noise.slept(now, step, woken)
            self.take(ready)
            self.ended = self.now()

    def _judge(self, decode: Decode[Reply]) -> Reply | Fault | None:
        """The first line that answers, or the first cause of a fault, among the lines that are there."""
        inbox = self.inbox
        while not inbox.flooded and (line := inbox.next_line()) is not None:
            try:
                answer = decode(line, self.ident, self._max_line)
            except BadLine as bad:
                inbox.cut()
                return self._malformed(bad)
            if not isinstance(answer, Stale):
                inbox.cut()
                return answer
            self._stale = answer.id
            inbox.drop(line)
        if inbox.flooded:
            unasked = f"{quantity(inbox.lines, 'line')} and {quantity(inbox.bytes, 'byte')} that answer nothing"
            return fault("flood", unasked)
        if inbox.overlong:
            inbox.cut()
            return fault("malformed", f"a line longer than {self._max_line} bytes")
        return None

    def _instead(self) -> str:
        """What came in place of an answer that is late, if anything did."""
        if len(self.inbox):
            return ": an unfinished line was waiting, without its newline"
        return f": a line with id {self._stale} came, {self.ident} was asked" if self._stale else ""

    def _clear(self, ready: list[tuple[int, int]]) -> None:
        """Take away what has come before a request: dropped and counted. What has ended is charged with the request."""
        self.take(ready)
        while not self.inbox.flooded and self.over is None and self.read():
            pass
        self.inbox.cut()

    def _gone(self, why: str) -> Fault:
        """The fault of a bot that is dead, or deaf or dumb for good; what it left on stderr is taken in."""
        process = self.process
        ending = process.ending(_STATUS_MS)
        for _ in range(LIMITS.flood_bytes // CHUNK):
            if not self.drain():
                break
        cause = process.launch.resource() if process.launch.resource else None
        if cause:
            return fault("resource", f"ended by the sandbox: {cause}")
        return fault("crash", f"{why} before the answer ({ending or 'it runs on'})")

    def _malformed(self, bad: BadLine) -> Fault:
        """The fault of a line that cannot be read; who wants an end comes before that."""
        if self._stop:
            raise Stopped
        return fault("malformed", shown(bad.reason, 300))
