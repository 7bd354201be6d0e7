"""Time limits: what they are, and what a seat has left of them in a game. Pure, in whole milliseconds (P3-P5)."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from protocol.messages import Clock as ToldClock

MOST_MS: Final = 24 * 60 * 60 * 1_000
"""The longest time that can be given for anything, a day: what is longer was not meant, and no timer holds it."""

Span: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_MS)]
Wait: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MOST_MS)]

_CPU_FACTOR = 5
_CPU_EXTRA_MS = 1_000


class Times(msgspec.Struct, frozen=True):
    """The limits of a match, in milliseconds; where they are read from a file, none may be longer than a day."""

    move_ms: Span = 1_000
    bank_ms: Span | None = None
    delay_ms: Wait | None = None
    kind: Literal["wall", "cpu"] = "wall"
    margin_ms: Wait = 20
    """Forgiven at the deadline, and charged (P4)."""
    start_ms: Span = 10_000
    game_ms: Span = 5_000
    quit_ms: Wait = 500
    ponder: bool = False
    """Whether a bot may think while others are asked; if not, it is stopped where the sandbox can (P6)."""
    pace_ms: Span | None = None
    """Answers go on only on this beat, so that nobody can signal by the time he takes."""

    def told(self) -> ToldClock:
        """What the bots are told of it."""
        return ToldClock(move_ms=self.move_ms, bank_ms=self.bank_ms, delay_ms=self.delay_ms, kind=self.kind)


class Clock:
    """One seat's time in one game; without a bank it never changes, and seats and games may share one."""

    def __init__(self, times: Times) -> None:
        self._times = times
        self._bank = times.bank_ms
        self._delay = times.delay_ms or 0
        self._reckon()

    def charge(self, used: int) -> None:
        """Take what a decision took beyond the delay out of the bank; the margin is charged too."""
        if self._bank is not None:
            self._bank -= min(self._bank, max(0, used - self._delay))
            self._reckon()

    def _reckon(self) -> None:
        times = self._times
        allowance = times.move_ms if self._bank is None else min(times.move_ms, self._bank + self._delay)
        by_wall = max(_CPU_FACTOR * allowance, allowance + _CPU_EXTRA_MS) if times.kind == "cpu" else allowance
        self.allowance = allowance
        """What the next decision may take: the move's limit, or less where the bank runs out."""
        self.latest = allowance + times.margin_ms
        """The longest that an answer may take and be in time: the boundary belongs to the bot (P4)."""
        self.wait = by_wall + times.margin_ms
        """How long an answer is waited for by the wall; by a processor clock five times as long, at least 1 s more."""
