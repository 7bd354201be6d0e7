"""How late the machine itself is: measured where the referee sleeps anyway, and by an echo of its own."""

from collections import deque

LATE_MS = 10
"""From here on the machine is called late: half of the margin that every answer has by default."""
_KEPT = 1_000  # windows


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
        """By how many milliseconds in all the machine was late in windows that touch this one."""
        late = sum(late for start, end, late in self._windows if start < ended and end > began)
        return late // 1_000_000
