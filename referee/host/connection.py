"""The pipes of one bot: a line out, a line back, against a deadline that never moves (P4, P7, P11)."""

import os
import select
import time
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from protocol.codec import BadLine, Stale
from protocol.limits import LIMITS
from protocol.shown import shown
from referee.host.faults import Fault, fault
from referee.host.inbox import Inbox
from referee.host.noise import Noise
from referee.host.process import Process
from referee.host.stop import Stop, Stopped

Reply = TypeVar("Reply")
Decode: TypeAlias = Callable[[bytes, int, int], Reply | Stale]
"""From a line, the id asked and the longest line allowed to the answer; raises BadLine."""

_CHUNK = 1 << 16
_LOOK_MS = 10  # an answer that takes longer is waited for in steps, which also measure how late the machine is
_STEP_MS = 50
_STATUS_MS = 100  # between the end of a bot's output and its exit status


class Connection:
    """One bot's process as the table sees it. Times are nanoseconds of `now`, a clock that never goes back."""

    def __init__(
        self,
        process: Process,
        stop: Stop,
        noise: Noise,
        max_line: int = LIMITS.max_line,
        now: Callable[[], int] = time.perf_counter_ns,
    ) -> None:
        self.process = process
        self.inbox = Inbox(max_line)
        self.game = ""
        """The id of the game being played; stderr is filed under it."""
        self.action = -1
        """The number of the decision asked last, in the game."""
        self.began = process.began
        """When the request was written."""
        self.ended = 0
        """When the newline of the answer was read."""
        self.own_ns = 0
        """What the referee itself took of the time of the last answer, where that answer was slow."""
        self._stop = stop
        self._noise = noise
        self._max_line = max_line
        self._now = now
        self._id = 0
        self._unsent = b""
        self._over: str | None = None  # why no more will come
        self._silent = False  # stderr has ended
        self._poller = select.poll()  # everything that may happen while a bot is waited for
        for fd in (process.stdout, process.stderr, process.pidfd, stop.fd):
            if fd >= 0:
                self._poller.register(fd, select.POLLIN)
        self._poller.register(process.stdin, 0)  # that it is closed on the other side is told unasked
        self._poll = self._poller.poll
        self._printed = _poll_of(process.stdout, process.stderr)  # the little that has to be looked at every time

    def new_game(self, game: str) -> None:
        """Begin to count anew what answers nothing (fault `flood`)."""
        self.hear()
        self.game, self.action = game, -1
        self.inbox.forget()

    def send(self, request: bytes, ident: int, action: int = -1) -> None:
        """Write a request, as much of it as the pipe takes now. What was printed before it answers nothing (P7)."""
        ready = self._printed(0)
        if ready:
            self._clear(ready)
        self._id = ident
        self.action = action
        self.own_ns = 0
        if self._unsent:
            request = self._unsent + request
        self.began = self._now()
        try:
            sent = os.write(self.process.stdin, request)
        except OSError:
            sent = -1  # not a byte; what the reason is will be seen when it is tried again
        if sent != len(request):
            self._write(request[max(sent, 0) :])
        elif self._unsent:
            self._unsent = b""

    def tell(self, line: bytes) -> None:
        """Put a line that is not to be answered before the next request: a bot is not woken for it alone."""
        self._unsent += line

    def flush(self) -> None:
        """Write now what is left to be told."""
        if self._unsent:
            self._write(self._unsent)

    def receive(self, decode: Decode[Reply], wait_ms: int, spent: Callable[[], bool] | None = None) -> Reply | Fault:
        """The answer to what was sent last, or why there is none; waits `wait_ms` from `began`, whatever comes.

        What lies there at the first look is taken, however late the look. `spent` is asked now and then whether the bot
        has used up its time by another clock. Raises Stopped.
        """
        inbox = self.inbox
        ready = self._printed(_LOOK_MS if wait_ms >= _LOOK_MS else wait_ms)
        if len(ready) == 1 and ready[0][0] == self.process.stdout and inbox.empty and not self._unsent:
            # The hot path: nothing but one whole line has come. Everything else takes the long way below.
            line = os.read(self.process.stdout, _CHUNK)
            self.ended = self._now()
            if line.find(b"\n") + 1 == len(line) > 0:
                inbox.line = line
                try:
                    answer = decode(line, self._id, self._max_line)
                except BadLine as bad:
                    return self._malformed(bad)
                if not isinstance(answer, Stale):
                    return answer
            inbox.begin()
            if line:
                inbox.feed(line)
            else:
                self._close("its output ended")
        else:
            inbox.begin()
            self._take(self._poll(0))
            self.ended = self._now()
        return self._wait(decode, wait_ms, spent)

    def hear(self) -> None:
        """Take in what lies in stderr, up to a pipe's worth; it belongs to the last request."""
        if self._printed(0):
            self._drain()

    def late_ms(self) -> int:
        """By how many milliseconds the machine was late while the last answer was waited for."""
        return self._noise.late_ms(self.began, self.ended)

    def warn(self, text: str) -> None:
        """Put a word of the referee's into the bot's log."""
        self.process.errors.add(b"referee: " + text.encode() + b"\n", self.game, self.action)

    def _wait(self, decode: Decode[Reply], wait_ms: int, spent: Callable[[], bool] | None) -> Reply | Fault:
        """Go on until there is an answer or a fault. The order of judgement: stopped, dead, silent, unreadable."""
        deadline = self.began + (wait_ms + 1) * 1_000_000  # in whole milliseconds the boundary belongs to the bot
        woken = self._now()
        while True:
            verdict = self._judge(decode)
            if verdict is not None:
                return verdict
            if self._over is not None:
                return self._gone(self._over)
            now = self._now()
            self.own_ns += now - woken
            if now >= deadline or (spent is not None and spent()):
                self.inbox.cut()
                return fault("timeout", f"no answer within {wait_ms} ms")
            step = min(_STEP_MS, -(-(deadline - now) // 1_000_000))
            ready = self._poll(step)
            woken = self._now()
            if not ready:
                self._noise.slept(now, step, woken)
            self._take(ready)
            self.ended = self._now()

    def _judge(self, decode: Decode[Reply]) -> Reply | Fault | None:
        """The first line that answers, or the first cause of a fault, among the lines that are there."""
        inbox = self.inbox
        while not inbox.flooded and (line := inbox.next_line()) is not None:
            try:
                answer = decode(line, self._id, self._max_line)
            except BadLine as bad:
                inbox.cut()
                return self._malformed(bad)
            if not isinstance(answer, Stale):
                inbox.cut()
                return answer
            inbox.drop(line)
        if inbox.flooded:
            return fault("flood", f"{inbox.lines} lines and {inbox.bytes} bytes that answer nothing")
        if inbox.overlong:
            inbox.cut()
            return fault("malformed", f"a line longer than {self._max_line} bytes")
        return None

    def _take(self, ready: list[tuple[int, int]]) -> None:
        """Take in what has come; raises Stopped."""
        process = self.process
        for fd, state in ready:
            if fd == process.stdout:
                self._read()
            elif fd == process.stderr:
                self._drain()
            elif fd == process.stdin:
                self._poller.modify(fd, 0)
                if state & select.POLLERR:
                    self._close("its input is closed")
                else:
                    self._write(self._unsent)
            elif fd == process.pidfd:
                while self._read():
                    pass
                self._close("the process ended")
            elif fd == self._stop.fd:
                raise Stopped

    def _clear(self, ready: list[tuple[int, int]]) -> None:
        """Take away what has come before a request: dropped and counted. What has ended is charged with the request."""
        self._take(ready)
        while not self.inbox.flooded and self._over is None and self._read():
            pass
        self.inbox.cut()

    def _read(self) -> bool:
        """Read once from stdout; False if there is nothing more, now or ever, or far too much."""
        try:
            text = os.read(self.process.stdout, _CHUNK)
        except BlockingIOError:
            return False
        if not text:
            self._close("its output ended")
            return False
        self.inbox.feed(text)
        return len(self.inbox) < LIMITS.flood_bytes

    def _drain(self) -> bool:
        """Read once from stderr; False if there is nothing more, now or ever."""
        try:
            text = os.read(self.process.stderr, _CHUNK)
        except BlockingIOError:
            return False
        if text:
            self.process.errors.add(text, self.game, self.action)
        elif not self._silent:
            self._silent = True
            self._poller.unregister(self.process.stderr)
            self._printed = _poll_of(self.process.stdout)
        return bool(text)

    def _write(self, text: bytes) -> None:
        """Write what the pipe takes now, and the rest when it takes more."""
        try:
            sent = os.write(self.process.stdin, text)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            self._close("its input is closed")
            sent = len(text)
        if sent != len(text):
            self._unsent = text[sent:]
            self._poller.modify(self.process.stdin, select.POLLOUT)
        elif self._unsent:
            self._unsent = b""

    def _close(self, why: str) -> None:
        self._over = self._over or why

    def _gone(self, why: str) -> Fault:
        """The fault of a bot that is dead, or deaf or dumb for good; what it left on stderr is taken in."""
        process = self.process
        ending = process.ending(_STATUS_MS)
        for _ in range(LIMITS.flood_bytes // _CHUNK):
            if not self._drain():
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


def _poll_of(*fds: int) -> Callable[[int], list[tuple[int, int]]]:
    """A look at some pipes that may have something to read; it takes the milliseconds to wait for it."""
    poller = select.poll()
    for fd in fds:
        poller.register(fd, select.POLLIN)
    return poller.poll
