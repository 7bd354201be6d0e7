"""A clock that a test sets going: no stall of the machine makes a good bot late, a silent one is soon given up."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from protocol.limits import LIMITS
from referee.host.processes.descendants import descendants
from referee.host.processes.process import Process
from referee.host.processes.stop import Stop
from referee.host.timing.machine_lateness import Noise
from referee.host.wire.connection import Connection
from referee.host.wire.trace import Trace

Connect: TypeAlias = Callable[[Process, Stop, Noise, int], Connection]
LATE: Final = "late"
"""A file in the scratch directory of a bot: as long as it is there the bot's time runs."""
TOOK: Final = "took"
"""And one that says how many milliseconds have passed at once; it is taken away when they have."""
_LOOK_MS: Final = 5
_MS: Final = 1_000_000


class Sandglass:
    """The time of one process of a bot. It runs only while the bot is waited for, and only if the bot says so."""

    def __init__(self, process: Process) -> None:
        self._ns = process.began
        self._process = process

    def now(self) -> int:
        """In nanoseconds."""
        return self._ns

    def over(self, look: Callable[[int], list[tuple[int, int]]]) -> Callable[[int], list[tuple[int, int]]]:
        """A look at what happens: where nothing does, the time that it was to take has passed, however long it took."""

        def wait(ms: int) -> list[tuple[int, int]]:
            for _ in range(0, ms, _LOOK_MS):
                if self._passes():
                    return []
                runs = any(map(os.path.exists, self._marks(LATE)))
                ready = look(min(ms, _LOOK_MS))
                if runs:
                    self._ns += min(ms, 1) * _MS if ready else ms * _MS
                if runs or ready:
                    return ready
            return look(0)

        return wait

    def _passes(self) -> bool:
        """Whether some time has passed at once, because the bot says so."""
        for mark in self._marks(TOOK):
            with contextlib.suppress(OSError):
                self._ns += int(Path(mark).read_text()) * _MS
                os.unlink(mark)
                return True
        return False

    def _marks(self, name: str) -> list[str]:
        """Where a file of a bot may be, as we see it or as the bot does in a sandbox."""
        mark = os.path.join(self._process.scratch, name)
        return [mark, *(f"/proc/{pid}/root{mark}" for pid in descendants(self._process.pid))]


class Unhurried(Trace):
    """Gives every process of a block a sandglass. It is lent to a host in the place of a trace, and writes nothing."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull))

    def connect(self, seat: int, process: Process, stop: Stop, noise: Noise, max_line: int) -> Connection:
        """A connection like any other, but for its clock."""
        return unhurried(process, stop, noise, max_line)


def unhurried(process: Process, stop: Stop, noise: Noise, max_line: int = LIMITS.max_line) -> Connection:
    """A connection with a sandglass for its clock."""
    glass = Sandglass(process)
    link = Connection(process, stop, noise, max_line, glass.now)
    link.happened = glass.over(link.happened)
    return link
