"""Compressed files of records: zstd in frames that can be read alone."""

import io
import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, NoReturn

from referee.records.format.writer import GrowingFile

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GAMES_A_FRAME: Final = 200
COMPRESSED: Final = ".zst"
"""How the name of a compressed file ends."""
INDEX: Final = ".index"
"""How the name of a file's index ends (referee.records.format.index)."""
_BUFFER: Final = 1 << 17
_LONGEST: Final = 1 << 26
"""Bytes of a frame's content; ours have a few hundred thousand."""


class FramesError(OSError):
    """A compressed file that cannot be read or written: it is damaged, or the package for it is not installed."""

    def __init__(self, message: str) -> None:
        super().__init__(None, message)

    def __str__(self) -> str:
        return self.strerror or ""


def open_frames(path: Path) -> BinaryIO:
    """The decompressed bytes of a file as a stream; it stays small in memory whatever the file's size.

    OSError if it cannot be opened or, while reading, if it is damaged.
    """
    return io.BufferedReader(_Decompressed(path.open("rb")), _BUFFER)


class Frame(NamedTuple):
    """One frame: where it begins and ends in the file, and its content, which is held in memory."""

    start: int
    end: int
    content: bytes


def each_frame(file: BinaryIO) -> Iterator[Frame]:
    """The frames from where the file stands on; a last one that was cut off is left out.

    FramesError if one is damaged, or longer than those of a file of records.
    """
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError:
        _not_installed()
    offset = file.tell()
    while True:
        file.seek(offset)
        frame, content, taken = ZstdDecompressor().decompressobj(), bytearray(), 0
        while not frame.eof and (data := file.read(_BUFFER)):
            taken += len(data)
            try:
                content += frame.decompress(data)
            except ZstdError as error:
                raise FramesError(f"the compressed data is damaged: {error}") from None
            if len(content) > _LONGEST:
                raise FramesError("the frames are too long to be read alone")
        if not frame.eof:
            return
        end = offset + taken - len(frame.unused_data)
        yield Frame(offset, end, bytes(content))
        offset = end


def pieces(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file of records, in the smallest pieces that it can be cut down to: lines, or frames of them. With
    each the offset at which it ends; what was cut off at the end of the file is left out. OSError if it cannot be read.
    """
    with path.open("rb") as file:
        if path.suffix == COMPRESSED:
            for frame in each_frame(file):
                yield frame.end, frame.content
            return
        end = 0
        for line in file:
            if line.endswith(b"\n"):
                end += len(line)
                yield end, line


class FrameFile:
    """A compressed file of records that grows: lines are gathered and written as frames, each of which is there as a
    whole or not at all.
    """

    def __init__(self, path: Path, size: int | None = None) -> None:
        """Open or create the file, whose frames are whole up to `size` bytes; if that is not known they are looked
        through. What comes after is cut off. OSError if that cannot be done, or zstandard is not installed.
        """
        self._press = compressor()
        self._file = GrowingFile(path, lambda fd: _end_of_last_frame(fd) if size is None else size)
        self._lines: list[bytes] = []

    @property
    def waiting(self) -> bool:
        """Whether there are lines that are not in the file yet."""
        return bool(self._lines)

    def append(self, line: bytes, ends_game: bool = True) -> None:
        """Take a line with its newline; a frame is written after 200 of them, and only where a game ends.

        NoSpace if the disk is full: then all that waits goes on waiting, and the file is as it was.
        """
        self._lines.append(line)
        if ends_game and len(self._lines) >= GAMES_A_FRAME:
            self.flush()

    def flush(self) -> None:
        """Write what waits, as a frame that may be a short one. NoSpace as for `append`."""
        if self._lines:
            self._file.append(self._press(b"".join(self._lines)))
            self._lines.clear()

    def checkpoint(self) -> None:
        """Wait until the disk holds every frame."""
        self._file.checkpoint()

    def close(self) -> None:
        """Close the file. What waits is lost: whoever wants it flushes first."""
        self._file.close()


def compress(path: Path) -> Path:
    """Compress a finished file of records to `<name>.zst`, remove the original, and return the new path.

    The original goes only when the disk holds the whole of the new file. OSError if there is no space or no zstandard.
    """
    press = compressor()
    target = path.with_name(f"{path.name}{COMPRESSED}")
    unfinished = path.with_name(f"{target.name}.part")
    try:
        with path.open("rb") as source, unfinished.open("wb") as sink:
            for frame in _frames(source):
                sink.write(press(frame))
            sink.flush()
            os.fsync(sink.fileno())
        unfinished.rename(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    path.unlink()
    path.with_name(f"{path.name}{INDEX}").unlink(missing_ok=True)
    return target


def _frames(source: BinaryIO) -> Iterator[bytes]:
    while frame := b"".join(islice(source, GAMES_A_FRAME)):
        yield frame


def compressor() -> Callable[[bytes], bytes]:
    """What makes a frame of lines. FramesError if the package for it is not installed."""
    try:
        from zstandard import ZstdCompressor
    except ImportError:
        _not_installed()
    return ZstdCompressor(level=3, write_checksum=True).compress


def _end_of_last_frame(fd: int) -> int:
    """How long the file is up to the end of its last whole frame."""
    end = 0
    with open(fd, "rb", closefd=False) as file:
        for frame in each_frame(file):
            end = frame.end
    return end


def _not_installed() -> NoReturn:
    raise FramesError("files ending in .zst need the package zstandard: pip install 'tressette-referee[zstd]'")


class _Decompressed(io.RawIOBase):
    """All frames of a file, one after the other, as one stream of bytes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file  # first of all, for closing comes even where opening fails
        try:
            from zstandard import ZstdDecompressor, ZstdError
        except ImportError:
            file.close()
            _not_installed()
        self._stream = ZstdDecompressor().stream_reader(file, read_across_frames=True)
        self._damage = ZstdError

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        try:
            return self._stream.readinto(buffer)
        except self._damage as error:
            raise FramesError(f"the compressed data is damaged: {error}") from None

    def close(self) -> None:
        self._file.close()
        super().close()
