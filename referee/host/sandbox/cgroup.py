"""Control groups (version 2): the only exact limit on, and account of, all processes of a bot together."""

import contextlib
import os
import time
from pathlib import Path

from referee.host.sandbox.level import Cgroup, Limits

_WANTED = ("memory", "pids")
_NAME = "tressette"
_LEAF = f"{_NAME}-referee"
_OWN_PROCESSES = 2
"""Processes of bubblewrap itself, which the bot's group counts too."""


def find() -> Cgroup | None:
    """Make the run's group where this process may: root anywhere, others in what was delegated to them.

    None where there is no such place. Groups that killed runs left behind are removed on the way.
    """
    mount = _mount()
    if mount is None:
        return None
    for parent in _parents(mount):
        _sweep(parent)
        with contextlib.suppress(OSError):
            base = parent / f"{_prefix()}{os.getpid()}"
            base.mkdir(exist_ok=True)
            return Cgroup(str(base), _enable(base))
    return None


def remove(cgroup: Cgroup) -> None:
    """Give the run's group back, with everything that may be left in it."""
    _empty(Path(cgroup.base))


class Group:
    """The group of one process of a bot."""

    def __init__(self, cgroup: Cgroup, name: str, limits: Limits | None) -> None:
        """Make it. OSError: it cannot be made, or not be limited."""
        self.path = Path(cgroup.base) / name
        self.path.mkdir()
        self.limits = limits
        if limits and "memory" in cgroup.controllers:
            self._write("memory.max", str(limits.memory_mb << 20))
            with contextlib.suppress(FileNotFoundError):  # a kernel without swap accounting
                self._write("memory.swap.max", "0")
            self._write("memory.oom.group", "1")
        if limits and "pids" in cgroup.controllers:
            self._write("pids.max", str(limits.processes + _OWN_PROCESSES))
        self._stat = os.open(self.path / "cpu.stat", os.O_RDONLY | os.O_CLOEXEC)

    def entering(self) -> tuple[str, ...]:
        """The prefix that puts what follows it into the group, before anything of it has run."""
        return (
            "/bin/sh",
            "-c",
            'echo $$ >"$0" && unset PWD OLDPWD SHLVL && exec "$@"',
            str(self.path / "cgroup.procs"),
        )

    def cpu_ns(self) -> int:
        """Processor time of everything that ever ran in it, in nanoseconds."""
        words = os.pread(self._stat, 256, 0).split(None, 2)  # b"usage_usec", its value, the rest
        return int(words[1]) * 1000

    def freeze(self) -> None:
        """Stop everything in it."""
        self._write("cgroup.freeze", "1")

    def thaw(self) -> None:
        """Let it run on."""
        self._write("cgroup.freeze", "0")

    def kill(self) -> None:
        """SIGKILL to everything in it, forks in the making included."""
        with contextlib.suppress(OSError):
            self._write("cgroup.kill", "1")

    def ended_for(self) -> str | None:
        """What the kernel refused it: memory it was killed for, or processes it could not start."""
        if self.limits and self._count("memory.events", "oom_kill"):
            return f"memory: killed at {self.limits.memory_mb} MB"
        if self.limits and self._count("pids.events", "max"):
            return f"processes: refused at {self.limits.processes}"
        return None

    def close(self) -> None:
        """Remove it, once nothing is left in it."""
        os.close(self._stat)
        _empty(self.path)

    def _write(self, name: str, text: str) -> None:
        (self.path / name).write_text(text)

    def _count(self, name: str, key: str) -> int:
        with contextlib.suppress(OSError):
            words = (self.path / name).read_text().split()
            return int(dict(zip(words[::2], words[1::2], strict=True)).get(key, "0"))
        return 0


def _mount() -> Path | None:
    """Where the version 2 tree hangs."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/mountinfo").read_text().splitlines():
            place, _, kind = line.partition(" - ")
            if kind.startswith("cgroup2 "):
                return Path(place.split()[4])
    return None


def _parents(mount: Path) -> list[Path]:
    """Where a group of ours may be made: root at the top, where the controllers are; others where they stand."""
    own = mount
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            if line.startswith("0::"):
                own = mount / line[4:]
    if own.name == _LEAF:  # where an earlier run of this process moved it
        own = own.parent
    if os.geteuid() == 0:
        return [mount, own]
    return [own] if os.access(own / "cgroup.procs", os.W_OK) and own != mount else []


def _enable(base: Path) -> tuple[str, ...]:
    """Hand what controllers there are down to the groups in `base`; those that it worked for."""
    if os.geteuid() != 0:
        _make_room(base.parent)
    for folder in (base.parent, base):
        for controller in _WANTED:
            with contextlib.suppress(OSError):
                (folder / "cgroup.subtree_control").write_text(f"+{controller}")
    held = (base / "cgroup.subtree_control").read_text().split()
    return tuple(controller for controller in _WANTED if controller in held)


def _make_room(parent: Path) -> None:
    """Move a delegated group's processes to a leaf: a group hands controllers down only when it holds none itself."""
    leaf = parent / _LEAF
    with contextlib.suppress(OSError):
        leaf.mkdir(exist_ok=True)
        for process in (parent / "cgroup.procs").read_text().split():
            (leaf / "cgroup.procs").write_text(process)


def _prefix() -> str:
    """The beginning of our groups' names: a process number means something in one process namespace only."""
    return f"{_NAME}-{os.stat('/proc/self/ns/pid').st_ino}-"


def _sweep(parent: Path) -> None:
    """Empty and remove groups of referees that are no more."""
    for folder in parent.glob(f"{_prefix()}*"):
        if not os.path.exists(f"/proc/{folder.name.removeprefix(_prefix())}"):
            _empty(folder)


def _empty(folder: Path, patience: float = 2.0) -> None:
    """Kill what is in a group and the groups below it, and remove them all."""
    with contextlib.suppress(OSError):
        (folder / "cgroup.kill").write_text("1")
    until = time.monotonic() + patience
    while folder.exists():
        for place in sorted(folder.glob("**/"), reverse=True):
            with contextlib.suppress(OSError):
                place.rmdir()
        if time.monotonic() > until:
            return
        if folder.exists():
            time.sleep(0.002)
