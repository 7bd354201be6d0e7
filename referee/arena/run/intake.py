"""The intake of a run: what the journals of its blocks hold goes to the merge, every game once."""

from collections.abc import Callable
from pathlib import Path

from referee.arena.run.resume_checks import check_journal
from referee.arena.schedule.schedule import Sitting
from referee.arena.tournament.match import Match
from referee.records.format.journal import Merge, entries


class Intake:
    """Reads journals as they grow."""

    def __init__(self, merge: Merge, journal_of: Callable[[int], Path]) -> None:
        """`journal_of` gives the journal of the block with a number."""
        self._merge, self._journal_of = merge, journal_of
        self._known: dict[int, tuple[int, int]] = {}  # by block: bytes of its journal that are taken in, and games

    def take_in(self, sitting: Sitting) -> int:
        """Hand the games in a block's journal to the merge; how many it holds."""
        journal = self._journal_of(sitting.number)
        try:
            size = journal.stat().st_size
        except FileNotFoundError:
            return 0
        known, count = self._known.get(sitting.number, (0, 0))
        if size > known:
            count = 0
            for index, place in entries(journal):
                count += 1
                if place.offset >= known:
                    self._merge.add(index, place)
                    known = place.offset + place.length
            self._known[sitting.number] = (known, count)
        return count

    def take_over(self, sitting: Sitting, match: Match) -> int:
        """Take in what the journal of an earlier run holds, if it is a journal of this block; how many games."""
        journal = self._journal_of(sitting.number)
        if journal.exists():
            check_journal(journal, match, sitting)
        return self.take_in(sitting)

    def forget(self, sitting: Sitting) -> None:
        """All its games are in their place: remove the journal."""
        self._known.pop(sitting.number, None)
        self._journal_of(sitting.number).unlink(missing_ok=True)
