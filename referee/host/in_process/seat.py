"""A seat whose bot is called and not written to."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from bots.kit import Bot as KitBot
from bots.kit import Choose
from protocol.events import Fault as ToldFault
from protocol.limits import LIMITS
from protocol.messages import Game as ToldGame
from protocol.messages import HelloReply
from referee.host.faults import fault
from referee.host.game.seat import Host, Seat
from referee.host.in_process.loading import CannotLoad, load
from referee.host.in_process.view import Known
from referee.host.processes.bot import Bot
from referee.host.processes.stderr_buffer import ErrorLog
from referee.host.timing.clock import Times
from referee.host.wire.game_message import Announcement
from referee.host.wire.ids import Ids
from referee.rules.engine import Game

_TOLD: Final = msgspec.json.Decoder(ToldGame)
_ID: Final = 1
"""There is no line to be told from others."""


class Mind(NamedTuple):
    """A bot in one game: what chooses, and what it knows."""

    choose: Choose
    known: Known


class InsideSeat(Seat):
    """A place at which code is called: there is no process, so it is never late, nor does it end."""

    def __init__(
        self, number: int, bot: Bot, host: Host, times: Times, ids: Ids, max_line: int = LIMITS.max_line
    ) -> None:
        super().__init__(number, bot, host, times, ids, max_line)
        self.wrote = ErrorLog()
        """What it printed, kept as other bots' stderr is."""
        self.mind: Mind | None = None
        """Who plays the present game."""
        self._code: KitBot | None = None
        self._told: ToldGame | None = None

    def start(self) -> None:
        """Load its code."""
        self.absent = self.mind = self._code = None
        assert self.bot.code is not None
        try:
            self._code = load(self.bot.code)
        except CannotLoad as error:
            self.absent = fault("start", str(error))

    def greet(self) -> HelloReply | None:
        """It says nothing of itself; None if it could not be loaded."""
        return HelloReply(_ID) if self.absent is None else None

    @property
    def empty(self) -> bool:
        """Never: whoever was loaded is there for good."""
        return False

    def alive(self) -> bool:
        """Always."""
        return True

    def sit_down(
        self, game: Game, faults: dict[int, ToldFault], announcement: Announcement, number: int, seed: int, time_ms: int
    ) -> None:
        """Make the bot of a game, told what any bot is told; `faults` as in Known. Raises whatever the bot raises."""
        if self._told is None:  # read as a process would read it: nothing in it is the referee's own
            self._told = _TOLD.decode(announcement.line(_ID, number, seed))
        told = msgspec.structs.replace(self._told, game=number, seed=seed)
        code = self._code
        assert code is not None
        self.mind = None
        choose: Choose = code(told).choose if isinstance(code, type) else code
        self.mind = Mind(choose, Known(game, faults, told, time_ms))


def hand_in(seats: Iterable[Seat], host: Host) -> None:
    """Give the host what bots of this process have printed; they have played."""
    for seat in seats:
        if isinstance(seat, InsideSeat):
            host.log(seat.number, seat.bot, seat.wrote)
