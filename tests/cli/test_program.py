"""The commands that are told are those that the user can type."""

import os
import sys
from pathlib import Path

import pytest

from referee.cli.terminal.program import command


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A script as pip installs it, in a virtual environment that is not on the PATH."""
    file = tmp_path / ".venv" / "bin" / "referee"
    file.parent.mkdir(parents=True)
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.defpath)
    return file


def test_a_script_that_the_shell_does_not_find_is_called_as_it_was(
    script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [".venv/bin/referee", "match"])
    assert command("replay", "my runs", "--game", "0/0") == ".venv/bin/referee replay 'my runs' --game 0/0"
    assert command("check", ".", elsewhere=True) == f"{script} check ."


def test_a_script_on_the_path_is_called_by_its_name(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(script), "match"])
    monkeypatch.setenv("PATH", str(script.parent), prepend=os.pathsep)
    assert command("verify", Path("runs/a")) == "referee verify runs/a"


def test_a_module_is_run_by_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/some/where/referee/__main__.py", "match"])
    monkeypatch.setenv("PATH", "/nowhere")
    assert command("resume", "run") == f"{sys.executable} -m referee resume run"
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable))
    assert command("resume", "run") == f"{os.path.basename(sys.executable)} -m referee resume run"


def test_what_is_called_from_elsewhere_has_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert command("resume", "run") == "referee resume run"
