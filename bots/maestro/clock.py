"""How long to think: the referee's clock, kept well within."""

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Final

from bots.view import View
from protocol.messages import Clock

SHARE: Final = 0.7
"""How much of the time that is left to use; the rest is for what else the machine may have to do."""
LONG_ENOUGH: Final = 0.6
"""Seconds for a card, however much time there is: a match should come to its end."""


class Watch:
    """The clock of a game, as far as this seat has used it."""

    def __init__(self, clock: Clock, hands: int) -> None:
        """Take the clock, and about how many hands the game has."""
        self._clock = clock
        self._hands = hands
        self._bank = clock.bank_ms
        self._begun = False
        self.now: Callable[[], float] = process_time if clock.kind == "cpu" else perf_counter
        """What is charged, in seconds."""

    def charge(self, last_ms: int) -> None:
        """Take note of how long the last answer took; the one before the first decision costs nothing."""
        if self._begun and self._bank is not None:
            self._bank = max(0, self._bank - max(0, last_ms - (self._clock.delay_ms or 0)))
        self._begun = True

    def seconds(self, view: View, left: int) -> float:
        """Return how long this decision may take, `left` decisions being left in the hand."""
        allowed = view.time_ms
        if self._bank is not None:
            decisions = left + 10 * max(0, self._hands - view.state.hand - 1)
            allowed = min(allowed, (self._clock.delay_ms or 0) + self._bank // max(1, decisions))
        return min(allowed * SHARE / 1000, LONG_ENOUGH)
