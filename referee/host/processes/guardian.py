"""The guardian: a process above a worker that outlives it and ends all it started, however it died (P10).

A worker that is killed with SIGKILL can end nothing any more, and its bots may have children in sessions of their own.
So the worker splits in two as soon as it starts: the lower half works, and the upper half, which does nothing, adopts
what the other leaves behind. If the process above is gone, the worker is killed: nobody is there to take its records.
"""

import contextlib
import os
import select
import signal
import sys
from typing import NoReturn

from referee.host.processes import scratch
from referee.host.processes.descendants import LINUX, adopt_orphans, descendants, die_with_parent, kill_until_none

_FAILED = 1 << 8  # the wait status of an exit with 1


def stand_guard(parent: int, root: str | None = None) -> None:
    """Go on as the child of a guardian; `parent` is the pid of the process that started this one.

    To be called before there are threads or children. SIGTERM to the guardian, whose pid is the one known above, goes
    to the worker, and a second one kills it. The guardian ends as the worker ended, and removes the directory `root`
    then. Elsewhere than on Linux nothing is done.
    """
    if not LINUX:
        return
    above = _opened(parent)  # before the look, so that it cannot be a stranger's
    if above is None or os.getppid() != parent:
        if root:
            scratch.remove(root)
        os._exit(1)
    guardian = os.getpid()
    adopt_orphans()
    sys.stdout.flush()
    sys.stderr.flush()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    worker = os.fork()
    if worker:
        _guard(worker, above, root, mask)
    os.close(above)
    die_with_parent()
    if os.getppid() != guardian:
        os._exit(1)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _opened(pid: int) -> int | None:
    """A pidfd of a process, if it is there."""
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        return None


def _guard(worker: int, above: int, root: str | None, mask: set[int]) -> NoReturn:
    """Wait for the worker's end, or for that of the process above; then leave nothing of what is below."""
    status = _FAILED
    try:
        fd = os.pidfd_open(worker)
        _keep_only(fd, above)
        _forward_signals(fd)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _watch(fd, above)
        status = os.waitpid(worker, 0)[1]
        kill_until_none(lambda: descendants(os.getpid()))
        if root:
            scratch.remove(root)
    finally:
        _end_like(status)


def _keep_only(*fds: int) -> None:
    """Let go of every descriptor but these, so that nobody waits for the end of a pipe because of this process."""
    with contextlib.suppress(OSError):
        os.setsid()  # what is sent to the worker's group is not meant for the guardian
    null = os.open(os.devnull, os.O_RDWR)
    for fd in range(3):
        os.dup2(null, fd)
    below = 3
    for fd in sorted(fds):
        os.closerange(below, fd)
        below = fd + 1
    os.closerange(below, os.sysconf("SC_OPEN_MAX"))


def _forward_signals(worker: int) -> None:
    """SIGTERM goes to the worker, the second time as SIGKILL. SIGINT reaches the worker from the terminal itself."""
    ladder = iter((signal.SIGTERM,))

    def forward(number: int, frame: object) -> None:
        _send(worker, next(ladder, signal.SIGKILL))

    signal.signal(signal.SIGTERM, forward)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)


def _watch(worker: int, above: int) -> None:
    """Return when the worker has ended; kill it when the process above has."""
    poll = select.poll()
    poll.register(worker, select.POLLIN)
    poll.register(above, select.POLLIN)
    while True:
        for fd, _ in poll.poll():
            if fd == worker:
                return
            poll.unregister(above)
            _send(worker, signal.SIGKILL)


def _send(worker: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(worker, number)


def _end_like(status: int) -> NoReturn:
    """End with the worker's exit status, or by its signal."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        with contextlib.suppress(OSError):
            signal.signal(-code, signal.SIG_DFL)  # SIGKILL needs no such thing
        os.kill(os.getpid(), -code)
    os._exit(abs(code))
