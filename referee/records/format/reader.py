"""Reading records: files, run directories and standard input, plain or compressed, one line at a time (G1)."""

import codecs
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec

from referee.records.format.frames import open_frames
from referee.records.format.index import id_of, spots
from referee.records.format.record import BadRecord, Record, decode

GAMES: Final = "games.jsonl"
"""The records of a run, in its directory; `games.jsonl.zst` once compressed."""
MAX_LINE: Final = 1 << 26
"""Bytes; no game is so long, and a file without newlines shall not fill the memory."""


class RecordError(ValueError):
    """A file that cannot be read, or a line in it (from 1) that is damaged or no record of ours."""

    def __init__(self, file: str, line: int | None, message: str) -> None:
        where = file if line is None else f"{file}, line {line}"
        super().__init__(f"{where}: {message}")
        self.file = file
        self.line = line
        self.message = message


class Entry(NamedTuple):
    """A record and where it was read: `line` counts from 1, `raw` is the line itself."""

    file: str
    line: int
    record: Record
    raw: bytes


def read(path: str | Path, on_cut: Callable[[int], None] | None = None) -> Iterator[Entry]:
    """The records of a file, a run directory, or `-` (standard input), in order.

    A last line that was cut off is dropped, and its number handed to `on_cut`. RecordError names any other line that
    cannot be read, and a file that cannot.
    """
    name = str(path)
    for number, line in lines(path, on_cut):
        try:
            yield Entry(name, number, decode(line), line)
        except BadRecord as error:
            raise RecordError(name, number, str(error)) from None


def lines(path: str | Path, on_cut: Callable[[int], None] | None = None) -> Iterator[tuple[int, bytes]]:
    """The lines of a file of records with their numbers from 1, as they are; blank ones are passed over."""
    name = str(path)
    number = 0
    try:
        with closing(_open(path)) as file:
            for number, line in enumerate(iter(partial(file.readline, MAX_LINE), b""), 1):
                line = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
                if not line.endswith(b"\n") and not _whole(line):
                    if len(line) == MAX_LINE:
                        raise RecordError(name, number, f"a line of more than {MAX_LINE} bytes")
                    if on_cut:
                        on_cut(number)
                    return
                if not line.isspace():
                    yield number, line
    except OSError as error:
        raise RecordError(name, number + 1 if number else None, error.strerror or str(error)) from None


def find(path: str | Path, game: str | None = None) -> Entry:
    """The record of a game by its id, or of the first game; a counted one rather than a voided try.

    RecordError if there is none.
    """
    try:
        found = None if game is None or str(path) == "-" else spots(locate(path), game)
    except OSError as error:
        raise RecordError(str(path), None, error.strerror or str(error)) from None
    return _choose(path, game, lines(path) if found is None else found)


def _choose(path: str | Path, game: str | None, among: Iterable[tuple[int, bytes]]) -> Entry:
    """The first counted record of the game among some lines, or else the first voided try."""
    name, sought = str(path), b"" if game is None else msgspec.json.encode(game)[1:-1]
    voided, first, last, count = None, b"", b"", 0
    for number, line in among:
        first, last, count = first or line, line, count + 1
        if sought not in line:  # far faster than decoding every line of a long file
            continue
        try:
            entry = Entry(name, number, decode(line), line)
        except BadRecord as error:
            raise RecordError(name, number, str(error)) from None
        if game in (None, entry.record.game):
            if entry.record.counted:
                return entry
            voided = voided or entry
    if voided:
        return voided
    if game is None:
        raise RecordError(name, None, "there is no game in it")
    held = f"; it holds {count}, from {id_of(first)!r} to {id_of(last)!r}" if count > 1 else ""
    held = f"; it holds {id_of(first)!r} alone" if count == 1 else held
    raise RecordError(name, None, f"there is no game {game!r}{held}")


def locate(path: str | Path) -> Path:
    """The file of records that a path means: the one in a run directory, or the path itself."""
    path = Path(path)
    if not path.is_dir():
        return path
    for candidate in (path / GAMES, path / f"{GAMES}.zst"):
        if candidate.exists():
            return candidate
    raise RecordError(str(path), None, f"the directory holds no {GAMES} and no {GAMES}.zst")


def _open(path: str | Path) -> BinaryIO:
    if str(path) == "-":
        return open(sys.stdin.fileno(), "rb", closefd=False)
    file = locate(path)
    return open_frames(file) if file.suffix == ".zst" else file.open("rb")


def _whole(line: bytes) -> bool:
    """Whether a line that has no newline is complete nevertheless."""
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return True
