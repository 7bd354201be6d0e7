"""A bot as the configuration names it: what is started, and what it may use."""

import msgspec


class Quota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one process tree of a bot may use, as far as the sandbox can hold it to that; None is no limit of ours."""

    memory_mb: int | None = None
    processes: int | None = None
    disk_mb: int | None = None
    files: int | None = None
    cpu_s: int | None = None


class Code(msgspec.Struct, frozen=True):
    """A bot that is no program but a class, or a function, which the referee's own process calls (C1)."""

    module: str
    name: str
    """Of the class or the function in the module."""
    folder: str
    """Where the module is looked for before all other places."""


class Bot(msgspec.Struct, frozen=True):
    """One contestant. `id` is unique in a match; the name is for people and may be anything."""

    id: str
    name: str
    command: tuple[str, ...]
    """The program, as an absolute path or found on PATH, and its arguments; of code, how it is named on the command
    line.
    """
    version: str | None = None
    cwd: str | None = None
    """Where it runs; None is its own empty scratch directory (P10)."""
    env: dict[str, str] = {}
    """What the configuration adds to the environment of P10."""
    quota: Quota = Quota()
    code: Code | None = None
    """Given where it plays in the referee's own process: no program is started then, and nothing confines it."""
