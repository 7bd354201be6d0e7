"""What ends a read that waits for a bot, so that a quick one costs few calls and a slow one is looked after."""

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Final, TypeAlias

Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | None
"""What is done at a signal, as `signal.signal` takes and tells it."""

BEAT_MS: Final = 10
"""How often the alarm rings while a game is played, and so the longest that a read may wait."""


class Alarm:
    """Rings on a beat, and cuts off the read that waits then, with BlockingIOError.

    It does so by making the descriptor one that does not block, which loses nothing, whenever it happens: a read that
    has just got its bytes keeps them. The timer is the process's only one. Where somebody else uses it, or where there
    can be no handler of signals (in a thread), it never rings and `on` stays False: then nobody may read before he has
    looked. To set it and to take it back costs as much as several requests.
    """

    __slots__ = ("_before", "_users", "fd", "on")

    def __init__(self) -> None:
        self.on = False
        self.fd = -1
        """What is being read; -1 if nothing is."""
        self._users = 0
        self._before: Handler = None

    def __enter__(self) -> None:
        """Ring from now on, until the last one who wanted it does not any more."""
        self._users += 1
        if self._users > 1:
            return
        if threading.current_thread() is not threading.main_thread() or signal.getitimer(signal.ITIMER_REAL)[0]:
            return
        self._before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, BEAT_MS / 1000, BEAT_MS / 1000)
        self.on = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._users -= 1
        if self.on and not self._users:
            self.on = False
            self.fd = -1
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        if self.fd >= 0:
            os.set_blocking(self.fd, False)


ALARM: Final = Alarm()
"""The alarm of this process."""
