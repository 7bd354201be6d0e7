"""Commands of the referee as people run them: processes of their own, with what they print and how they end."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Final, NamedTuple, TypeAlias

import referee
from referee.host.processes.descendants import dead, descendants
from referee.records.format.reader import read

ROOT: Final = Path(referee.__file__).parent.parent
SEED: Final = "what-is-killed-goes-on"
Stream: TypeAlias = int | IO[bytes] | None


def started(
    *arguments: str,
    out: Stream = subprocess.PIPE,
    err: Stream = subprocess.PIPE,
    before: Callable[[], object] | None = None,
    env: Mapping[str, str] | None = None,
) -> "subprocess.Popen[bytes]":
    """A command that runs; `before` is called in its process, before the referee is in it."""
    return subprocess.Popen(
        [sys.executable, "-m", "referee", *arguments],
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=err,
        preexec_fn=before,
    )


class Ended(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


def ended(child: "subprocess.Popen[bytes]") -> Ended:
    """Wait for the end of a command. Whatever happens to it, it says so in words for people."""
    out, err = child.communicate()
    found = Ended(child.returncode, (out or b"").decode(), (err or b"").decode())
    assert "Traceback" not in found.err, found.err
    return found


def ran(*arguments: str, before: Callable[[], None] | None = None) -> Ended:
    """A command from its beginning to its end."""
    return ended(started(*arguments, before=before))


def written(run: Path) -> int:
    """How many games are finished in a run: those in their place, and those in journals that are not there yet."""
    entries = [line for journal in run.glob("journals/*.jsonl") for line in _lines(journal)]
    placed = len(_lines(run / "games.jsonl"))
    return placed + sum(int(entry[1 : entry.index(b",")]) >= placed for entry in entries)


def _lines(file: Path) -> list[bytes]:
    """Its whole lines; none, if it is not there."""
    try:
        return [line for line in file.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    except FileNotFoundError:
        return []


def digests(run: Path) -> list[tuple[str, str | None]]:
    """Every game that counts, in its order, with its digest."""
    return [(entry.record.game, entry.record.digest) for entry in read(run) if entry.record.counted]


def nothing_runs() -> bool:
    """Whether no process below this one is alive."""
    return all(dead(pid) for pid in descendants(os.getpid()))
