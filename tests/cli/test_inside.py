"""Bots in the referee's own process, from the command line."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import referee
from referee.cli import main
from referee.records.format.reader import read
from tests.host.programs import until

ROOT = Path(referee.__file__).parent.parent
BOTS = """
import time
from random import Random


class Chance:
    def __init__(self, game):
        self.luck = Random(game.seed).random

    def choose(self, view):
        return view.legal[int(self.luck() * len(view.legal))]


def first(view):
    return view.legal[0]


def hanging(view):
    print("hanging", flush=True)
    time.sleep(3600)


def raising(view):
    raise RuntimeError("no idea")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "inside_bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def match(out: str, *arguments: str) -> list[str]:
    return ["match", *arguments, "--seed", "a-seed-that-is-long", "--out", out]


def digest(run: str) -> str:
    return json.loads(Path(run, "summary.json").read_text())["digest"]


def test_a_match_inside_is_the_match_with_processes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inside = ["Chance=py:inside_bots:Chance", "first=py:inside_bots:first"]
    kit = f"PYTHONPATH={ROOT} {sys.executable} -c 'from bots import kit; import inside_bots; kit.run(inside_bots.%s)'"
    apart = [f'{name}=sh -c "cd {folder}; exec env {kit % name}"' for name in ("Chance", "first")]
    common = ["--deals", "8", "--block", "3", "--sandbox", "none"]
    assert main(match("inside", *inside, *common)) == 0
    err = capsys.readouterr().err
    assert "in the referee's own process, without sandbox and clock: Chance, first\n" in err
    assert main(match("apart", *apart, *common)) == 0
    assert digest("inside") == digest("apart")
    assert main(["verify", "inside", "apart"]) == 0
    summary = json.loads(Path("inside", "summary.json").read_text())
    assert list(summary["bots"][0]["files"]) == [str(folder / "inside_bots.py")]
    assert {entry.record.sandbox for entry in read("inside")} == {"none: all in the referee's process, without a clock"}


def test_code_that_cannot_be_loaded_is_refused_before_anything_is_played(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.py").write_text("1 / 0\n")
    assert main(match("run", "random", "py:broken:Bot")) == 2
    assert "bot Bot cannot be loaded: the module broken: ZeroDivisionError: division by zero" in capsys.readouterr().err
    assert not (folder / "run").exists()


def test_an_exception_is_a_crash_with_its_traceback(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(match("run", "py:inside_bots:first", "py:inside_bots:raising", "--deals", "2")) == 0
    assert "raising: 3 crashes in 3 games; disqualified" in capsys.readouterr().out
    (fault,) = next(iter(read("run"))).record.faults
    assert "no idea" in fault.evidence["stderr"]
    assert "no idea" in (folder / "run" / "logs" / "b1.log").read_text()


def test_a_bot_that_hangs_ends_with_the_second_signal(folder: Path) -> None:
    arguments = match("run", "py:inside_bots:hanging", "py:inside_bots:first", "--tables", "1")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-m", "referee", *arguments], stderr=subprocess.PIPE, env=environment
    ) as child:
        assert child.stderr is not None
        assert b"deals of tressette" in child.stderr.readline()
        until(lambda: any(Path("run", "journals").glob("*.jsonl")))  # then signals are listened to
        while child.poll() is None:  # again and again, for a signal that comes before the last one is taken is lost
            child.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                child.wait(0.5)
    assert child.returncode == 3


def test_check_looks_at_it_in_a_process(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--game", "tressette", "--rounds", "1", "--sandbox", "none"]
    code = main(["check", "py:inside_bots:first", *arguments])
    out = capsys.readouterr().out
    assert code == 0, out
