"""A machine that is late: a loss on time there is suspect, and what was asked for follows from it, up to the report.

A bot holds up the echo of its worker, as a machine would that has no time, and then does not answer.
"""

import csv
import sys
from pathlib import Path
from typing import Final

import msgspec
import pytest

from referee.arena.report.contents import Contents
from referee.arena.report.make_report import contents_of
from referee.arena.run.summary import Summary
from referee.arena.workers import lateness
from referee.records.format.reader import read
from referee.records.format.record import Record
from tests.arena.programs import command
from tests.unbreakable.commands import SEED, Ended, ended, ran, started

_LATE: Final = """
import json, os, signal, sys, time
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        for pid in open(f"/proc/{os.getppid()}/task/{os.getppid()}/children").read().split():
            if open(f"/proc/{pid}/comm").read() == "cat\\n":
                os.kill(int(pid), signal.SIGSTOP)
        time.sleep(600)
    if "id" in m:
        print(json.dumps({"id": m["id"], "action": m.get("legal", [""])[0]}), flush=True)
"""


def played(folder: Path, *more: str) -> tuple[Ended, Path]:
    """A match of one game of a bot on whose time the machine is late; it leads, so that nobody can be late before."""
    (folder / "late.py").write_text(_LATE)
    bots = [f"late={sys.executable} -I -S {folder / 'late.py'}", command(folder, "first")]
    settings = ["--deals", "1", "--seating", "fixed", "--sandbox", "none", "--seed", SEED, "--move-ms", "200"]
    return ran("match", *bots, *settings, *more, "--out", str(folder / "run")), folder / "run"


def records(run: Path) -> list[Record]:
    """All that was written, voided tries too."""
    return [entry.record for entry in read(run)]


def summary(run: Path) -> Summary:
    """What stands beside them."""
    return msgspec.json.decode((run / "summary.json").read_bytes(), type=Summary)


def in_report(run: Path) -> Contents:
    """What the page shows of it."""
    return contents_of([str(run)])


@pytest.mark.parametrize(("policy", "told"), [("report", True), ("keep", False)])
def test_a_suspect_loss_stands_and_is_marked(tmp_path: Path, policy: str, told: bool) -> None:
    end, run = played(tmp_path, "--suspect", policy)
    assert end.code == 0
    (record,) = records(run)
    (fault,) = record.faults
    assert (fault.fault, fault.consequence, fault.suspect) == ("timeout", "forfeit", True)
    assert fault.evidence["machine_late_ms"] != 0
    lines = {line.name: line.suspects for line in summary(run).standings.bots}
    assert lines == {"first": 0, "late": 1}
    out = " ".join(end.out.split())
    assert "1 timeout in 1 game; 1 of them suspect: the machine itself was late" in out
    assert "suspect: the machine itself was late" in out.partition("game 0/0: ")[2]
    assert ("warning: 1 loss on time for which the machine was late itself" in end.err) is told
    assert [offence.suspect for offence in in_report(run).offences] == [True]
    rows = csv.DictReader(ran("score", str(run), "--csv").out.splitlines())
    assert {row["bot"]: row["suspects"] for row in rows} == {"first": "0", "late": "1"}
    assert ran("verify", str(run)).code == 0


def test_a_suspect_loss_is_played_again_at_most_twice(tmp_path: Path) -> None:
    end, run = played(tmp_path, "--suspect", "void")
    assert end.code == 0
    assert [record.counted for record in records(run)] == [False, False, True]
    assert [record.faults[-1].consequence for record in records(run)] == ["void", "void", "forfeit"]
    assert "2 tries voided and played again" in end.out
    assert summary(run).standings.voided == 2
    assert ran("verify", str(run)).code == 0


def test_a_contest_says_it_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(_LATE)
    bots = [[sys.executable, "-I", "-S", str(tmp_path / "late.py")]] * 2
    tables = "".join(f'[[bot]]\nname = "b{number}"\ncommand = {words}\n' for number, words in enumerate(bots))
    settings = (
        f'[match]\ndeals = 1\nseating = "fixed"\nseed = "{SEED}"\n[clock]\nmove_ms = 200\n[faults]\nsuspect = "void"\n'
    )
    (tmp_path / "contest.toml").write_text(f'{settings}[sandbox]\nmode = "none"\n{tables}')
    run = tmp_path / "run"
    assert ran("tournament", str(tmp_path / "contest.toml"), "--out", str(run)).code == 0
    assert summary(run).policy.suspect == "void"
    assert [record.counted for record in records(run)] == [False, False, True]


def test_how_quick_the_machine_is_is_told_once_before_a_run_and_kept(tmp_path: Path) -> None:
    end, run = played(tmp_path)
    (line,) = [line for line in end.err.splitlines() if line.startswith("an echo takes ")]
    quiet = summary(run).echo
    assert quiet is not None and 0 < quiet.median_us <= quiet.longest_us
    assert (
        f" {quiet.median_us / 1_000:.2f} ms on this machine, {quiet.longest_us / 1_000:.2f} ms at the longest" in line
    )
    assert ran("resume", str(run)).err.count("an echo takes ") == 1


def test_nothing_is_measured_where_no_bot_is_timed(tmp_path: Path) -> None:
    (tmp_path / "lasting.py").write_text("def last(seen):\n    return seen.legal[-1]\n")
    words = ["match", *["py:lasting:last"] * 2, "--deals", "1", "--seed", SEED, "--out", str(tmp_path / "run")]
    end = ended(started(*words, env={"PYTHONPATH": str(tmp_path)}))
    assert end.code == 0, end.err
    assert "an echo" not in end.err
    assert summary(tmp_path / "run").echo is None


def test_a_machine_without_such_a_program_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    lateness.echo.cache_clear()
    monkeypatch.setenv("PATH", "/nowhere")
    assert lateness.quiet() is None
    lateness.echo.cache_clear()
