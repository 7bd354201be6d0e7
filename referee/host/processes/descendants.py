"""The processes below this one: adopted when their parents die, found by walking, killed until none is left.

Linux only; elsewhere there is nothing to walk, and a process group is all that can be ended.
"""

import contextlib
import ctypes
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable

_SUBREAPER = 36  # prctl PR_SET_CHILD_SUBREAPER
_PDEATHSIG = 1  # prctl PR_SET_PDEATHSIG
_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
LINUX = sys.platform == "linux"


def adopt_orphans() -> bool:
    """Become the parent of every process below this one that loses its own; True if the system can."""
    return _prctl(_SUBREAPER, 1)


def die_with_parent() -> bool:
    """Be killed when the thread that forked this process ends; True if the system can."""
    return _prctl(_PDEATHSIG, int(signal.SIGKILL))


def children(pid: int) -> list[int]:
    """The children of a process, the dead that nobody has waited for included."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            found += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def descendants(pid: int) -> list[int]:
    """Every process below `pid`, parents before their children."""
    found = children(pid)
    for child in found:
        found += children(child)
    return found


def parent(pid: int) -> int:
    """The parent of a process; 0 if it is gone."""
    return int(_stat(pid)[1])


def dead(pid: int) -> bool:
    """Whether a process has ended, waited for or not."""
    return _stat(pid)[0] in b"ZX"


def session(pid: int) -> int:
    """The session of a process; 0 if it is gone."""
    return int(_stat(pid)[3])


def has_home(pid: int, home: str) -> bool:
    """Whether a process was started in the environment of a bot with this scratch directory, or runs in it."""
    with contextlib.suppress(OSError):
        if os.readlink(f"/proc/{pid}/cwd").startswith(home):
            return True
    return b"\0HOME=" + os.fsencode(home) + b"\0" in b"\0" + _read(f"/proc/{pid}/environ")


def at_home_below(folder: str) -> list[int]:
    """Every process of this machine with the environment of a bot whose scratch directory is below this folder."""
    home = b"\0HOME=" + os.fsencode(folder) + b"/"
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()] if LINUX else []
    return [pid for pid in pids if home in b"\0" + _read(f"/proc/{pid}/environ") and not dead(pid)]


def tree_ns(pid: int) -> int:
    """Processor time, in nanoseconds, of a process and of all below it, and of those they have waited for."""
    return sum(map(_used_ns, (pid, *descendants(pid))))


def kill(pid: int) -> None:
    """SIGKILL to a process below this one, and to no stranger that has its number by now."""
    before = parent(pid)
    if not before:
        return
    with contextlib.suppress(OSError):
        fd = os.pidfd_open(pid)
        try:
            if parent(pid) == before:
                signal.pidfd_send_signal(fd, signal.SIGKILL)
        finally:
            os.close(fd)


def kill_until_none(find: Callable[[], Iterable[int]], patience: float = 5.0) -> list[int]:
    """Kill what `find` finds, again and again, until nothing of it is alive. What is left after `patience` seconds.

    One round is not enough: what forks faster than it is found, or passes to another parent, shows in the next. It may
    do so while one looks, too, and be missed in both places: what is not there is looked for once more. Those among
    them that are children of ours are waited for.
    """
    until = time.monotonic() + patience
    hunted: dict[int, None] = {}
    clean = False
    while True:
        hunted.update(dict.fromkeys(find()))
        hunted = {pid: None for pid in hunted if not reap(pid) and parent(pid)}
        alive = [pid for pid in hunted if not dead(pid)]
        if (clean and not alive) or time.monotonic() > until:
            return alive
        clean = not alive
        if alive:
            for pid in alive:
                kill(pid)
            _wait_for_end(alive[0])


def sweep(spare: Collection[int]) -> list[int]:
    """Kill and bury every process below this one, but those in `spare` and what is below them. What is left."""

    def strangers() -> list[int]:
        found = [pid for pid in children(os.getpid()) if pid not in spare]
        for child in found:
            found += children(child)
        return found

    return kill_until_none(strangers)


def reap(pid: int) -> bool:
    """Take the status of a child of ours that has ended; True if there was one."""
    with contextlib.suppress(ChildProcessError):
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    return False


def _wait_for_end(pid: int) -> None:
    """Wait until a process has ended, at most 20 ms."""
    with contextlib.suppress(OSError):
        fd = os.pidfd_open(pid)
        try:
            ended = select.poll()
            ended.register(fd, select.POLLIN)
            ended.poll(20)
        finally:
            os.close(fd)


def _used_ns(pid: int) -> int:
    """Of a process and its dead children; 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        own = time.clock_gettime_ns((~pid << 3) | 2)  # what clock_getcpuclockid gives for a process
    except OSError:
        return 0
    return own + (int(fields[13]) + int(fields[14])) * _TICK_NS  # cutime and cstime


def _stat(pid: int) -> list[bytes]:
    """State, parent, group and session of a process; `X` and zeros if it is gone."""
    text = _read(f"/proc/{pid}/stat")
    fields = text[text.rfind(b")") + 1 :].split()  # the name before may hold anything, brackets too
    return fields[:4] if len(fields) > 3 else [b"X", b"0", b"0", b"0"]


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _prctl(option: int, value: int) -> bool:
    return LINUX and ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0
