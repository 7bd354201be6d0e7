"""Where each game of a large file lies, kept beside it: finding one of a million games without reading the others."""

import contextlib
import mmap
import os
import re
import struct
import time
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec

from referee.records.format.frames import INDEX, each_frame

WORTH_IT: Final = 1 << 24
"""Bytes of a file from which on it gets an index."""
_AT_REST_S: Final = 10
"""A file that was written to less than so many seconds ago is likely to grow."""

_MAGIC: Final = b"tressette-index-1\n"
_HEAD: Final = struct.Struct(">QQ")  # size and time of change of the file, in bytes and nanoseconds
_PLACE: Final = struct.Struct(">8sQII")  # hash of the id, offset, lines to pass over there, number of the line
_OURS: Final = re.compile(rb'\{"format":"tressette-record","version":1,"game":"([^"\\]*)"')


class Spot(NamedTuple):
    """A line that may be the game's: its number from 1, and its bytes."""

    line: int
    raw: bytes


class _Id(msgspec.Struct):
    game: str = ""


def id_of(line: bytes) -> str:
    """The id of the game in a line, or nothing if the line is no record."""
    ours = _OURS.match(line)
    if ours:
        return ours[1].decode("utf-8", "replace")
    try:
        return msgspec.json.decode(line, type=_Id).game
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def spots(path: Path, game: str) -> list[Spot] | None:
    """The lines of a file that may hold the game, from its index, in their order; None if it has none and gets none.

    The index is made at the first search in a large file that is not being written to. OSError if the file cannot be
    read.
    """
    stamp = os.stat(path)
    if stamp.st_size < WORTH_IT:
        return None
    index = path.with_name(f"{path.name}{INDEX}")
    head = _MAGIC + _HEAD.pack(stamp.st_size, stamp.st_mtime_ns)
    if not _fits(index, head):
        if time.time() - stamp.st_mtime < _AT_REST_S:
            return None
        try:
            _make(path, index, head)
        except OSError:  # no place to write to: the game is found without
            return None
    with index.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as table:
        places = sorted(_search(table, len(head), _hash(game)), key=lambda place: place[3])
    with path.open("rb") as file:
        return [Spot(line, _line_at(path, file, offset, skip)) for _, offset, skip, line in places]


def _hash(game: str) -> bytes:
    return blake2b(game.encode(), digest_size=8).digest()


def _fits(index: Path, head: bytes) -> bool:
    try:
        with index.open("rb") as file:
            return file.read(len(head)) == head and (os.stat(index).st_size - len(head)) % _PLACE.size == 0
    except OSError:
        return False


def _make(path: Path, index: Path, head: bytes) -> None:
    places = [_PLACE.pack(_hash(id_of(line)), *where, number) for number, (where, line) in enumerate(_walk(path), 1)]
    places.sort()
    draft = index.with_name(f"{index.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            file.write(head)
            file.writelines(places)
        draft.replace(index)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def _walk(path: Path) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Every line with its place: offset and 0 in a plain file; offset of its frame and lines before it there."""
    with path.open("rb") as file:
        if path.suffix != ".zst":
            offset = 0
            for line in file:
                yield (offset, 0), line
                offset += len(line)
            return
        for frame in each_frame(file):
            for skip, line in enumerate(frame.content.splitlines(keepends=True)):
                yield (frame.start, skip), line


def _search(table: mmap.mmap, start: int, key: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """The places with this hash, which lie together."""
    low, high = 0, (len(table) - start) // _PLACE.size
    count = high
    while low < high:
        middle = (low + high) // 2
        place = start + middle * _PLACE.size
        if table[place : place + len(key)] < key:
            low = middle + 1
        else:
            high = middle
    for number in range(low, count):
        found = _PLACE.unpack_from(table, start + number * _PLACE.size)
        if found[0] != key:
            return
        yield found


def _line_at(path: Path, file: BinaryIO, offset: int, skip: int) -> bytes:
    file.seek(offset)
    if path.suffix != ".zst":
        return file.readline()
    return next(each_frame(file)).content.splitlines(keepends=True)[skip]
