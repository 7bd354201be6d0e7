"""The ways to confine a bot that the tests go through, and how to start one and hear it."""

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.host.processes.bot import Bot, Quota
from referee.host.processes.process import Process
from referee.host.sandbox import Sandbox, launcher

ROOT = os.geteuid() == 0
SYSTEM_PYTHON = "/usr/bin/python3"
USER = 60577
"""The user that stands in for an ordinary one where the tests run as root; no bot of ours is given this one."""

BWRAP_WAYS = [
    pytest.param("user", marks=pytest.mark.needs("bwrap", SYSTEM_PYTHON)),
    *([pytest.param("root", marks=pytest.mark.needs("bwrap"))] if ROOT else []),
]
"""Bubblewrap as an ordinary user calls it, in a user namespace; and as root does, who needs none."""

TIGHT = Quota(memory_mb=256, processes=20, disk_mb=8, files=64)


class Place(NamedTuple):
    """A level of confinement, and what a test needs to use it."""

    sandbox: Sandbox
    python: tuple[str, ...]
    """The command of a Python that the bot's user can run."""
    folder: Path
    """A folder that the bot's user can read."""
    as_user: tuple[str, ...]
    """What makes a command that of the referee's user."""

    @contextlib.contextmanager
    def running(self, *command: str, quota: Quota = TIGHT) -> Iterator[Process]:
        """A process of a bot, killed at the end."""
        process = Process(Bot(id="b0", name="b0", command=command, quota=quota), launcher(self.sandbox))
        try:
            yield process
        finally:
            process.kill()


@contextlib.contextmanager
def place(way: str) -> Iterator[Place]:
    """`none`, `limits`, `user` or `root`: the last two are bwrap."""
    # Not tmp_path, into which no other user may look.
    folder = Path(tempfile.mkdtemp(prefix="place-"))
    folder.chmod(0o755)
    try:
        if way == "user":
            yield _as_user(folder)
        else:
            level = "bwrap" if way == "root" else way
            options = {"bwrap": shutil.which("bwrap") or ""} if level == "bwrap" else {"tasks": 4096}
            sandbox = Sandbox(level=level, root=ROOT, **options)
            yield Place(sandbox, (os.path.realpath(sys.executable), "-I", "-S"), folder, ())
    finally:
        shutil.rmtree(folder)


def _as_user(folder: Path) -> Place:
    bwrap = shutil.which("bwrap") or ""
    drop: tuple[str, ...] = ()
    if ROOT:
        drop = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--no-new-privs", "--")
        caller = folder / "bwrap"
        caller.write_text(f'#!/bin/sh\nexec {" ".join(drop)} {bwrap} "$@"\n')
        caller.chmod(0o755)
        bwrap = str(caller)
    sandbox = Sandbox(level="bwrap", bwrap=bwrap, options=("--disable-userns",))
    return Place(sandbox, (SYSTEM_PYTHON, "-I", "-S"), folder, drop)
