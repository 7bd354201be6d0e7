"""Bots without a sandbox that kill the process which plays with them, and machines on which nothing can be tried."""

import re
import signal
import tempfile
from pathlib import Path

import pytest

from referee.cli import main
from tests.arena.programs import command
from tests.host.programs import until
from tests.unbreakable.commands import SEED, ended, nothing_runs, ran, started

MURDERER = """
read line
id=${line#*'"id":'}
echo '{"id":'${id%%,*}'}'
while read line; do
    case $line in *'"type":"game"'*) kill -9 $PPID ;; esac
done
"""
"""It is well-behaved when it is greeted."""


def match(folder: Path, murderer: str) -> list[str]:
    """A match of a good bot and one that is a line of shell."""
    bots = [command(folder, "first"), f'murderer=sh -c "{murderer}"']
    settings = ["--deals", "1", "--tables", "1", "--sandbox", "none", "--seed", SEED]
    return ["match", *bots, *settings, "--out", str(folder / "run")]


def test_a_worker_that_is_killed_while_the_bots_are_greeted(tmp_path: Path) -> None:
    end = ran(*match(tmp_path, "kill -9 $PPID"))
    assert end.code == 4
    assert end.err == "referee match: a worker ended unasked: signal SIGKILL\n"
    assert not (tmp_path / "run").exists()
    until(nothing_runs)


def test_a_worker_that_is_killed_in_every_game(tmp_path: Path) -> None:
    """It is not chance after some times: the run stops, and says so."""
    script = tmp_path / "murderer.sh"
    script.write_text(MURDERER)
    end = ran(*match(tmp_path, f"exec sh {script}"))
    assert end.code == 4
    hint, error = end.err.splitlines()[-2:]
    assert re.fullmatch(rf"go on with: \S+ -m referee resume {tmp_path / 'run'}", hint)
    assert error == "referee match: a worker ended unasked: signal SIGKILL"
    until(nothing_runs)


def test_what_a_killed_command_leaves_on_the_disk_is_removed_by_the_next(tmp_path: Path) -> None:
    words = ["--sandbox", "none", "--game", "tressette", "--rounds", "1", "--only", "start"]
    place = {"TMPDIR": str(tmp_path)}
    killed = started("check", 'sh -c "kill -9 $PPID"', *words, env=place)
    assert ended(killed).code == -signal.SIGKILL
    until(nothing_runs)
    assert [*tmp_path.iterdir()] != []
    assert ended(started("check", "greedy", *words, env=place)).code == 0
    assert [*tmp_path.iterdir()] == []


def test_a_machine_on_which_no_sandbox_can_be_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert main(["match", "random", "random", "--sandbox", "limits", "--out", str(tmp_path / "run")]) == 4
    err = capsys.readouterr().err
    assert err.startswith("referee match: --sandbox limits cannot be tried: ") and err.count("\n") == 1
    assert not (tmp_path / "run").exists()
