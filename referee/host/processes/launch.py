"""How a process of a bot is started and held: the seam between the host and the levels of confinement."""

import os
from collections.abc import Callable
from signal import Signals
from typing import TypeAlias

import msgspec

from referee.host.processes.bot import Bot


class Launch(msgspec.Struct, kw_only=True):
    """What one start of a bot needs. Its functions are called from the thread that plays the table, and no other."""

    prefix: tuple[str, ...] = ()
    """Put before the bot's own command."""
    env: dict[str, str]
    """The whole environment of the outermost program."""
    cwd: str
    pass_fds: tuple[int, ...] = ()
    started: Callable[[int], None] | None = None
    """Called once with the pid of what was started, right after: the place to close our copies of `pass_fds`."""
    signal: Callable[[Signals], None] | None = None
    """Send a signal to the bot and its group; None leaves it to the host, to whom that is the group it has started."""
    relayed: bool = False
    """Whether a program that stays outside tells how the bot ended: of signal n by the exit status 128 + n."""
    kill: Callable[[], None] | None = None
    """SIGKILL to everything inside at once; None leaves it to the host, which follows groups and children."""
    cpu_ns: Callable[[], int] | None = None
    """Processor time of the whole tree so far, in nanoseconds; None is the clock of the process alone (P5)."""
    freeze: Callable[[], None] | None = None
    """Stop the whole tree (P6)."""
    thaw: Callable[[], None] | None = None
    resource: Callable[[], str | None] | None = None
    """After its end: what it was ended for (memory, processes, disk), if the sandbox ended it."""
    close: Callable[[], None] | None = None
    """After its end: give back what belongs to the confinement."""


Launcher: TypeAlias = Callable[[Bot, str, dict[str, str]], Launch]
"""From a bot, its scratch directory and the environment of P10 to the way to start it. OSError: it cannot be."""


def plain(bot: Bot, scratch: str, env: dict[str, str]) -> Launch:
    """Level `none`: the command as it stands."""
    return Launch(env=env, cwd=bot.cwd or scratch)


def environment(bot: Bot, scratch: str) -> dict[str, str]:
    """Exactly what P10 allows, and what the configuration adds."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        **bot.env,
    }
