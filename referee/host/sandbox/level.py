"""What this machine can confine a bot with: found once a run, handed to every worker."""

from typing import Literal, TypeAlias

import msgspec

Level: TypeAlias = Literal["none", "limits", "bwrap"]


class Cgroup(msgspec.Struct, frozen=True):
    """A cgroup (version 2) of the run, in which each process of a bot gets one of its own."""

    base: str
    """Its directory."""
    controllers: tuple[str, ...] = ()
    """Those that it can limit with; without any it still accounts for processor time, freezes and kills."""


class Sandbox(msgspec.Struct, frozen=True, kw_only=True):
    """One level of confinement, as it passed its trial on this machine."""

    level: Level = "none"
    bwrap: str = ""
    """The program bubblewrap."""
    options: tuple[str, ...] = ()
    """What this bubblewrap can besides: `--disable-userns`."""
    root: bool = False
    """The referee is root: bots get a user of their own."""
    tasks: int = 0
    """Processes and threads of the referee's user when the run began: the limit of level `limits` counts from here."""
    cgroup: Cgroup | None = None
    hidden: tuple[str, ...] = ()
    """Folders that no bot may see, although a folder it may read holds them: the run directory."""

    refused: tuple[str, ...] = ()
    """Why it is no better level, where the best was asked for."""

    @property
    def label(self) -> str:
        """The level as it stands in a record: `bwrap`, `bwrap+cgroup`, `bwrap+cgroup(memory,pids)`."""
        if self.cgroup is None:
            return self.level
        held = f"({','.join(self.cgroup.controllers)})" if self.cgroup.controllers else ""
        return f"{self.level}+cgroup{held}"

    @property
    def uncovered(self) -> tuple[str, ...]:
        """What this level does not hold a bot to, in words for people."""
        held = self.cgroup.controllers if self.cgroup else ()
        gaps = ["thinking time as a signal", "load on the machine"]
        if "memory" not in held:
            gaps.append("memory of all its processes together")
        if self.level != "bwrap":
            gaps += ["files of the same user", "the network", "signals to processes of the same user"]
        if self.level == "none":
            gaps += ["memory", "processes", "disk"]
        return tuple(gaps)


NONE = Sandbox()
"""No confinement: the command as it stands."""


class Limits(msgspec.Struct, frozen=True):
    """What one bot may use; `of` fills in what the configuration leaves open."""

    memory_mb: int = 1024
    processes: int = 64
    """Threads count."""
    disk_mb: int = 64
    """The size of its scratch directory, and of any one file."""
    files: int = 256
    """Open descriptors."""
    cpu_s: int | None = None
    """Processor seconds of one process."""
