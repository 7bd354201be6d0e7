"""Disks that are full: a small one of their own where this process may mount one, and files that may not grow."""

import contextlib
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path


@cache
def may_mount() -> bool:
    """Whether this process may mount something: root, with all that belongs to it."""
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0


@contextlib.contextmanager
def small(place: Path, kilobytes: int) -> Iterator[Path]:
    """A disk of so many kilobytes at this place."""
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def grow(place: Path, kilobytes: int) -> None:
    """Give it so many kilobytes."""
    subprocess.run(["mount", "-o", f"remount,size={kilobytes}k", str(place)], check=True)


def no_file_beyond(size: int) -> Callable[[], None]:
    """What makes a process one that can write no file of more than so many bytes, as if the disk were full then."""
    return partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
