"""A run's directory: its files, its lock, and the refusal of what would overwrite or mix runs (C7)."""

import contextlib
import errno
import fcntl
import os
import shlex
from pathlib import Path
from typing import Final, Self

from referee.records.format.frames import COMPRESSED
from referee.records.format.reader import GAMES

SETTINGS: Final = "match.json"
"""What is played: everything that `resume` has to know, the seed included; readable by its owner alone."""
SUMMARY: Final = "summary.json"
JOURNALS: Final = "journals"
LOGS: Final = "logs"
TRACES: Final = "traces"
LOCK: Final = "lock"


_NO_SPACE: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class DirectoryError(ValueError):
    """The directory cannot hold this run, or holds none; the text says why and what would be right."""


class NoRoom(DirectoryError):
    """The disk is full."""


class Directory:
    """A run's directory, locked as long as this object is open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings = path / SETTINGS
        self.summary = path / SUMMARY
        self.journals = path / JOURNALS
        self.logs = path / LOGS
        self.traces = path / TRACES
        self._lock = -1

    @property
    def games(self) -> Path:
        """The file of records: compressed if there is such a one already."""
        compressed = self.path / f"{GAMES}{COMPRESSED}"
        return compressed if compressed.exists() else self.path / GAMES

    def compress(self) -> None:
        """Let the records of a run that has not begun be written compressed. OSError."""
        (self.path / f"{GAMES}{COMPRESSED}").touch()

    @classmethod
    def create(cls, path: Path) -> Self:
        """Make the directory and lock it. DirectoryError if something is in it already, or it cannot be made."""
        directory = cls(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if directory.settings.exists() or directory.games.exists():
                again = f"referee resume {shlex.quote(str(path))}"
                raise DirectoryError(f"{path} holds a run already: go on with it by {again}, or choose another")
            if not directory._empty():
                raise DirectoryError(f"{path} is not empty: choose another directory for the run")
            directory._acquire()
            directory.journals.mkdir(exist_ok=True)
        except OSError as error:
            raise _refused(f"cannot make a run in {path}", error) from None
        return directory

    @classmethod
    def open(cls, path: Path) -> Self:
        """Lock the directory of a run that was begun. DirectoryError if there is none, or it is in use."""
        directory = cls(path)
        if not directory.settings.is_file():
            raise DirectoryError(f"{path} holds no run: there is no {SETTINGS} in it")
        try:
            directory._acquire()
            directory.journals.mkdir(exist_ok=True)
        except OSError as error:
            raise _refused(f"cannot go on in {path}", error) from None
        return directory

    def journal(self, block: int) -> Path:
        """The journal of the block with this number in the schedule."""
        return self.journals / f"{block:08}.jsonl"

    def write(self, file: Path, text: bytes, mode: int = 0o644) -> None:
        """Put a whole file in place at once: a reader finds the old one or the new one, never a part. OSError."""
        draft = _draft(file)
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            draft.replace(file)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink()
            raise

    def close(self) -> None:
        """Give the lock back."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _empty(self) -> bool:
        """Whether nothing is here but what is left of a run that was killed before its settings were written."""
        left = {LOCK, JOURNALS, _draft(self.settings).name}
        return {each.name for each in self.path.iterdir()} <= left and not any(self.path.glob(f"{JOURNALS}/*"))

    def _acquire(self) -> None:
        """The lock is the system's, so that it ends with the process however that dies."""
        self._lock = os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._lock, 32, 0).decode("ascii", "replace").strip()
            self.close()
            by = f" by process {holder}" if holder else ""
            raise DirectoryError(f"{self.path} is in use{by}: one run at a time") from None
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)


def _draft(file: Path) -> Path:
    """Where a file is written before it takes its place."""
    return file.with_name(f".{file.name}.draft")


def _refused(what: str, error: OSError) -> DirectoryError:
    kind = NoRoom if error.errno in _NO_SPACE else DirectoryError
    return kind(f"{what}: {error.strerror}")
