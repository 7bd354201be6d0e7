"""What a bot's process and all below it have in memory, and what of it outlives that process."""

import contextlib
import os
import re
import time
from pathlib import Path
from typing import Final

from referee.host.processes.descendants import children, dead, descendants, has_home, session
from referee.host.processes.process import Process

_PEAK: Final = re.compile(r"^VmHWM:\s*(\d+) kB", re.MULTILINE)
_TICK_S: Final = 0.005


def memory_kb(pid: int) -> int:
    """The most that a process and those below it now have had in memory, added up, in kB; 0 where it cannot be told."""
    total = 0
    for each in (pid, *descendants(pid)):
        with contextlib.suppress(OSError):
            peak = _PEAK.search(Path(f"/proc/{each}/status").read_text())
            total += int(peak.group(1)) if peak else 0
    return total


def survivors(process: Process, patience_ms: int) -> list[str]:
    """The names of the processes that are left of a bot so long after its own process has ended.

    Orphans have to be adopted by this process (`adopt_orphans`), and its remains not be killed yet.
    """
    until = time.monotonic() + patience_ms / 1000
    while (left := _alive(process)) and time.monotonic() < until:
        time.sleep(_TICK_S)
    return [_name(pid) for pid in left]


def _alive(process: Process) -> list[int]:
    found: list[int] = []
    for orphan in children(os.getpid()):
        if orphan != process.pid and (session(orphan) == process.pid or has_home(orphan, process.scratch)):
            found += [orphan, *descendants(orphan)]
    return [pid for pid in found if not dead(pid)]


def _name(pid: int) -> str:
    with contextlib.suppress(OSError):
        return f"{Path(f'/proc/{pid}/comm').read_text().strip()} ({pid})"
    return str(pid)
