"""An echo: a program that does nothing but answer, and so shows how late the machine itself makes an answer."""

import contextlib
import os
import select
import shutil
import statistics
import subprocess
import time
from typing import NamedTuple

from referee.host.noise import Noise

_PERIOD_NS = 1_000_000_000
_ROUNDS = 200
_PATIENCE_MS = 1_000
_LINE = b"echo\n"


class Quiet(NamedTuple):
    """How long an echo takes on this machine, in microseconds."""

    median: float
    longest: float


class Echo:
    """`cat`, asked from time to time. What it is late is noted as the machine's lateness since the time before."""

    def __init__(self, noise: Noise) -> None:
        """OSError: there is no such program here."""
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

    def listen(self) -> None:
        """Ask it once, if that was not done within the last second."""
        began = self._last
        if time.perf_counter_ns() - began >= _PERIOD_NS:
            late = self._ask()
            self._last = time.perf_counter_ns()
            self._noise.note(began, self._last, late)

    def close(self) -> None:
        """End it."""
        with self._process as process:
            process.kill()

    def _ask(self) -> int:
        """Nanoseconds until the answer; the patience, if there is none."""
        began = time.perf_counter_ns()
        with contextlib.suppress(OSError):  # somebody has ended it: it tells nothing any more
            os.write(self._stdin, _LINE)
            if self._poll.poll(_PATIENCE_MS):
                os.read(self._stdout, len(_LINE))
        return time.perf_counter_ns() - began
