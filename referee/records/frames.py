"""Compressed files of records: zstd in frames that can be read alone."""

import io
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GAMES_A_FRAME: Final = 200
INDEX: Final = ".index"
"""How the name of a file's index ends (referee.records.index)."""
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


def each_frame(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The frames from where the file stands on: the offset of each, and its content, which is held in memory.

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
        yield offset, bytes(content)
        offset += taken - len(frame.unused_data)


def compress(path: Path) -> Path:
    """Compress a finished file of records to `<name>.zst`, remove the original, and return the new path.

    The original goes only when the disk holds the whole of the new file. OSError if there is no space or no zstandard.
    """
    try:
        from zstandard import ZstdCompressor
    except ImportError:
        _not_installed()
    target = path.with_name(f"{path.name}.zst")
    unfinished = path.with_name(f"{target.name}.part")
    compressor = ZstdCompressor(level=3, write_checksum=True)
    try:
        with path.open("rb") as source, unfinished.open("wb") as sink:
            for frame in _frames(source):
                sink.write(compressor.compress(frame))
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


def _not_installed() -> NoReturn:
    raise FramesError("files ending in .zst need the package zstandard: pip install 'tressette-referee[zstd]'")


class _Decompressed(io.RawIOBase):
    """All frames of a file, one after the other, as one stream of bytes."""

    def __init__(self, file: BinaryIO) -> None:
        try:
            from zstandard import ZstdDecompressor, ZstdError
        except ImportError:
            file.close()
            _not_installed()
        self._file = file
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
