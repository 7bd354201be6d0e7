"""Examinations on a machine that may stand still at any moment: no bot fails, or does well, because of that."""

import os
import time
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from referee.arena.check import bot_session as dialogue
from referee.arena.check import end_checks as ending
from referee.arena.check import resource_use as burden
from referee.arena.check.bot_session import Dialogue
from referee.arena.check.leftover_processes import survivors
from referee.host.processes.descendants import descendants, tree_ns
from referee.host.processes.process import Ending, Process
from referee.host.processes.shutdown import end_all
from referee.host.processes.stop import Stop
from referee.host.timing.clock import Times
from tests.host.clocks import LATE, unhurried
from tests.host.programs import until

PATIENT = Times(move_ms=60_000, start_ms=60_000, game_ms=60_000, quit_ms=60_000)
MARKS = """
def mark(name, text=""):
    place = os.environ["HOME"] + "/" + name
    with open(place + ".new", "w") as file:
        file.write(text)
    os.rename(place + ".new", place)
    return place
def late():
    mark("late")
def hang():
    late()
    time.sleep(600)
def take(ms):
    took = mark("took", str(ms))
    while os.path.exists(took):
        time.sleep(0.001)
def deaf():
    mark("deaf")
def stay():
    mark("stays")
    time.sleep(600)
"""
"""How a bot says that its time runs, that it hangs, how long it takes, that it does not hear, and that it stays."""


@pytest.fixture
def unhurried_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots lose no time but by their own word; and who ends at all is waited for."""
    be_unhurried(monkeypatch)


def be_unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, where it has to be said."""
    monkeypatch.setattr(dialogue, "Connection", unhurried)
    monkeypatch.setattr(dialogue, "_READ_S", 60.0)
    monkeypatch.setattr(ending, "_PATIENCE", 200)


@pytest.fixture
def marked_bots(unhurried_bots: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """And who does not end says so."""
    monkeypatch.setattr(Dialogue, "ends_within", _ends)
    monkeypatch.setattr(dialogue, "end_all", _end_all)
    monkeypatch.setattr(ending, "survivors", _survivors)
    monkeypatch.setattr(ending, "TERM_MS", 60_000)


def watch_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot that is to be seen at work is watched until it has worked for half of the time, by its own clock."""

    def work_done() -> int:
        return sum(map(tree_ns, descendants(os.getpid())))

    def sleep(seconds: float) -> None:
        enough = work_done() + int(seconds * 5e8)
        until(lambda: work_done() > enough)

    clock = iter((0, int(burden._REST_S * 1e9)))
    monkeypatch.setattr(burden, "time", SimpleNamespace(sleep=sleep, perf_counter_ns=clock.__next__))


def _ends(talk: Dialogue, _wait_ms: int) -> Ending | None:
    """How it ends; None once it has said that it does not."""
    while True:
        ended = talk.process.ending(10)
        talk.listen()
        if ended is not None or _has_mark(talk.process, LATE):
            return ended
        if _has_mark(talk.process, "deaf"):
            os.unlink(os.path.join(talk.process.scratch, "deaf"))
            return None
        time.sleep(0.001)


class _NoMore(Stop):
    """A wish to wait no longer for these processes, which is there when all that run have said that they hang."""

    def __init__(self, processes: Sequence[Process]) -> None:
        self.fd = self._writer = -1
        self._processes = processes

    @property
    def urgent(self) -> bool:
        return all(process.ending() is not None or _has_mark(process, LATE) for process in self._processes)


def _end_all(processes: Sequence[Process], quit_ms: int) -> None:
    end_all(processes, quit_ms, _NoMore(processes))


def _survivors(process: Process, _patience_ms: int) -> list[str]:
    """What is left of it, once that has said that it stays."""
    while (left := survivors(process, 0)) and not _has_mark(process, "stays"):
        time.sleep(0.001)
    return left


def _has_mark(process: Process, name: str) -> bool:
    return os.path.exists(os.path.join(process.scratch, name))
