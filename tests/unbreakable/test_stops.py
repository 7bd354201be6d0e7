"""What stops a run from outside: signals, closed pipes, a full disk. One clear line, and nothing finished is lost."""

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.arena.programs import command, reopen, shut
from tests.host.programs import until
from tests.unbreakable.commands import SEED, Ended, digests, ended, nothing_runs, ran, started, written
from tests.unbreakable.disks import grow, may_mount, no_file_beyond, small


class Match:
    """A match of two small bots, the same each time, to be played in any directory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        bots = [command(folder, "memory"), command(folder, "crash-on-spades")]
        self.words = ["match", *bots, "--deals", "4", "--block", "2", "--tables", "1", "--sandbox", "none"]
        self.words += ["--seed", SEED, "--move-ms", "60000"]
        assert ran(*self.at(folder / "whole")).code == 0
        self.whole = digests(folder / "whole")
        """Its games, undisturbed."""

    def at(self, run: Path) -> list[str]:
        """The command that plays it in a directory."""
        return [*self.words, "--out", str(run)]

    def begun(self, run: Path, before: Callable[[], object] | None = None) -> "subprocess.Popen[bytes]":
        """The command in the midst of its first block: a game is finished, and the next waits for `goes_on`."""
        shut(self.folder, 1)
        child = started(*self.at(run), before=before)
        until(lambda: written(run) > 0)
        return child

    def goes_on(self, run: Path) -> None:
        """Its games are what they would have been without what has happened in that directory."""
        reopen(self.folder)
        before = digests(run) if (run / "games.jsonl").exists() else []
        assert ran("resume", str(run), "--tables", "1").code == 0
        assert digests(run) == self.whole
        assert before == self.whole[: len(before)]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    return Match(tmp_path_factory.mktemp("match"))


@pytest.fixture
def run(match: Match, tmp_path: Path) -> Iterator[Path]:
    """A directory for a run; when the test is over nothing of the run is alive, and the bots play on."""
    yield tmp_path / "run"
    reopen(match.folder)
    until(nothing_runs)


def last_line(end: Ended) -> str:
    """The line that says what was wrong."""
    return end.err.splitlines()[-1]


@pytest.mark.parametrize("times", [1, 2])
def test_sigterm_ends_it_in_good_order(match: Match, run: Path, times: int) -> None:
    child = match.begun(run)
    for _ in range(times):
        child.send_signal(signal.SIGTERM)
    end = ended(child)
    assert end.code == 3
    assert re.fullmatch(rf"go on with: \S+ -m referee resume {run}", last_line(end))
    match.goes_on(run)


def test_a_terminal_that_goes_away_ends_it_in_good_order(match: Match, run: Path) -> None:
    child = match.begun(run)
    child.send_signal(signal.SIGHUP)
    end = ended(child)
    assert end.code == 3
    assert re.fullmatch(rf"go on with: \S+ -m referee resume {run}", last_line(end))
    match.goes_on(run)


def test_who_wants_it_to_go_on_without_a_terminal_gets_that(match: Match, run: Path) -> None:
    """As by nohup."""
    child = match.begun(run, before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    child.send_signal(signal.SIGHUP)
    reopen(match.folder)
    assert ended(child).code == 0
    assert digests(run) == match.whole


def test_ctrl_c_while_all_is_loaded_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt")
    assert ended(started("games", env={"PYTHONPATH": str(tmp_path)})) == (130, "", "")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_reader_that_goes_away_does_not_end_it(match: Match, run: Path, stream: str) -> None:
    """As in `referee match … | true`: the result is in the directory all the same."""
    reading, writing = os.pipe()
    os.close(reading)
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: writing}
    child = started(*match.at(run), out=both["stdout"], err=both["stderr"])
    os.close(writing)
    assert ended(child).code == 0
    assert digests(run) == match.whole


def close_all() -> None:
    """Close the standard streams, as some who start programs do."""
    os.closerange(0, 3)


def test_closed_standard_streams_are_no_hindrance(match: Match, run: Path) -> None:
    assert ran(*match.at(run), before=close_all).code == 0
    assert digests(run) == match.whole


def test_a_result_that_cannot_be_printed_is_in_the_directory(match: Match, run: Path) -> None:
    with open("/dev/full", "wb") as full:
        end = ended(started(*match.at(run), out=full))
    assert end.code == 4
    assert last_line(end) == "referee match: cannot write to stdout: No space left on device"
    assert digests(run) == match.whole


@pytest.mark.parametrize("size", [3_000, 7_000])
def test_files_that_cannot_grow_stop_it_and_nothing_is_lost(match: Match, run: Path, size: int) -> None:
    end = ran(*match.at(run), before=no_file_beyond(size))
    assert end.code == 4
    assert "File too large" in last_line(end)
    match.goes_on(run)


def test_where_not_even_the_settings_can_be_written_nothing_has_begun(match: Match, run: Path) -> None:
    end = ran(*match.at(run), before=no_file_beyond(500))
    assert end.code == 4
    assert last_line(end) == f"referee match: cannot write in {run}: File too large"
    assert ran(*match.at(run)).code == 0
    assert digests(run) == match.whole


@pytest.mark.parametrize("kilobytes", [16, 32] if may_mount() else [])
def test_a_full_disk_stops_it_and_nothing_is_lost(match: Match, tmp_path: Path, kilobytes: int) -> None:
    with small(tmp_path / "disk", kilobytes) as disk:
        end = ran(*match.at(disk / "run"))
        assert end.code == 4
        assert "No space left" in last_line(end)
        again = ran("resume", str(disk / "run"), "--tables", "1")
        assert again.code == 4
        assert "No space left" in last_line(again)
        grow(disk, 10_000)
        match.goes_on(disk / "run")
        until(nothing_runs)


@pytest.mark.parametrize("kilobytes", [0, 4] if may_mount() else [])
def test_a_disk_without_room_for_a_run_is_refused(match: Match, tmp_path: Path, kilobytes: int) -> None:
    with small(tmp_path / "disk", 12) as disk:
        (disk / "other").write_bytes(b"\0" * 1024 * (12 - kilobytes))
        end = ran(*match.at(disk / "run"))
    assert end.code == 4
    assert "No space left" in last_line(end)
    assert end.out == ""
