"""Runs whose records are compressed while they go on: the same games, and nothing lost whatever ends them."""

from pathlib import Path

import msgspec
import pytest

from referee.arena.run.ledger import DamagedRun
from referee.arena.run.run import Run
from referee.arena.run.run_directory import Directory
from referee.arena.tournament.match import Match
from referee.arena.workers.workers import Workers
from referee.records.format import frames
from referee.records.format.digest import digest_of
from referee.records.format.frames import pieces
from referee.records.format.record import decode, encode
from tests.arena.conftest import Contest, digests
from tests.arena.programs import reopen, shut


@pytest.fixture(autouse=True)
def small_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "GAMES_A_FRAME", 5)


def begin(contest: Contest, match: Match, name: str) -> Path:
    path = contest.begin(match, name)
    with Directory.open(path) as directory:
        directory.compress()
    return path


def test_the_games_are_the_same_and_nothing_else_is_left(contest: Contest) -> None:
    match = contest.match("memory", "crash-on-spades", deals=8, block=3)
    whole = contest.play(match, "plain")
    path = begin(contest, match, "packed")
    assert contest.go_on(path) == "finished"
    assert digests(contest.records(path)) == digests(whole)
    assert {each.name for each in path.iterdir()} == {"games.jsonl.zst", "journals", "lock", "match.json"}
    assert not list((path / "journals").iterdir())
    assert [content.count(b"\n") for _, content in pieces(path / "games.jsonl.zst")] == [5, 5, 5, 1]
    assert contest.go_on(path) == "finished"


def test_a_stopped_run_goes_on(contest: Contest) -> None:
    match = contest.match("memory", "hash", deals=8, block=4)
    whole = contest.play(match, "whole")

    def stop(run: Run, _workers: Workers) -> None:
        if run.book.games > run.began_with and not run.stopping.times:
            run.stopping()

    path = begin(contest, match, "stopped")
    shut(contest.folder, 3)
    assert contest.go_on(path, watch=stop) == "stopped"
    reopen(contest.folder)
    before = len(contest.records(path))
    assert 0 < before <= 3
    assert contest.go_on(path) == "finished"
    assert digests(contest.records(path)) == digests(whole)


class Killed(Exception):
    """Stands for the end of the process: nothing is written after it."""


def test_what_waits_for_its_frame_is_in_the_journals(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run is cut off between two frames, as a kill does it; the games of no frame come from the journals."""
    match = contest.match("memory", "hash", deals=8, block=8)
    whole = contest.play(match, "whole")
    path = begin(contest, match, "killed")
    shut(contest.folder, 7)

    def kill(run: Run, _workers: Workers) -> None:
        if run.book.games > run.book.kept > 0:
            monkeypatch.setattr(frames.FrameFile, "flush", lambda self: None)
            raise Killed

    with pytest.raises(Killed):
        contest.go_on(path, watch=kill)
    reopen(contest.folder)
    monkeypatch.undo()
    kept = len(contest.records(path))
    assert kept == 5
    left = list((path / "journals").iterdir())
    assert left
    assert contest.go_on(path) == "finished"
    assert digests(contest.records(path)) == digests(whole)
    starts = {record.game: record.started for record in contest.records(path)}
    assert len(starts) == 16


@pytest.mark.parametrize("left", [0.0, 0.4, 0.9])
def test_whatever_is_left_of_the_file_the_rest_is_played(contest: Contest, left: float) -> None:
    match = contest.match("hash", "crash-on-spades", deals=6, block=3)
    path = begin(contest, match, "cut")
    assert contest.go_on(path) == "finished"
    file = path / "games.jsonl.zst"
    whole = digests(contest.records(path))
    data = file.read_bytes()
    file.write_bytes(data[: int(left * len(data))])
    assert contest.go_on(path) == "finished"
    assert digests(contest.records(path)) == whole


def test_damage_is_named_and_the_file_left_as_it_is(contest: Contest) -> None:
    match = contest.match("hash", "first", deals=6, block=3)
    path = begin(contest, match, "damaged")
    contest.go_on(path)
    file = path / "games.jsonl.zst"
    first, second = (content for _, content in list(pieces(file))[:2])
    press = frames.compressor()
    file.write_bytes(press(second) + press(first))
    before = file.read_bytes()
    with pytest.raises(DamagedRun, match=r"games\.jsonl\.zst, line 1: "):
        contest.go_on(path)
    voided = msgspec.structs.replace(decode(first.splitlines()[0]), counted=False)
    tries = press(encode(msgspec.structs.replace(voided, digest=digest_of(voided))))
    file.write_bytes(tries)
    with pytest.raises(DamagedRun, match="the game that counts does not follow"):
        contest.go_on(path)
    assert file.read_bytes() == tries != before
