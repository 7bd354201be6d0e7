"""Journals and their merge: workers finish games in any order, the records stand in the order of the schedule (G1)."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, Self, TypeAlias

import msgspec

from referee.records.format.reader import RecordError, lines
from referee.records.format.writer import LineFile

_ENTRY: Final = msgspec.json.Decoder(list[msgspec.Raw])
_BATCH: Final = 100


class Place(NamedTuple):
    """Where the records of a game lie in a journal; `offset` and `length` in bytes."""

    journal: Path
    offset: int
    length: int

    def read(self) -> bytes:
        """The lines of the game, each with its newline. OSError if the journal is gone or shorter than it was."""
        with self.journal.open("rb") as file:
            return self.read_from(file)

    def read_from(self, file: BinaryIO) -> bytes:
        """The same, from the journal that is open already."""
        file.seek(self.offset)
        entry = file.read(self.length)
        if len(entry) < self.length:
            raise OSError(None, f"{self.journal} is shorter than it was")
        return _split(entry)[1]


Game: TypeAlias = bytes | Place
"""The lines of one game: voided tries first, then the record that counts; each with its newline."""


class Journal:
    """One worker's file of finished games, each flushed at once, with its index in the schedule."""

    def __init__(self, path: Path) -> None:
        """Open or create it, and drop a last entry that was cut off."""
        self._file = LineFile(path)

    def append(self, index: int, game: bytes) -> Place:
        """Write down the lines of the game with this index. NoSpace if the disk is full: the game is not in it then."""
        entry = b"[%d,%b]\n" % (index, game.rstrip(b"\n").replace(b"\n", b","))
        return Place(self._file.path, self._file.append(entry), len(entry))

    def checkpoint(self) -> None:
        """Wait until the disk holds everything written so far."""
        self._file.checkpoint()

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def entries(journal: Path) -> Iterator[tuple[int, Place]]:
    """What a journal holds: index and place of each game, in the order of playing; a cut-off last entry is dropped.

    RecordError names a damaged line.
    """
    offset = 0
    for number, line in lines(journal):
        try:
            index, _ = _split(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
            raise RecordError(str(journal), number, "no entry of a journal: the line is damaged") from None
        yield index, Place(journal, offset, len(line))
        offset += len(line)


class Merge:
    """Takes games in any order and hands their lines on in the order of their indices, none twice."""

    def __init__(self, sink: Callable[[bytes], object], first: int = 0) -> None:
        """`sink` is given whole lines, in order; `first` is the index that comes next."""
        self._sink = sink
        self._waiting: dict[int, Game] = {}
        self.next = first
        """The index of the first game that has not been handed on."""

    def add(self, index: int, game: Game) -> int:
        """Take a game and hand on all that are ready; how many were. A game that was taken before is passed over.

        What the sink raises comes through, and nothing is lost: what it did not take waits, and goes with the next.
        """
        if index >= self.next:
            self._waiting.setdefault(index, game)
        start = self.next
        while self.next in self._waiting:
            self._hand_on()
        return self.next - start

    def waiting(self) -> int:
        """How many games wait for an earlier one."""
        return len(self._waiting)

    def _hand_on(self) -> None:
        """The next games in one piece, which is one write."""
        ready: list[Game] = []
        while len(ready) < _BATCH and (game := self._waiting.get(self.next + len(ready))) is not None:
            ready.append(game)
        self._sink(_text(ready))
        for index in range(self.next, self.next + len(ready)):
            del self._waiting[index]
        self.next += len(ready)


def _text(games: Sequence[Game]) -> bytes:
    """The lines of games one after the other; a journal is opened once for all that follow one another in it."""
    parts: list[bytes] = []
    for _, together in groupby(games, lambda game: game.journal if isinstance(game, Place) else None):
        with ExitStack() as stack:
            file: BinaryIO | None = None
            for game in together:
                if isinstance(game, bytes):
                    parts.append(game)
                    continue
                file = file or stack.enter_context(game.journal.open("rb"))
                parts.append(game.read_from(file))
    return b"".join(parts)


def _split(entry: bytes) -> tuple[int, bytes]:
    """The index and the lines of an entry."""
    index, *records = _ENTRY.decode(entry)
    return int(bytes(index)), b"".join(bytes(record) + b"\n" for record in records)
