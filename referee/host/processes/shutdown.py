"""The ladder by which bots are ended (P10): quit, end of input, SIGTERM, SIGKILL to all they started."""

import contextlib
import os
import select
import signal
import time
from collections.abc import Sequence

from protocol.codec import encode
from protocol.messages import Quit
from referee.host.processes.process import Process
from referee.host.processes.stop import Stop

TERM_MS = 300
"""Between SIGTERM and SIGKILL."""
_QUIT = encode(Quit())
_TICK_MS = 50  # a second wish to stop is seen this soon
_CHUNK = 1 << 16
_LAST_READS = 16


def end_all(processes: Sequence[Process], quit_ms: int, stop: Stop | None = None) -> None:
    """End processes side by side; when this returns nothing of them is left, nor of what they started."""
    for process in processes:
        _say_quit(process)
    alive = _wait(processes, quit_ms, stop)
    for process in alive:
        process.signal(signal.SIGCONT)  # a stopped process would not see the other
        process.signal(signal.SIGTERM)
    _wait(alive, TERM_MS, stop)
    for process in processes:
        process.kill()


def _say_quit(process: Process) -> None:
    if process.launch.thaw:
        process.launch.thaw()
    if process.stdin >= 0:
        with contextlib.suppress(OSError):  # full, or closed on the other side
            os.write(process.stdin, _QUIT)
        process.close_stdin()


def _wait(processes: Sequence[Process], wait_ms: int, stop: Stop | None) -> list[Process]:
    """Those that have not ended after `wait_ms`; what they print meanwhile is taken away, so that none hangs on it."""
    until = time.monotonic() + wait_ms / 1000
    alive = [process for process in processes if not process.closed]
    poll, ears = _listen(alive)
    while True:
        alive = [process for process in alive if not _has_ended(process)]
        left = until - time.monotonic()
        if not alive or left <= 0 or (stop is not None and stop.urgent):
            return alive
        for fd, _ in poll.poll(min(left * 1000, _TICK_MS)):
            process = ears[fd]
            if fd == process.pidfd or not _drain(process, fd):
                poll.unregister(fd)


def _has_ended(process: Process) -> bool:
    """Whether it has ended; then what it still had to say on stderr is taken, as far as it is there."""
    if process.ending() is None:
        return False
    for _ in range(_LAST_READS):
        if not _drain(process, process.stderr):
            break
    return True


def _listen(processes: Sequence[Process]) -> tuple[select.poll, dict[int, Process]]:
    poll, ears = select.poll(), {}
    for process in processes:
        for fd in (process.stdout, process.stderr, process.pidfd):
            if fd >= 0:
                poll.register(fd, select.POLLIN)
                ears[fd] = process
    return poll, ears


def _drain(process: Process, fd: int) -> bool:
    """Take away what one pipe holds; False if it holds nothing."""
    try:
        text = os.read(fd, _CHUNK)
    except OSError:
        return False
    if fd == process.stderr:
        process.errors.add(text, *process.errors.last)
    return bool(text)
