"""Runs: the same records whatever the number of tables, whoever dies, and wherever it is stopped."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from referee.arena.run.ledger import DamagedRun
from referee.arena.run.run import Run
from referee.arena.statistics.sprt import Hypotheses
from referee.arena.workers.workers import Workers
from referee.records.format.digest import digest_of_run
from referee.records.verify.verify import verify
from tests.arena.conftest import Contest, digests
from tests.arena.programs import reopen, shut


def ids(deals: int, block: int, tables: int = 2) -> list[str]:
    """The games of a duplicate match in the order of its schedule."""
    return [
        f"{deal}/{table}"
        for first in range(0, deals, block)
        for table in range(tables)
        for deal in range(first, min(first + block, deals))
    ]


def test_games_stand_in_the_order_of_the_schedule_and_agree_with_the_rules(contest: Contest) -> None:
    records = contest.play(contest.match("first", "hash", deals=5), "run")
    assert [record.game for record in records] == ids(5, 2)
    for record in records:
        verify(record)
    assert [record.players[0].name for record in records[:4]] == ["first", "first", "hash", "hash"]


def test_the_number_of_tables_changes_nothing(contest: Contest) -> None:
    match = contest.match("memory", "crash-on-spades", deals=8, block=3)
    one, two = (contest.play(match, f"tables {tables}", tables) for tables in (1, 2))
    assert digests(one) == digests(two)
    assert any(record.faults for record in one)


def test_two_bots_of_the_same_program_are_two(contest: Contest) -> None:
    records = contest.play(contest.match("first", "first", deals=2), "run")
    assert {player.name for player in records[0].players} == {"first", "first-2"}
    assert [record.result.utility[0] for record in records if record.result][:2] == [
        record.result.utility[0] for record in records if record.result
    ][2:4]


def test_nothing_is_left_beside_the_records(contest: Contest) -> None:
    contest.play(contest.match("first", "first", deals=2), "run")
    assert {path.name for path in (contest.folder / "run").iterdir()} == {
        "games.jsonl",
        "journals",
        "lock",
        "match.json",
    }
    assert not list((contest.folder / "run" / "journals").iterdir())


def test_a_run_knows_its_digest(contest: Contest) -> None:
    path = contest.begin(contest.match("first", "hash"), "run")
    seen: list[str] = []
    contest.go_on(path, watch=lambda run, _workers: seen.append(run.book.digest()))
    assert seen[-1] == digest_of_run(record.digest or "" for record in contest.records(path))


def test_who_is_at_fault_too_often_forfeits_the_rest_unplayed(contest: Contest) -> None:
    match = contest.match("crash", "first", deals=5, block=2)
    one, two = (contest.play(match, f"tables {tables}", tables) for tables in (1, 2))
    assert digests(one) == digests(two)
    assert [record.game for record in one] == ids(5, 2)
    assert [bool(record.faults) for record in one] == [True] * 3 + [False] * 7
    for record in one[3:]:
        assert record.result is not None
        assert (record.result.reason, record.result.because, record.hands) == (
            "disqualified",
            ("0/0", "1/0", "0/1"),
            [],
        )
        loser = [player.name for player in record.players].index("crash")
        assert record.result.utility[loser] < 0
        verify(record)


def test_a_bot_that_crashes_harms_only_its_own_games(contest: Contest) -> None:
    """Three bots meet in pairs; the games of the other two are what they are without the third."""
    alone = contest.play(contest.match("first", "hash", deals=4), "alone")
    three = contest.play(contest.match("first", "hash", "crash", deals=4), "three")
    theirs = [record for record in three if "crash" not in {player.name for player in record.players}]
    actions = [[action.action for hand in record.hands for action in hand.actions] for record in theirs]
    assert actions == [[action.action for hand in record.hands for action in hand.actions] for record in alone]


def test_a_worker_that_is_killed_costs_nothing(contest: Contest) -> None:
    match = contest.match("memory", "hash", deals=8, block=4)
    whole = contest.play(match, "whole")
    killed: list[int] = []

    def kill(run: Run, workers: Workers) -> None:
        """Some games later each time, whoever has played them: the lost block comes after those that wait already."""
        alive = [pid for pid in workers.pids() if pid not in killed]
        finished = sum(journal.read_bytes().count(b"\n") for journal in path.glob("journals/*.jsonl"))
        if len(killed) < 2 and finished > 2 * len(killed) and alive:
            killed.append(alive[-1])
            os.kill(killed[-1], signal.SIGKILL)
            if len(killed) == 2:
                reopen(contest.folder)

    path = contest.begin(match, "killed")
    shut(contest.folder, 3)
    assert contest.go_on(path, watch=kill) == "finished"
    assert len(killed) == 2
    assert digests(contest.records(path)) == digests(whole)


def test_games_that_wait_for_earlier_ones_are_over_too(contest: Contest) -> None:
    """Else a run would seem half as fast as it is, and one that goes on as fast as what it has found."""

    def stop(run: Run, _workers: Workers) -> None:
        if run.games_over == 6:  # three at either table, of which one waits for the other
            assert (run.book.games, run.newly_over) == (3, 6)
            run.stopping()

    path = contest.begin(contest.match("memory", "hash", deals=8, block=4), "stopped")
    shut(contest.folder, 3)
    assert contest.go_on(path, watch=stop) == "stopped"
    reopen(contest.folder)
    seen = list[tuple[int, int]]()
    assert contest.go_on(path, watch=lambda run, _: seen.append((run.games_over, run.newly_over))) == "finished"
    assert seen[-1] == (16, 10)
    assert {over - newly for over, newly in seen} == {6}


@pytest.mark.parametrize("times", [1, 2])
def test_a_stopped_run_goes_on_as_if_nothing_had_happened(contest: Contest, times: int) -> None:
    match = contest.match("memory", "hash", deals=8, block=4)
    whole = contest.play(match, "whole")

    def stop(run: Run, _workers: Workers) -> None:
        if run.book.games > run.began_with and not run.stopping.times:
            for _ in range(times):
                run.stopping()

    path = contest.begin(match, "stopped")
    shut(contest.folder, 3)
    assert contest.go_on(path, watch=stop) == "stopped"
    reopen(contest.folder)
    before = contest.records(path)
    assert 0 < len(before) <= 3
    assert contest.go_on(path) == "finished"
    assert digests(contest.records(path)) == digests(whole)
    assert [record.started for record in contest.records(path)[: len(before)]] == [record.started for record in before]


@pytest.mark.parametrize(("kept", "cut"), [(0, True), (5, False), (9, True), (12, False)])
def test_whatever_is_left_of_the_records_the_rest_is_played(contest: Contest, kept: int, cut: bool) -> None:
    match = contest.match("hash", "crash-on-spades", deals=6, block=3)
    whole = contest.play(match, "whole")
    path = contest.begin(match, "rest")
    lines = (contest.folder / "whole" / "games.jsonl").read_bytes().splitlines(keepends=True)
    left = b"".join(lines[:kept]) + (lines[kept][:50] if cut and kept < len(lines) else b"")
    (path / "games.jsonl").write_bytes(left)
    assert contest.go_on(path) == "finished"
    assert digests(contest.records(path)) == digests(whole)


def test_a_finished_run_has_nothing_to_go_on_with(contest: Contest) -> None:
    contest.play(contest.match("first", "hash", deals=2), "run")
    before = (contest.folder / "run" / "games.jsonl").read_bytes()
    assert contest.go_on(contest.folder / "run") == "finished"
    assert (contest.folder / "run" / "games.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda lines: [b"no record\n", *lines], r"games.jsonl, line 1: the line is damaged"),
        (lambda lines: [lines[1], lines[0]], r"games.jsonl, line 1: game 1/0 .* stands where 0/0"),
        (lambda lines: [*lines, lines[0]], r"line 5: game 0/0 is beyond the end"),
    ],
)
def test_records_that_are_not_of_this_run_are_named_and_not_touched(
    contest: Contest, damage: "object", message: str
) -> None:
    contest.play(contest.match("first", "hash", deals=2), "run")
    file = contest.folder / "run" / "games.jsonl"
    assert callable(damage)
    file.write_bytes(b"".join(damage(file.read_bytes().splitlines(keepends=True))))
    before = file.read_bytes()
    with pytest.raises(DamagedRun, match=message):
        contest.go_on(contest.folder / "run")
    assert file.read_bytes() == before


@pytest.mark.parametrize(("h1", "verdict"), [(0.5, "H1"), (100.0, "H0")])
def test_a_sequential_test_ends_the_run_at_the_same_game_for_any_number_of_tables(
    contest: Contest, h1: float, verdict: str
) -> None:
    match = contest.match("hash", "first", deals=90, block=10, sprt=Hypotheses(-1.0, h1))
    found = []
    verdicts: list[str | None] = []
    for tables in (1, 2):
        path = contest.begin(match, f"tables {tables}")
        assert contest.go_on(path, tables, lambda run, _workers: verdicts.append(run.book.verdict)) == "decided"
        found.append(digests(contest.records(path)))
        assert verdicts[-1] == verdict
    assert found[0] == found[1]
    assert len(found[0]) % 20 == 0 and len(found[0]) < 180
    before = (path / "games.jsonl").read_bytes()
    assert contest.go_on(path) == "decided"
    assert (path / "games.jsonl").read_bytes() == before


def test_what_bots_write_to_stderr_is_kept_and_harmless(contest: Contest) -> None:
    contest.play(contest.match("stderr", "first", deals=1), "run")
    log = (contest.folder / "run" / "logs" / "b0.log").read_text()
    assert "stderr, block 0, seat 0" in log and "game 0/0, decision" in log and "thinking" in log
    assert "\x1b" not in log
    assert not (contest.folder / "run" / "logs" / "b1.log").exists()


def test_the_seed_of_the_match_is_for_its_owner_alone(contest: Contest) -> None:
    path = contest.begin(contest.match("first", "first"), "run")
    assert (path / "match.json").stat().st_mode & 0o077 == 0
    shutil.rmtree(path)
    assert not Path(path).exists()
