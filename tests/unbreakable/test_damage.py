"""Files of a run that are damaged, or of another run: each is named, none is guessed at, and none is touched."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from referee.arena.run.ledger import DamagedRun
from referee.arena.tournament.match import BadMatch, load
from referee.cli import main
from referee.records.format.reader import RecordError
from tests.arena.conftest import Contest, digests

KEPT: Final = 3
"""Games in their place, of eight in blocks of two: the second block is half done."""


class Runs(NamedTuple):
    """A finished run, and the lines of others that could be mistaken for it."""

    contest: Contest
    lines: list[bytes]
    other_seed: list[bytes]
    other_bots: list[bytes]

    def broken(self, damage: Callable[["Runs", Path], object]) -> Path:
        """A run that was stopped in its second block, and then damaged."""
        path = self.contest.folder / "broken"
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(self.contest.folder / "own", path)
        (path / "games.jsonl").write_bytes(b"".join(self.lines[:KEPT]))
        damage(self, path)
        return path


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    contest = Contest(tmp_path_factory.mktemp("runs"))
    match = contest.match("memory", "hash", deals=4, block=2)
    contest.play(match, "own")
    contest.play(contest.match("memory", "hash", deals=2, block=2, seed="another-seed-for-the-tests"), "seed")
    contest.play(contest.match("hash", "memory", deals=2, block=2), "bots")
    files = (contest.folder / name / "games.jsonl" for name in ("own", "seed", "bots"))
    return Runs(contest, *(file.read_bytes().splitlines(keepends=True) for file in files))


def games(lines: Callable[[Runs], list[bytes]]) -> Callable[[Runs, Path], object]:
    """Other lines in the file of records."""
    return lambda runs, path: (path / "games.jsonl").write_bytes(b"".join(lines(runs)))


def changed(line: bytes, **fields: object) -> bytes:
    """A record with other fields."""
    return json.dumps({**json.loads(line), **fields}).encode() + b"\n"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (games(lambda runs: [*runs.lines[:3], b"\0" * 4096 + b"\n"]), "line 4: the line is damaged.*cut it off before"),
        (games(lambda runs: [runs.lines[0], b"\n", *runs.lines[1:3]]), "line 2: the line is damaged"),
        (games(lambda runs: [*runs.lines[:2], *runs.lines[3:]]), "line 3: game 1/1 .* stands where 0/1"),
        (games(lambda runs: [*runs.lines[:3], runs.lines[2]]), "line 4: game 0/1 .* stands where 1/1"),
        (games(lambda runs: runs.other_seed), "line 1: game 0/0 is of a match with another seed"),
        (games(lambda runs: runs.other_bots), "line 1: game 0/0 is of other bots than memory, hash"),
        (games(lambda runs: [changed(runs.lines[0], rules={"hands": 1})]), "line 1: game 0/0 is of .* other rules"),
        (
            games(lambda runs: [runs.lines[0], changed(runs.lines[1], sides=[[0, 1], [2, 3]])]),
            "line 2: game 1/0 was changed after it was written",
        ),
    ],
)
def test_records_that_are_not_this_run_s(runs: Runs, damage: Callable[[Runs, Path], object], message: str) -> None:
    path = runs.broken(damage)
    before = (path / "games.jsonl").read_bytes()
    with pytest.raises(DamagedRun, match=message):
        runs.contest.go_on(path)
    assert (path / "games.jsonl").read_bytes() == before


def journal(block: int, text: Callable[[Runs], bytes]) -> Callable[[Runs, Path], object]:
    """Something in the journal of a block."""
    return lambda runs, path: (path / "journals" / f"{block:08}.jsonl").write_bytes(text(runs))


def entry(index: int, line: bytes) -> bytes:
    """A game as it stands in a journal."""
    return b"[%d,%b]\n" % (index, line.rstrip(b"\n"))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (journal(1, lambda runs: b"?\n"), "00000001.jsonl, line 1: no entry of a journal"),
        (journal(1, lambda runs: b"[2,{}]\n"), "00000001.jsonl, line 1: the line is damaged"),
        (journal(1, lambda runs: entry(3, runs.lines[3])), "00000001.jsonl, line 1: the entry with number 3 is out"),
        (journal(2, lambda runs: entry(2, runs.lines[2])), "00000002.jsonl, line 1: the entry with number 2 is out"),
        (journal(2, lambda runs: entry(4, runs.lines[5])), "00000002.jsonl, line 1: game 3/0 .* stands where 2/0"),
        (journal(1, lambda runs: entry(2, runs.other_bots[2])), "00000001.jsonl, line 1: game 0/1 is of other bots"),
        (
            journal(1, lambda runs: b"".join(entry(index, runs.lines[index]) for index in (2, 3, 4))),
            "00000001.jsonl, line 3: the entry with number 4 is out of its place",
        ),
        (lambda runs, path: (path / "journals" / "00000003.jsonl").mkdir(), "00000003.jsonl"),
    ],
)
def test_journals_that_are_not_this_run_s(runs: Runs, damage: Callable[[Runs, Path], object], message: str) -> None:
    path = runs.broken(damage)
    with pytest.raises(RecordError, match=f"{message}.*; move this journal away"):
        runs.contest.go_on(path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda runs, path: (path / "journals" / "notes.txt").write_text("mine"),
        lambda runs, path: (path / "games.jsonl").write_bytes(b"".join(runs.lines[:3]) + b"\0" * 4096),
        journal(1, lambda runs: entry(2, runs.lines[2]) + b"\0" * 100),
        journal(3, lambda runs: entry(6, runs.lines[6]) + entry(7, runs.lines[7])),
        journal(7, lambda runs: b"of no block at all\n"),
    ],
)
def test_what_is_only_cut_off_or_ahead_or_nobody_s_is_no_hindrance(
    runs: Runs, damage: Callable[[Runs, Path], object]
) -> None:
    path = runs.broken(damage)
    assert runs.contest.go_on(path) == "finished"
    assert digests(runs.contest.records(path)) == digests(runs.contest.records(runs.contest.folder / "own"))


@pytest.mark.parametrize("remedy", ["move away", "cut off"])
def test_what_is_said_to_help_helps(runs: Runs, remedy: str) -> None:
    """All games are there in the end, and those that were in their place are as they were."""
    if remedy == "move away":
        path = runs.broken(journal(1, lambda runs: b"?\n"))
        (path / "journals" / "00000001.jsonl").rename(path / "away")
    else:
        path = runs.broken(games(lambda runs: [*runs.lines[:2], b"?\n"]))
        (path / "games.jsonl").write_bytes(b"".join(runs.lines[:2]))
    assert runs.contest.go_on(path) == "finished"
    assert digests(runs.contest.records(path)) == digests(runs.contest.records(runs.contest.folder / "own"))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"version": 2}, "version"),
        ({"game": "poker"}, "no game poker"),
        ({"rules": {"hands": "x"}}, "hands = x"),
        ({"bots": []}, "at least 2 bots"),
        ({"block": 0}, "block"),
        ({"deals": -1}, "deals"),
        ({"seating": "on the floor"}, "seating"),
    ],
)
def test_settings_that_make_no_sense(runs: Runs, fields: dict[str, object], message: str) -> None:
    path = runs.broken(lambda runs, path: None) / "match.json"
    path.write_bytes(changed(path.read_bytes(), **fields))
    with pytest.raises(BadMatch, match=message):
        load(path)


def to_folder(name: str) -> Callable[[Runs, Path], object]:
    """A folder in the place of a file."""

    def damage(runs: Runs, path: Path) -> None:
        (path / name).unlink(missing_ok=True)
        (path / name).mkdir()

    return damage


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (games(lambda runs: runs.other_seed), "games.jsonl, line 1: game 0/0 is of a match with another seed"),
        (journal(1, lambda runs: b"?\n"), "00000001.jsonl, line 1: no entry of a journal: the line is damaged"),
        (to_folder("games.jsonl"), "games.jsonl: Is a directory"),
        (to_folder("lock"), "cannot go on in"),
        (to_folder("match.json"), "holds no run: there is no match.json in it"),
    ],
)
def test_one_line_says_it_and_the_exit_code_is_2(
    runs: Runs, damage: Callable[[Runs, Path], object], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = runs.broken(damage)
    assert main(["resume", str(path), "--tables", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()  # nothing was begun: no bot started, nothing played
    assert message in line


def test_damage_is_told_before_any_bot_is_started(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    """Though none of them could be started any more."""
    path = runs.broken(journal(1, lambda runs: b"?\n"))
    settings = json.loads((path / "match.json").read_bytes())
    settings["bots"] = [{**bot, "command": ["/nowhere/bot"]} for bot in settings["bots"]]
    (path / "match.json").write_text(json.dumps(settings))
    assert main(["resume", str(path), "--tables", "1", "--json"]) == 2
    assert "00000001.jsonl, line 1: no entry of a journal" in capsys.readouterr().err
    (path / "journals" / "00000001.jsonl").unlink()
    assert main(["resume", str(path), "--tables", "1", "--json"]) == 2
    assert "cannot be launched" in capsys.readouterr().err
