"""A seat's part in one game: its time, and what has become of its bot in it."""

from referee.host.game.seat import Seat
from referee.host.timing.clock import Clock, Times


class Part:
    """Plain numbers that the table reads for every decision, kept up to date by what happens."""

    __slots__ = (
        "allowance",
        "ask",
        "banked",
        "clock",
        "cpu",
        "down",
        "freeze",
        "last_ms",
        "latest",
        "link",
        "replaced",
        "seat",
        "substituted",
        "thaw",
        "wait",
    )

    def __init__(self, seat: Seat, times: Times, clock: Clock) -> None:
        self.seat = seat
        self.clock = clock
        self.banked = times.bank_ms is not None
        self._read_clock()
        self.last_ms = 0
        """How long the last answer took."""
        self.substituted = 0
        """Decisions at which the referee played for it."""
        self.replaced = False
        """Whether the referee plays for it to the end."""
        self.join(times)

    def join(self, times: Times) -> None:
        """Take what belongs to the process that sits here now."""
        self.link = link = self.seat.link
        self.down = False
        """Whether that process has to be followed by another before the bot is asked again."""
        self.cpu = link.process.cpu_ns if link is not None and times.kind == "cpu" else None
        launch = link.process.launch if link is not None and not times.ponder else None
        self.freeze, self.thaw = (launch.freeze, launch.thaw) if launch is not None else (None, None)
        plain = link is not None and not (self.replaced or self.cpu or self.freeze or times.pace_ms)
        self.ask = link.ask if link is not None and plain else None
        """How it is asked and heard, where there is no more to it."""

    def fall(self) -> None:
        """Its process is dead."""
        self.down, self.ask = True, None

    def give_up(self) -> None:
        """The referee plays for it from now on."""
        self.replaced, self.ask = True, None

    def charge(self, used: int) -> None:
        """Take an answer's milliseconds off the clock."""
        self.last_ms = used
        if self.banked:
            self.clock.charge(used)
            self._read_clock()

    def _read_clock(self) -> None:
        self.allowance = self.clock.allowance
        self.latest = self.clock.latest
        self.wait = self.clock.wait
