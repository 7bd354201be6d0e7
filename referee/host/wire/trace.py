"""Traces: every line to and from every bot of a game, with its time, and what it wrote to stderr in its place."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from protocol.codec import Stale
from protocol.shown import shown
from referee.host.faults import Fault
from referee.host.processes.process import Process
from referee.host.processes.stderr_buffer import ErrorLog
from referee.host.processes.stop import Stop
from referee.host.timing.machine_lateness import Noise
from referee.host.wire.connection import Connection, Decode, Reply
from referee.host.wire.inbox import Inbox

TO_BOT: Final = ">"
FROM_BOT: Final = "<"
DROPPED: Final = "x"
"""What came and answers nothing: dropped unjudged (P7)."""
STDERR: Final = "!"

_MS: Final = 1e6


class Trace:
    """The traces of a block: a file a game, in a directory that is made when there is something to write.

    A line holds the milliseconds since the game began (or since the last line of the game before it), the seat, a mark,
    and the text with control characters escaped. What is said before the first game, or after the last one, stands in
    the file of that game.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: IO[str] | None = None
        self._game = ""
        self._began = 0
        self._early: list[tuple[int, int, str, bytes]] = []

    def connect(self, seat: int, process: Process, stop: Stop, noise: Noise, max_line: int) -> Connection:
        """The connection to a bot's process, traced."""
        return _Traced(self, seat, process, stop, noise, max_line)

    def begin(self, game: str) -> None:
        """What comes now belongs to this game."""
        if game == self._game:
            return
        self.close()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file = (self._folder / f"{game.replace('/', '-')}.trace").open("a", 1, "utf-8")
        self._game, self._began = game, time.perf_counter_ns()
        for early in self._early:
            self._write(*early)
        self._early.clear()

    def note(self, seat: int, mark: str, text: bytes) -> None:
        """Write down a line, or several, to or from a seat."""
        now = time.perf_counter_ns()
        for line in text.splitlines():
            if self._file is None:
                self._early.append((now, seat, mark, line))
            else:
                self._write(now, seat, mark, line)

    def close(self) -> None:
        """Close the file; what is noted after that belongs to the next game."""
        if self._file is not None:
            self._file.close()
        self._file, self._game = None, ""

    def _write(self, now: int, seat: int, mark: str, line: bytes) -> None:
        assert self._file is not None
        self._file.write(f"{(now - self._began) / _MS:12.3f} {seat} {mark} {shown(line)}\n")


class _Traced(Connection):
    """A connection that writes down what goes through it."""

    def __init__(self, trace: Trace, seat: int, process: Process, stop: Stop, noise: Noise, max_line: int) -> None:
        super().__init__(process, stop, noise, max_line)
        self._note: Callable[[str, bytes], None] = lambda mark, text: trace.note(seat, mark, text)
        self._trace = trace
        self.inbox = _TracedInbox(max_line, self._note)
        process.errors = _TracedErrors(self._note)

    def new_game(self, game: str) -> None:
        super().new_game(game)
        self._trace.begin(game)

    def send(self, request: bytes, ident: int, action: int = -1) -> None:
        super().send(request, ident, action)
        self._note(TO_BOT, request)

    def tell(self, line: bytes) -> None:
        super().tell(line)
        self._note(TO_BOT, line)

    def receive(self, decode: Decode[Reply], wait_ms: int, spent: Callable[[], bool] | None = None) -> Reply | Fault:
        def noted(line: bytes, ident: int, longest: int) -> Reply | Stale:
            self._note(FROM_BOT, line)
            return decode(line, ident, longest)

        answer = super().receive(noted, wait_ms, spent)
        if isinstance(answer, Fault):
            self._note(DROPPED, f"fault {answer.kind}: {answer.reason}".encode())
        return answer


class _TracedInbox(Inbox):
    """An inbox that shows what is dropped unread."""

    def __init__(self, max_line: int, note: Callable[[str, bytes], None]) -> None:
        super().__init__(max_line)
        self._note = note

    def cut(self) -> None:
        if self._buffer:
            self._note(DROPPED, bytes(self._buffer))
        super().cut()


class _TracedErrors(ErrorLog):
    """An error log that shows each piece when it comes."""

    def __init__(self, note: Callable[[str, bytes], None]) -> None:
        super().__init__()
        self._note = note

    def add(self, text: bytes, game: str, action: int) -> None:
        if text:
            self._note(STDERR, text)
        super().add(text, game, action)
