"""Which level of confinement a run gets: the one asked for, or the best that this machine can hold."""

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from referee.host.processes.descendants import adopt_orphans
from referee.host.sandbox import cgroup
from referee.host.sandbox import command_prefix as wrap
from referee.host.sandbox.level import Level, Sandbox
from referee.host.sandbox.syscalls import NUMBER
from referee.host.sandbox.trial import failure

_LINUX = sys.platform == "linux"
_DUMPABLE = 4  # prctl PR_SET_DUMPABLE
_INSTALL = "install bubblewrap (apt-get install bubblewrap, dnf install bubblewrap), or use --sandbox limits"


class Unavailable(Exception):
    """A level that this machine cannot give."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason = reason
        self.remedy = remedy


def choose(wanted: Level | Literal["auto"], hidden: Sequence[str] = ()) -> Sandbox:
    """The level `wanted`, tried; `auto` is the best that passes, with what kept better ones away in `refused`.

    `hidden` are folders that no bot may see. Raises Unavailable if the level asked for cannot be had. The process that
    calls it keeps the run's control group, and gives it back at the end of the run.
    """
    levels: tuple[Level, ...] = ("bwrap", "limits", "none") if wanted == "auto" else (wanted,)
    refused: list[str] = []
    for level in levels:
        try:
            found = _tried(level)
        except Unavailable as error:
            if wanted != "auto":
                raise
            refused.append(str(error))
        else:
            return replace(found, hidden=tuple(map(os.path.abspath, hidden)), refused=(*refused, *found.refused))
    raise Unavailable("no bot can be started on this machine", "; ".join(refused))


def give_back(sandbox: Sandbox) -> None:
    """End what the run holds on the machine; all bots have ended."""
    if sandbox.cgroup:
        cgroup.remove(sandbox.cgroup)


def guard(sandbox: Sandbox) -> None:
    """Prepare this process for starting bots: it adopts orphans, and no bot can look into it, but on level `none`."""
    adopt_orphans()
    if _LINUX and sandbox.level != "none":
        ctypes.CDLL(None).prctl(_DUMPABLE, 0, 0, 0, 0)


def _tried(level: Level) -> Sandbox:
    """This level with a control group on top, or without one where that does not work."""
    sandbox = _at(level)
    group = cgroup.find() if _LINUX else None
    if group:
        grouped = replace(sandbox, cgroup=group)
        broken = failure(grouped)
        if broken is None:
            return grouped
        cgroup.remove(group)
        sandbox = replace(sandbox, refused=(f"control group: {broken[0]}",))
    reason = failure(sandbox)
    if reason:
        raise Unavailable(*reason)
    return sandbox


def _at(level: Level) -> Sandbox:
    """What this level stands on here. Raises Unavailable if that is missing."""
    root = _LINUX and os.geteuid() == 0
    if level == "none":
        return Sandbox(root=root)
    missing = wrap.missing_tools()
    if missing:
        raise Unavailable(f"{' and '.join(missing)} not found", "install util-linux, or use --sandbox none")
    if level == "limits":
        return Sandbox(level="limits", root=root, tasks=wrap.tasks_of_user())
    if not _LINUX:
        raise Unavailable("bubblewrap needs Linux", "use --sandbox limits")
    if platform.machine() not in NUMBER:
        raise Unavailable(f"no filter of system calls for {platform.machine()}", "use --sandbox limits")
    program = shutil.which("bwrap")
    if program is None:
        raise Unavailable("bubblewrap (bwrap) is not installed", _INSTALL)
    known = subprocess.run([program, "--help"], capture_output=True, check=False).stdout
    options = ("--disable-userns",) if b"--disable-userns" in known else ()
    return Sandbox(level="bwrap", bwrap=program, options=options, root=root)
