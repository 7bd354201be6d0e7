"""Writing records: a file of lines that survives a crash at any moment (G1)."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

_NO_SPACE: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_BACKWARDS: Final = 1 << 16


class NoSpace(OSError):
    """The disk is full: what was finished before stays whole, the line that did not fit is not in the file."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(error.errno, f"no space left to write {path}: {error.strerror}", str(path))
        self.path = path

    def __str__(self) -> str:
        return self.strerror or ""


class GrowingFile:
    """A file to which pieces are appended, each of which is there as a whole or not at all."""

    def __init__(self, path: Path, whole: Callable[[int], int]) -> None:
        """Open or create the file, and cut it down to the length that `whole` finds of a descriptor. OSError."""
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            self.size = whole(self._file)
            os.ftruncate(self._file, self.size)
        except BaseException:
            os.close(self._file)
            raise

    def append(self, piece: bytes) -> int:
        """Write a piece and return where it begins (bytes).

        NoSpace if the disk is full; then, and after any other OSError, the file is as it was.
        """
        start = self.size
        try:
            written = os.write(self._file, piece)
            while written < len(piece):  # a full disk takes a part first and refuses only the rest
                written += os.write(self._file, piece[written:])
        except BaseException as error:
            os.ftruncate(self._file, start)
            if isinstance(error, OSError) and error.errno in _NO_SPACE:
                raise NoSpace(self.path, error) from error
            raise
        self.size = start + written
        return start

    def checkpoint(self) -> None:
        """Wait until the disk holds everything written so far (about 3 ms)."""
        os.fdatasync(self._file)

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LineFile(GrowingFile):
    """A file of lines: a piece is a line, or several, each with its newline."""

    def __init__(self, path: Path) -> None:
        """Open or create the file, and drop a last line that was cut off. OSError if that cannot be done."""
        super().__init__(path, _end_of_last_line)


def _end_of_last_line(file: int) -> int:
    """How long the file is up to and with its last newline."""
    end = os.fstat(file).st_size
    while end > 0:
        start = max(0, end - _BACKWARDS)
        newline = os.pread(file, end - start, start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0
