"""Journals and their merge: workers finish games in any order, the records stand in the order of the schedule (G1)."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Self, TypeAlias

import msgspec

from referee.records.reader import RecordError
from referee.records.writer import LineFile


class Place(NamedTuple):
    """Where the records of a game lie in a journal: offset and length in bytes."""

    journal: Path
    offset: int
    length: int

    def read(self) -> bytes:
        """The lines of the game, each with its newline. OSError if the journal is gone or shorter."""
        with open(self.journal, "rb") as file:
            file.seek(self.offset)
            entry = file.read(self.length)
        if len(entry) < self.length:
            raise OSError(f"{self.journal} is shorter than it was")
        return _lines(entry)
