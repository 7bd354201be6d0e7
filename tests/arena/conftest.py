"""A contest: matches with small bots in a directory of their own, played and looked at."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import pytest

from referee.arena.run.run import End, Run
from referee.arena.run.run_directory import Directory
from referee.arena.tournament.bot_spec import entrants
from referee.arena.tournament.match import Match, load, save
from referee.arena.workers.workers import Workers
from referee.host.timing.clock import Times
from referee.records.format.journal import entries
from referee.records.format.reader import read
from referee.records.format.record import Record
from referee.rules.games import build
from tests.arena.programs import command

SEED: Final = "a-seed-for-the-tests"
PATIENT: Final = Times(move_ms=60_000, start_ms=60_000, game_ms=60_000, quit_ms=100)
"""Nobody loses on time, whatever else the machine does."""


class Contest:
    """Begins, plays and reads runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def match(self, *conducts: str, deals: int = 6, block: int = 2, **settings: object) -> Match:
        """A match of these bots; `settings` are fields of Match."""
        bots = entrants([command(self.folder, conduct) for conduct in conducts], self.folder)
        variant = build("tressette", {}, 4)
        match = Match(
            game="tressette",
            rules=variant.rules,
            players=4,
            bots=bots,
            tournament="draws",
            deals=deals,
            seed=SEED,
            block=block,
            times=PATIENT,
        )
        return msgspec.structs.replace(match, **settings)

    def begin(self, match: Match, name: str) -> Path:
        """A directory in which nothing has been played yet."""
        path = self.folder / name
        with Directory.create(path) as directory:
            directory.write(directory.settings, save(match), 0o600)
        return path

    def go_on(self, path: Path, tables: int = 2, watch: Callable[[Run, Workers], None] | None = None) -> End:
        """Play what is missing in a directory."""
        with Directory.open(path) as directory, Workers(tables) as workers:
            run = Run(load(directory.settings), directory, tables=tables)
            try:
                return run.play(workers, lambda run: watch(run, workers) if watch else None)
            finally:
                run.close()

    def play(self, match: Match, name: str, tables: int = 2) -> list[Record]:
        """The records of a match, played to its end."""
        path = self.begin(match, name)
        assert self.go_on(path, tables) == "finished"
        return self.records(path)

    def records(self, path: Path) -> list[Record]:
        """What the directory's file of records holds."""
        return [entry.record for entry in read(path)]

    def kept(self, path: Path) -> int:
        """How many games are finished, in their place or in journals; some of them are in both while a run goes on."""
        journals = (path / "journals").iterdir()
        return len(self.records(path)) + sum(1 for journal in journals for _ in entries(journal))


@pytest.fixture
def contest(tmp_path: Path) -> Contest:
    return Contest(tmp_path)


def digests(records: list[Record]) -> list[str | None]:
    """What two runs must have in common."""
    return [record.digest for record in records]
