"""A seat's part in one game: its time, and what has become of its bot in it."""

from collections.abc import Callable

from referee.host.clock import Clock, Times
from referee.host.seat import Seat


class Part:
    """Plain numbers that the table reads for every decision, kept up to date by what happens."""

    __slots__ = (
        "allowance",
        "clock",
        "cpu",
        "down",
        "freeze",
        "last_ms",
        "latest",
        "plain",
        "replaced",
        "seat",
        "substituted",
        "thaw",
        "wait",
    )

    def __init__(self, seat: Seat, times: Times) -> None:
        self.seat = seat
        self.clock = Clock(times)
        self.last_ms = 0
        """How long the last answer took."""
        self.substituted = 0
        """Decisions at which the referee played for it."""
        self.replaced = False
        """Whether the referee plays for it to the end."""
        self.down = False
        """Whether its process has to be started again before it is asked."""
        self.cpu: Callable[[], int] | None = None
        self.freeze: Callable[[], None] | None = None
        self.thaw: Callable[[], None] | None = None
        self._read_clock()
        self.join(times)

    def join(self, times: Times) -> None:
        """Take what belongs to the process that sits here now."""
        link = self.seat.link
        if link is not None:
            self.cpu = link.process.cpu_ns if times.kind == "cpu" else None
            if not times.ponder:
                self.freeze, self.thaw = link.process.launch.freeze, link.process.launch.thaw
        self.plain = not (self.cpu or self.freeze or times.pace_ms)

    def charge(self, used: int) -> None:
        """Take an answer's milliseconds off the clock."""
        self.last_ms = used
        if self.clock.banked:
            self.clock.charge(used)
            self._read_clock()

    def _read_clock(self) -> None:
        self.allowance = self.clock.allowance
        self.latest = self.clock.latest
        self.wait = self.clock.wait
