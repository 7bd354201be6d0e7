"""Scratch directories: where a bot may write, empty when it starts and gone when it has ended (P10)."""

import contextlib
import os
import shutil
import stat
import tempfile


def make(root: str | None = None) -> str:
    """A new empty directory that only its owner can enter; below `root`, or where the system keeps such things."""
    return tempfile.mkdtemp(prefix="bot-", dir=root)


def remove(path: str) -> None:
    """Remove a directory, whatever has been made of the permissions in it. What cannot be removed stays."""
    shutil.rmtree(path, ignore_errors=True)
    if os.path.lexists(path):
        _unlock(path)
        shutil.rmtree(path, ignore_errors=True)


def _unlock(path: str) -> None:
    with contextlib.suppress(OSError):
        os.chmod(path, stat.S_IRWXU)
    for folder, inner, _ in os.walk(path):
        for name in inner:
            place = os.path.join(folder, name)
            if not os.path.islink(place):
                with contextlib.suppress(OSError):
                    os.chmod(place, stat.S_IRWXU)
