"""Commands put before a bot's own: resource limits, no new privileges, an end with its parent, another user."""

import os
import resource
import shutil
import sys

from referee.host.sandbox.level import Limits, Sandbox

_MEGABYTE = 1 << 20
_FIRST_USER = 60578
_USERS = 606
"""User ids that no distribution gives to anyone: 60578 to 61183."""

_LINUX = sys.platform == "linux"


def limited(limits: Limits, *, processes: int | None, memory: bool) -> tuple[str, ...]:
    """The prefix that sets resource limits: `processes` of the whole user, and memory of one process, where asked for.

    Memory is limited as data (writable and private), which is what a bot fills: the address space that a virtual
    machine reserves and never touches does not count.
    """
    if not _LINUX:
        return _limited_by_shell(limits)
    words = [
        _tool("prlimit"),
        "--core=0",
        "--memlock=65536",
        "--msgqueue=0",
        f"--fsize={limits.disk_mb * _MEGABYTE}",
        f"--nofile={_files(limits)}",
    ]
    if processes is not None:
        words.append(f"--nproc={processes}")
    if memory:
        words.append(f"--data={limits.memory_mb * _MEGABYTE}")
    if limits.cpu_s is not None:
        words.append(f"--cpu={limits.cpu_s}:{limits.cpu_s + 2}")
    return (*words, "--")


def _files(limits: Limits) -> int:
    """Open files for a bot: as many as it is to have, but no more than this process could have itself."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return limits.files if most == resource.RLIM_INFINITY else min(limits.files, most)


def unprivileged(sandbox: Sandbox) -> tuple[str, ...]:
    """The prefix of level `limits`: no new privileges, killed with the referee; root without a capability."""
    if not _LINUX:
        return ()
    bare = ("--inh-caps=-all", "--bounding-set=-all") if sandbox.root else ()
    return (_tool("setpriv"), "--no-new-privs", "--pdeathsig", "KILL", *bare, "--")


def as_user(user: int) -> tuple[str, ...]:
    """The prefix that gives up being root for good."""
    words = (f"--reuid={user}", f"--regid={user}", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all")
    return (_tool("setpriv"), *words, "--no-new-privs", "--")


def user_of(place: int) -> int:
    """The user of a root referee's bot: another one for each of its bots that run at a time."""
    return _FIRST_USER + (os.getpid() * 16 + place) % _USERS


def tasks_of_user() -> int:
    """Processes and threads of this user now, which a limit on processes counts together with the bot's."""
    if not _LINUX:
        return 0
    found = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{process}").st_uid == os.getuid():
                found += len(os.listdir(f"/proc/{process}/task"))
        except OSError:
            continue
    return found


def missing_tools() -> list[str]:
    """Programs of util-linux that the levels stand on and this machine does not have."""
    return [name for name in ("prlimit", "setpriv") if _LINUX and shutil.which(name) is None]


def _tool(name: str) -> str:
    return shutil.which(name) or f"/usr/bin/{name}"


def _limited_by_shell(limits: Limits) -> tuple[str, ...]:
    """Where there is no prlimit, the shell's own limits: for development on other systems than Linux."""
    words = ["ulimit -c 0", f"ulimit -n {limits.files}", f"ulimit -f {limits.disk_mb * 2048}"]
    if limits.cpu_s is not None:
        words.append(f"ulimit -t {limits.cpu_s}")
    return ("/bin/sh", "-c", f'{"; ".join(words)}; exec "$0" "$@"')
