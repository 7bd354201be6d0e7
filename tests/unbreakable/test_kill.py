"""Killed with SIGKILL at any moment and gone on with: the run comes out as if nothing had happened, nothing is left."""

import contextlib
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Final, Literal, TypeAlias, assert_never

import pytest

from referee.host.processes.descendants import descendants, kill
from tests.host.programs import PATIENCE, until
from tests.unbreakable.commands import digests, nothing_runs, written
from tests.unbreakable.contests import Contest, guardians, outcome, workers

Victim: TypeAlias = Literal["referee", "worker", "guardian", "everything"]
_LEASE_S: Final = 0.02
KINDS: Final[list[Victim]] = ["referee", "referee", "worker", "guardian", "everything"]


class Killer:
    """Goes on with a run again and again, and kills something of it each time."""

    def __init__(self, contest: Contest, run: Path, chance: Random) -> None:
        self.contest, self.run, self.chance = contest, run, chance
        self.deeds = 0
        """Those that are still to be done before the run is over."""

    def go_on(self, victims: list[Victim]) -> None:
        """Kill these, one after another, then let the run end. It gets on only while it is waited for."""
        self.contest.lease()
        referee = self.contest.begin(self.run.name)
        until(lambda: (self.run / "match.json").exists())
        self.deeds = len(victims)
        for victim in victims:
            self._wait(referee)
            while not self._kill(referee, victim):
                assert referee.poll() != 0, f"the run was over before {victim} could be killed"
                if referee.poll() is not None:
                    referee = self._resume()
                self._wait(referee)
            self.deeds -= 1
            if victim in ("referee", "everything"):
                referee.wait()
                referee = self._resume()
        self.contest.release()
        code = referee.wait()
        while code:
            referee = self._resume()
            code = referee.wait()

    def _resume(self) -> "subprocess.Popen[bytes]":
        """Sometimes at once, while what is left of the killed one is still about to end; sometimes later. Where all who
        could have ended a bot's daemon were killed, it is still there then, and whoever goes on ends it.
        """
        if self.chance.random() < 0.5:
            later = time.monotonic() + 1
            until(lambda: nothing_runs() or time.monotonic() > later)
        return self.contest.resume(self.run.name)

    def _wait(self, referee: "subprocess.Popen[bytes]") -> None:
        """Until some moment: while it starts, or soon after some more games; the second half is for after all deeds."""
        done, most = written(self.run), self.contest.games // 2
        wanted = min(most, done + self.chance.randint(1, max(1, (most - done) // self.deeds)))
        late = time.monotonic() + (self.chance.uniform(0, 1) if self.chance.random() < 0.25 else PATIENCE)
        until(lambda: self._gets_to(wanted) or referee.poll() is not None or time.monotonic() > late)
        with contextlib.suppress(subprocess.TimeoutExpired):
            referee.wait(self.chance.uniform(0, 0.03))

    def _gets_to(self, wanted: int) -> bool:
        """Whether so many games are written; if not, it may get on a little."""
        if written(self.run) >= wanted:
            return True
        self.contest.lease(_LEASE_S)
        return False

    def _kill(self, referee: "subprocess.Popen[bytes]", victim: Victim) -> bool:
        """SIGKILL; whether it was there."""
        if referee.poll() is not None:
            return False
        match victim:
            case "referee":
                found = [referee.pid]
            case "worker":
                found = workers(referee.pid)[:1]
            case "guardian":
                found = guardians(referee.pid)[-1:]
            case "everything":
                found = [referee.pid, *descendants(referee.pid)]
            case _:
                assert_never(victim)
        for pid in found:
            kill(pid)
        return bool(found)


def check(contest: Contest, victims: list[Victim], seed: str) -> None:
    """Two runs, one of them killed again and again, have the same games and the same standings."""
    assert contest.begin("whole").wait() == 0, contest.said()
    killer = Killer(contest, contest.folder / "killed", Random(seed))
    killer.go_on(victims)
    whole, killed = contest.folder / "whole", contest.folder / "killed"
    assert digests(killed) == digests(whole)
    assert outcome(killed) == outcome(whole)
    assert contest.start("verify", str(killed)).wait() == 0, contest.said()
    assert [path.name for path in (killed / "journals").iterdir()] == []
    assert "Traceback" not in contest.said()
    until(nothing_runs)
    # Where all was killed at once nobody was left to clear away: who went on with it has done that.
    assert [*contest.scratch.iterdir()] == []


@pytest.mark.parametrize("compressed", [False, True])
def test_a_run_killed_some_times(tmp_path: Path, compressed: bool) -> None:
    """The bot that dies now and then is disqualified in the midst of it."""
    victims: list[Victim] = ["worker", "referee", "referee"] if compressed else ["referee", "guardian", "worker"]
    contest = Contest(tmp_path, 4, 2, max_faults=2, pause_ms=3, compressed=compressed)
    check(contest, victims, f"some, {compressed}")


@pytest.mark.needs("bwrap")
def test_a_run_in_bubblewrap_killed_some_times(tmp_path: Path) -> None:
    contest = Contest(tmp_path, 4, 2, max_faults=1000, pause_ms=3, sandbox="bwrap")
    check(contest, ["worker", "everything", "guardian"], "in bubblewrap")


@pytest.mark.slow
@pytest.mark.needs("bwrap")
@pytest.mark.timeout(3600)
def test_a_run_of_100_games_in_bubblewrap_killed_25_times(tmp_path: Path) -> None:
    contest = Contest(tmp_path, 17, 4, max_faults=1000, pause_ms=3, sandbox="bwrap")
    check(contest, KINDS * 5, "twenty-five")


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_run_of_400_games_killed_a_hundred_times(tmp_path: Path) -> None:
    check(Contest(tmp_path, 67, 4, max_faults=1000, pause_ms=3), KINDS * 20, "hundred")
