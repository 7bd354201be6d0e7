"""Standard output that is full, closed, or has nobody at its other end: one line or none, and never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.records.format.record import encode
from tests.records.samples import sample

ROOT = Path(referee.__file__).parent.parent
PROGRAM = "import sys; sys.path.insert(0, sys.argv.pop(1)); from referee.cli import main; sys.exit(main(sys.argv[1:]))"
CHECK = ("check", "greedy", "--game", "tressette", "--rounds", "1", "--only", "start", "--sandbox", "none")
RERUN = ("rerun", "games.jsonl", "greedy", "--seat", "0", "--sandbox", "none")
MATCH = ("match", "greedy", "random", "--deals", "1", "--tables", "2", "--sandbox", "none", "--move-ms", "60000")
ANNOUNCED = ("greedy, random: ", "in runs/", "an echo takes ")
"""What a match says of itself on stderr."""
COMMANDS = [
    ("--help",),
    ("match", "--help"),
    ("replay", "games.jsonl"),
    ("replay", "games.jsonl", "--json"),
    ("score", "games.jsonl"),
    CHECK,
    RERUN,
    MATCH,
]


def run(
    folder: Path, arguments: tuple[str, ...], redirection: str, env: dict[str, str] | None = None
) -> tuple[int, list[str]]:
    """The exit code and the lines on stderr of a command whose stdout the shell has done something to."""
    (folder / "games.jsonl").write_bytes(encode(sample()))
    command = [sys.executable, "-c", PROGRAM, str(ROOT), *arguments]
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(env or {})},
    )
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_disk_is_told_in_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    code, lines = run(tmp_path, arguments, "> /dev/full")
    assert code == 4
    assert lines[-1].endswith(": cannot write to stdout: No space left on device")
    assert [line for line in lines[:-1] if not line.startswith(ANNOUNCED)] == []


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_closed_output_hinders_nothing(arguments: tuple[str, ...], tmp_path: Path) -> None:
    code, lines = run(tmp_path, arguments, ">&-")
    assert code == (1 if arguments is RERUN else 0)  # another bot answers otherwise
    assert [line for line in lines if not line.startswith(ANNOUNCED)] == []


@pytest.mark.parametrize("arguments", [CHECK, RERUN], ids=lambda arguments: str(arguments[0]))
def test_a_reader_that_goes_away_in_the_midst_wants_no_words(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(encode(sample()))
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(ROOT), *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout and child.stderr
    with child.stdout, child.stderr:
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.wait() == (1 if arguments is RERUN else 0)


@pytest.mark.parametrize("more", [(), ("--json",)])
@pytest.mark.parametrize(("wrong", "code"), [(0, 0), (1, 1), (30, 1)])
def test_verify_says_what_it_found_to_who_reads_on_or_not(
    wrong: int, code: int, more: tuple[str, ...], tmp_path: Path
) -> None:
    """Also where it has more to say than a pipe holds, so that it is in the midst of it when nobody reads any more."""
    good = encode(sample())
    (tmp_path / "games.jsonl").write_bytes(good + good.replace(b'"hands":[{', b'"hands":[{"?":0,') * wrong)
    files = ["games.jsonl"] * (8 if wrong > 1 else 1)
    command = [sys.executable, "-c", PROGRAM, str(ROOT), "verify", *files, *more]
    reading, writing = os.pipe()
    os.close(reading)
    child = subprocess.run(command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (child.returncode, child.stderr) == (code, b"")


def test_what_is_only_read_is_done_when_nobody_reads_on(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(encode(sample()))
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-c", PROGRAM, str(ROOT), "replay", "games.jsonl"]
    child = subprocess.run(command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (child.returncode, child.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1"])
@pytest.mark.parametrize(
    "arguments", [("match", "--help"), ("replay", "games.jsonl"), ("games", "ciapano")], ids=" ".join
)
def test_what_the_terminal_lacks_is_replaced(arguments: tuple[str, ...], encoding: str, tmp_path: Path) -> None:
    code, lines = run(tmp_path, arguments, "> /dev/null", {"PYTHONIOENCODING": encoding})
    assert (code, lines) == (0, [])


def test_an_argument_that_is_no_text_is_refused_in_one_line(tmp_path: Path) -> None:
    for arguments in (("match", os.fsdecode(b"\xff=greedy"), "random"), ("new-bot", "c", os.fsdecode(b"\xff"))):
        code, lines = run(tmp_path, arguments, "")
        assert code == 2 and len(lines) == 1 and "not valid UTF-8" in lines[0]
