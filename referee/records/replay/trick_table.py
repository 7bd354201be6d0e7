"""The tricks of a hand as a table: a row for each trick, a column for each place."""

from collections.abc import Iterator, Sequence
from typing import Final

LEAD: Final = ">"
WINS: Final = "*"
BY_REFEREE: Final = "!"
_LEAST: Final = 10
_MOST: Final = 18
_NARROWEST: Final = 6
"""What the card that leads, is the referee's and wins takes, with the space behind it."""
_BEFORE: Final = 17
"""The columns before those of the places."""
_MANY: Final = 4
"""Places from which on the columns are narrow, whatever the names."""


class TrickTable:
    """Gathers the cards of a trick and makes its row; the head stands before the first row of a hand. There is a column
    of the numbers of actions where they are told.
    """

    def __init__(self, names: Sequence[str], room: int | None = None) -> None:
        """Take the players' names by place, and how wide the table may be: the columns get narrower for it."""
        self._names = [f"{place} {name}" for place, name in enumerate(names)]
        longest = max(map(len, self._names)) + 2
        self._width = _LEAST if len(names) > _MANY else min(max(_LEAST, longest), _MOST)
        if room is not None:
            self._width = max(_NARROWEST, min(self._width, (room - _BEFORE) // len(names)))
        self._cells: dict[int, str] = {}
        self._remarks: list[str] = []
        self._first: int | None = None
        self._index: int | None = None
        self._by_referee = False
        self._number = 0
        self.winner: int | None = None
        """The place that has won the trick."""

    def begin(self) -> None:
        """A new hand: its rows count from 1 under a new head."""
        self._number = 0

    def asked(self, index: int, by_referee: bool) -> None:
        """The next card comes with the action of this number."""
        self._index, self._by_referee = index, by_referee

    def play(self, place: int, card: str, sayings: Sequence[str]) -> None:
        """A card, with what was said."""
        if not self._cells:
            self._first = self._index
        lead = "" if self._cells else LEAD
        self._cells[place] = lead + card + (BY_REFEREE if self._by_referee else "")
        if sayings:
            self.remark(f"{place} says {' and '.join(sayings)}")

    def remark(self, text: str) -> None:
        """Something to say at the end of the row."""
        self._remarks.append(text)

    def take(self) -> Iterator[str]:
        """The row of the trick so far, and the table is ready for the next; nothing if no card lies there."""
        if not self._cells:
            return
        if not self._number:
            yield self._head()
        self._number += 1
        if self.winner in self._cells:
            self._cells[self.winner] += WINS
        cells = "".join(f"{self._cells.get(place, ''):{self._width}}" for place in range(len(self._names)))
        first = "" if self._first is None else f"  {self._first:6}"
        yield f"  {self._number:5}{first}  {cells}{'; '.join(self._remarks)}".rstrip()
        self._cells, self._remarks, self.winner = {}, [], None

    def _head(self) -> str:
        width = self._width
        names = "".join(f"{name[: width - 1]:{width}}" for name in self._names)
        action = "" if self._first is None else "  action"
        return f"  trick{action}  {names}".rstrip()
