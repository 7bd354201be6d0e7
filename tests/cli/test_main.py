"""The command line as such: help that loads nothing, commands that are found, errors in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.cli import COMMANDS, main
from referee.cli.manual import manual

ROOT = Path(referee.__file__).parent.parent
READY = Path(referee.__file__).parent / "cli" / "help"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_the_overview_names_every_command_and_ends_with_an_example(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert all(f"\n  {command}" in out for command in COMMANDS)
    assert max(map(len, out.splitlines())) <= 80
    assert out.rstrip().endswith("referee match greedy random")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"referee {referee.__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_that_is_ready_is_what_the_command_declares(command: str) -> None:
    """`python -m referee.cli.manual` writes it anew."""
    assert (READY / f"{command}.txt").read_text("utf-8") == manual(command)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_an_example_of_the_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = run(capsys, command, "--help")
    assert code == 0
    assert f"Usage: referee {command}" in out
    assert f"referee {command}" in out.rstrip().rpartition("\n")[2]
    assert max(map(len, out.splitlines())) <= 80


def test_help_tells_defaults_as_they_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "apart. [bot]" in run(capsys, "score", "--help")[1]


@pytest.mark.parametrize("arguments", [["--help"], ["deal", "--help"], ["--version"]])
def test_help_loads_next_to_nothing(arguments: list[str]) -> None:
    program = (
        "import sys; before = set(sys.modules); from referee.cli import main; main(sys.argv[1:]);"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stderr.split() == ["referee", "referee.cli"]


def test_a_command_that_does_not_exist_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "gaems", "x") == (
        2,
        "",
        "referee: there is no command gaems; see referee --help; did you mean games?\n",
    )


def test_an_option_that_does_not_exist_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "deal", "--sed", "a")
    assert (code, out) == (2, "")
    assert err == "referee deal: there is no option --sed; see referee deal --help; did you mean --seed?\n"


def test_every_command_has_its_module() -> None:
    folder = Path(referee.__file__).parent / "cli" / "commands"
    assert {f"{command.replace('-', '_')}.py" for command in COMMANDS} <= {path.name for path in folder.iterdir()}


def test_a_reader_that_goes_away_is_no_error() -> None:
    program = "import sys; from referee.cli import main; sys.exit(main(sys.argv[1:]))"
    child = subprocess.Popen(
        [sys.executable, "-c", program, "schema"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    assert child.stdout and child.stderr
    with child.stdout, child.stderr:
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.wait() == 0


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "referee", "--version"], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == f"referee {referee.__version__}\n"
