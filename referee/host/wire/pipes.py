"""The three pipes of one bot: what comes out of them, what goes in, and how it shows that there is nobody any more."""

import os
import select
from collections.abc import Callable

from protocol.limits import LIMITS
from referee.host.processes.process import Process
from referee.host.processes.stop import Stop, Stopped
from referee.host.wire.fast_path import CHUNK
from referee.host.wire.inbox import Inbox


class Pipes:
    """Our ends, none of which ever blocks. stderr is always taken in, filed under the request it belongs to (P11)."""

    def __init__(self, process: Process, stop: Stop, max_line: int) -> None:
        self.process = process
        self.inbox = Inbox(max_line)
        self.game = ""
        """The id of the game being played; stderr is filed under it."""
        self.action = -1
        """The number of the decision asked last, in the game."""
        self.unsent = b""
        """What the bot is still to be written."""
        self.over: str | None = None
        """Why no more will come, if so."""
        self._stop = stop
        self._silent = False  # stderr has ended
        self._poller = select.poll()
        for fd in (process.stdout, process.stderr, process.pidfd, stop.fd):
            if fd >= 0:
                self._poller.register(fd, select.POLLIN)
        self._poller.register(process.stdin, 0)  # that it is closed on the other side is told unasked
        self.happened = self._poller.poll
        """A look, so many milliseconds long, at everything that may happen while a bot is waited for."""
        self.printed = _poll_of(process.stdout, process.stderr)
        """A look at the little that has to be looked at every time."""

    def take(self, ready: list[tuple[int, int]]) -> None:
        """Take in what has come; raises Stopped."""
        process = self.process
        for fd, state in ready:
            if fd == process.stdout:
                self.read()
            elif fd == process.stderr:
                self.drain()
            elif fd == process.stdin:
                self._poller.modify(fd, 0)
                if state & select.POLLERR:
                    self.close("its input is closed")
                else:
                    self.write(self.unsent)
            elif fd == process.pidfd:
                while self.read():
                    pass
                self.close("the process ended")
            elif fd == self._stop.fd:
                raise Stopped

    def hear(self) -> None:
        """Take in what lies in stderr, up to a pipe's worth; it belongs to the last request."""
        if self.printed(0):
            self.drain()

    def warn(self, text: str) -> None:
        """Put a word of the referee's into the bot's log."""
        self.process.errors.add(b"referee: " + text.encode() + b"\n", self.game, self.action)

    def read(self) -> bool:
        """Read once from stdout; False if there is nothing more, now or ever, or far too much."""
        try:
            text = os.read(self.process.stdout, CHUNK)
        except BlockingIOError:
            return False
        if not text:
            self.close("its output ended")
            return False
        self.inbox.feed(text)
        return len(self.inbox) < LIMITS.flood_bytes

    def drain(self) -> bool:
        """Read once from stderr; False if there is nothing more, now or ever."""
        try:
            text = os.read(self.process.stderr, CHUNK)
        except BlockingIOError:
            return False
        if text:
            self.process.errors.add(text, self.game, self.action)
        elif not self._silent:
            self._silent = True
            self._poller.unregister(self.process.stderr)
            self.printed = _poll_of(self.process.stdout)
        return bool(text)

    def write(self, text: bytes) -> None:
        """Write what the pipe takes now, and the rest when it takes more."""
        try:
            sent = os.write(self.process.stdin, text)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            self.close("its input is closed")
            sent = len(text)
        if sent != len(text):
            self.unsent = text[sent:]
            self._poller.modify(self.process.stdin, select.POLLOUT)
        elif self.unsent:
            self.unsent = b""

    def close(self, why: str) -> None:
        """Note why no more will come; the first reason counts."""
        self.over = self.over or why


def _poll_of(*fds: int) -> Callable[[int], list[tuple[int, int]]]:
    """A look at some pipes that may have something to read; it takes the milliseconds to wait for it."""
    poller = select.poll()
    for fd in fds:
        poller.register(fd, select.POLLIN)
    return poller.poll
