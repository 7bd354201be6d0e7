"""Compressed files of records: zstd in frames that can be read alone, so that a damaged one costs only its own games."""

import io
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

GAMES_A_FRAME: Final = 200


class NoZstandard(OSError):
    """The package that reads and writes zstd is not installed."""

    def __init__(self) -> None:
        super().__init__(None, "files ending in .zst need the package zstandard: pip install 'tressette-referee[zstd]'")


class DamagedFrames(OSError):
    """A compressed file whose bytes are no zstd, or are damaged."""

    def __init__(self, reason: object) -> None:
        super().__init__(None, f"the compressed data is damaged: {reason}")


def open_frames(path: Path) -> BinaryIO:
    """The decompressed bytes of a file as a stream; it stays small in memory whatever the file's size.

    OSError if it cannot be opened or read, also while reading.
    """
    return io.BufferedReader(_Frames(path.open("rb")), 1 << 17)


def compress(path: Path) -> Path:
    """Compress a finished file of records to `<name>.zst`, remove the original, and return the new path.

    The original goes only when the disk holds the whole of the new file.
    """
    zstandard = _zstandard()
    target = path.with_name(path.name + ".zst")
    unfinished = path.with_name(path.name + ".zst.part")
    compressor = zstandard.ZstdCompressor(level=3, write_checksum=True)
    with path.open("rb") as source, unfinished.open("wb") as sink:
        for frame in _frames(source):
            sink.write(compressor.compress(frame))
        sink.flush()
        os.fsync(sink.fileno())
    unfinished.rename(target)
    path.unlink()
    return target


def _frames(source: BinaryIO) -> Iterator[bytes]:
    while frame := b"".join(islice(source, GAMES_A_FRAME)):
        yield frame
