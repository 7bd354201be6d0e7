"""A bot as the configuration names it: what is started, and what it may use."""

import msgspec


class Quota(msgspec.Struct, frozen=True):
    """What one process tree of a bot may use, as far as the sandbox can hold it to that; None is no limit of ours."""

    memory_mb: int | None = None
    processes: int | None = None
    disk_mb: int | None = None
    files: int | None = None
    cpu_s: int | None = None


class Bot(msgspec.Struct, frozen=True):
    """One contestant. `id` is unique in a match; the name is for people and may be anything."""

    id: str
    name: str
    command: tuple[str, ...]
    """The program, as an absolute path or found on PATH, and its arguments."""
    version: str | None = None
    cwd: str | None = None
    """Where it runs; None is its own empty scratch directory (P10)."""
    env: dict[str, str] = {}
    """What the configuration adds to the environment of P10."""
    quota: Quota = Quota()
