"""Roots: the folders below which scratch directories are made; locked by their owner, and cleared away after it."""

import contextlib
import fcntl
import os
import re
import tempfile
from functools import partial
from typing import Final, Self

from referee.host.processes import scratch
from referee.host.processes.descendants import at_home_below, kill_until_none

_PREFIX: Final = "referee-scratch-"
_NAME: Final = re.compile(re.escape(_PREFIX) + r"[a-z0-9_]{8}")
"""What the system's way to make a name that is new gives."""


class Root:
    """A new empty folder that only its owner can enter. It is locked as long as this process lives and has not removed
    it, so that others can tell whether anybody will.
    """

    def __init__(self) -> None:
        """OSError, if it cannot be made."""
        self._lock = -1
        while self._lock < 0:
            self.path = tempfile.mkdtemp(prefix=_PREFIX)
            with contextlib.suppress(FileNotFoundError):  # swept away before it was locked
                self._lock = _locked(self.path, fcntl.LOCK_EX)

    def remove(self) -> None:
        """Remove it with all that is in it; a second time does nothing."""
        if self._lock >= 0:
            scratch.remove(self.path)
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


def sweep() -> None:
    """End and remove what is left where all were killed at once who could have done so: of roots of this user without
    owner the bots, and what they have started, and all that is in them.
    """
    folder = tempfile.gettempdir()
    with contextlib.suppress(OSError):
        for name in filter(_NAME.fullmatch, os.listdir(folder)):
            path = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                lock = _locked(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
                kill_until_none(partial(at_home_below, path))
                scratch.remove(path)
                os.close(lock)


def _locked(path: str, how: int) -> int:
    """A descriptor that holds the lock of a folder. OSError: it is gone, not ours, or somebody else holds the lock."""
    lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        own = os.fstat(lock)
        if own.st_uid != os.geteuid():
            raise PermissionError
        fcntl.flock(lock, how)
        if not os.path.samestat(own, os.stat(path, follow_symlinks=False)):
            raise FileNotFoundError
    except BaseException:
        os.close(lock)
        raise
    return lock
