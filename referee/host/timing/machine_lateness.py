"""How late the machine itself is: measured where the referee sleeps anyway, on the bots' own wait, and by an echo."""

from collections import deque
from collections.abc import Callable
from typing import Final

from referee.host.processes.descendants import children

LATE_MS: Final = 10
"""From here on the machine is called late: half of the margin that every answer has by default."""

_KEPT = 1_000  # windows
_WRAPPERS = 4  # programs between what was started and the bot itself, at most


class Noise:
    """The windows of time in which the machine was late. Times are nanoseconds of the table's clock."""

    def __init__(self) -> None:
        self._windows: deque[tuple[int, int, int]] = deque(maxlen=_KEPT)

    def slept(self, began: int, wanted_ms: int, woken: int) -> None:
        """Note a sleep of `wanted_ms` that nothing cut short."""
        self.note(began, woken, woken - began - wanted_ms * 1_000_000)

    def note(self, began: int, ended: int, late: int) -> None:
        """Note that between two moments something was late by so many nanoseconds."""
        if late >= LATE_MS * 1_000_000:
            self._windows.append((began, ended, late))

    def late_ms(self, began: int, ended: int) -> int:
        """By how many milliseconds the machine was late in windows that touch this one: the most that one of them says.

        They are not added up, since the same moment may be seen in more than one way.
        """
        late = max((late for start, end, late in self._windows if start < ended and end > began), default=0)
        return late // 1_000_000


class Turn:
    """How long a bot waits for its core though it could run, from the moment on at which this is made.

    What its own other threads and processes run meanwhile is taken off: nobody but the bot keeps it waiting then.
    Behind wrappers (a sandbox, a shell) the program that they hold is meant, and of its threads the first.
    """

    def __init__(self, pid: int, tree_ns: Callable[[], int]) -> None:
        """`tree_ns` is the processor time of all its processes so far."""
        self._pid, self._tree_ns = _innermost(pid), tree_ns
        self._before = self._now()

    def waited_ns(self) -> int:
        """So long by now; less than 0 where the bot has several cores, or has ended."""
        return self._now() - self._before

    def _now(self) -> int:
        return sum(scheduled_ns(self._pid)) - self._tree_ns()


def scheduled_ns(pid: int) -> tuple[int, int]:
    """How long a process's first thread has run, and how long it has waited though it could run; 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as file:
            ran, waited, *_ = map(int, file.read().split())
    except (OSError, ValueError):
        return 0, 0
    return ran, waited


def _innermost(pid: int) -> int:
    for _ in range(_WRAPPERS):
        inner = children(pid)
        if len(inner) != 1:
            break
        pid = inner[0]
    return pid
