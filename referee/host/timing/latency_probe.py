"""An echo: a program that does nothing but answer, and so shows how late the machine itself makes an answer."""

import contextlib
import os
import select
import shutil
import statistics
import subprocess
import time

import msgspec

from referee.host.timing.machine_lateness import Noise

_PERIOD_NS = 1_000_000_000
_ROUNDS = 200
_PATIENCE_MS = 1_000
_LINE = b"echo\n"
_STALE = 4_096


class Quiet(msgspec.Struct, frozen=True):
    """How long an echo takes on this machine, in microseconds."""

    median_us: float
    longest_us: float


class Echo:
    """`cat`, asked from time to time. What it is late is noted as the machine's lateness since the time before.

    It runs where the process runs that asks it, on the same core as that one's bots.
    """

    def __init__(self, noise: Noise) -> None:
        """OSError: there is no such program here, or it cannot be started now."""
        self._noise = noise
        self._last = time.perf_counter_ns()
        program = shutil.which("cat") or "cat"
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._process.stdin
        assert self._process.stdout
        self._stdin, self._stdout = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)

    def calibrate(self) -> Quiet:
        """Ask it many times. The first answers, while it starts, do not count."""
        times = [self._ask() / 1_000 for _ in range(_ROUNDS)][_ROUNDS // 10 :]
        return Quiet(statistics.median(times), max(times))

    def listen(self, at_once: bool = False) -> None:
        """Ask it once, if that was not done within the last second, or in any case.

        Between games it is asked so that a window is never much longer than a game; where an answer is late it is asked
        at once, for only a window that reaches into the wait for that answer says anything of it.
        """
        began = self._last
        if at_once or time.perf_counter_ns() - began >= _PERIOD_NS:
            late = self._ask()
            self._last = time.perf_counter_ns()
            self._noise.note(began, self._last, late)

    def close(self) -> None:
        """End it; a second time does nothing. From then on it tells nothing."""
        if self._stdin >= 0:
            self._poll.unregister(self._stdout)
            self._stdin = self._stdout = -1
            with self._process as process:
                process.kill()

    def _ask(self) -> int:
        """Nanoseconds until the answer; the patience, if there is none."""
        began = time.perf_counter_ns()
        with contextlib.suppress(OSError):  # somebody has ended it: it tells nothing any more
            while self._poll.poll(0) and os.read(self._stdout, _STALE):
                pass  # what it was asked before, and was too late with
            os.write(self._stdin, _LINE)
            if self._poll.poll(_PATIENCE_MS):
                os.read(self._stdout, len(_LINE))
        return time.perf_counter_ns() - began
