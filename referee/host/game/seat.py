"""A seat of a block: its bot, and the process that sits there now, from its start to its end."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from protocol.codec import decode_hello, encode
from protocol.limits import LIMITS
from protocol.messages import PROTOCOL, Hello, HelloReply
from protocol.shown import shown
from referee import __version__
from referee.host.faults import Fault, fault
from referee.host.processes.bot import Bot
from referee.host.processes.launch import Launcher, plain
from referee.host.processes.process import CannotLaunch, Process
from referee.host.processes.shutdown import end_all
from referee.host.processes.stderr_buffer import ErrorLog
from referee.host.processes.stop import Stop
from referee.host.timing.clock import Times
from referee.host.timing.latency_probe import Echo
from referee.host.timing.machine_lateness import Noise
from referee.host.wire.connection import Connection
from referee.host.wire.ids import Ids
from referee.host.wire.trace import Trace

REFEREE = f"tressette-referee {__version__}"


@dataclass(frozen=True, kw_only=True)
class Host:
    """What this machine lends to a block: how bots are confined, where they write, who may stop it all."""

    launcher: Launcher = plain
    root: str | None = None
    """Where scratch directories are made; None is where the system keeps such things."""
    stop: Stop = field(default_factory=Stop)
    noise: Noise = field(default_factory=Noise)
    echo: Echo | None = None
    """Asked between games, so that the noise knows how late the machine is."""
    gate: AbstractContextManager[object] = field(default_factory=nullcontext)
    """Held while bots are started, so that not too many start at once on a machine."""
    log: Callable[[int, Bot, ErrorLog], None] = lambda seat, bot, errors: None
    """Gets what a process wrote to stderr, when it has ended."""
    trace: Trace | None = None
    """Where every line is written down, if that is wanted."""


class Seat:
    """One place of a block. A process that has to go is followed by another one of the same bot."""

    def __init__(
        self, number: int, bot: Bot, host: Host, times: Times, ids: Ids, max_line: int = LIMITS.max_line
    ) -> None:
        self.number = number
        self.bot = bot
        self.link: Connection | None = None
        self.absent: Fault | None = None
        """Why nobody is ready to play here."""
        self._host = host
        self._times = times
        self._ids = ids
        self._max_line = max_line

    def start(self) -> None:
        """Start a process and say hello. OSError: the machine cannot."""
        self.absent = self.link = None
        try:
            process = Process(self.bot, self._host.launcher, self._host.root)
        except CannotLaunch as error:
            self.absent = fault("start", str(error))
            return
        self.link = self._connected(process)
        ident = self._ids.take()
        self.link.send(encode(Hello(ident, PROTOCOL, REFEREE)), ident)
        self.link.began = process.began  # the time to start counts from the launch (P3)

    def _connected(self, process: Process) -> Connection:
        host = self._host
        if host.trace is not None:
            return host.trace.connect(self.number, process, host.stop, host.noise, self._max_line)
        return Connection(process, host.stop, host.noise, self._max_line)

    def greet(self) -> HelloReply | None:
        """Wait for the answer to hello; None if there is no good one in time, `absent` says why. Raises Stopped."""
        if self.link is None:
            return None
        reply = self.link.receive(decode_hello, self._times.start_ms)
        if isinstance(reply, Fault):
            self.absent = fault("start", f"no good answer to hello: {reply.reason}")
            return None
        return reply

    @property
    def empty(self) -> bool:
        """Whether nobody sits here though nobody has failed to start."""
        return self.link is None and self.absent is None

    def alive(self) -> bool:
        """Whether a process sits here that has not ended."""
        return self.link is not None and self.link.process.ending() is None


def start_all(seats: Sequence[Seat], gate: AbstractContextManager[object]) -> None:
    """Start processes at these seats side by side; who is not ready then is `absent`. Raises Stopped."""
    with gate:
        for seat in seats:
            seat.start()
        for seat in seats:
            seat.greet()


def stop_all(seats: Iterable[Seat], host: Host, quit_ms: int) -> None:
    """End the processes at these seats side by side; nothing of them is left."""
    seated = [(seat, seat.link) for seat in seats if seat.link is not None]
    for _, link in seated:
        link.flush()
        link.process.errors.last = link.game, link.action
    end_all([link.process for _, link in seated], quit_ms, host.stop)
    for seat, link in seated:
        host.log(seat.number, seat.bot, link.process.errors)
        seat.link = None


def plays(reply: HelloReply, game: str) -> bool:
    """Whether a bot that answered so plays the game."""
    return reply.games is None or game in reply.games


def named(reply: HelloReply) -> str:
    """What a bot says of itself, fit to be shown."""
    return shown(" ".join(part for part in (reply.name, reply.version) if part), 100)
