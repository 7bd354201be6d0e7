"""Runs on a cluster: two workers of Dask on this machine, one of which is killed; the same games as without."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.arena.run.run import End, Run
from referee.arena.run.run_directory import Directory
from referee.arena.tournament.match import Match, load
from referee.arena.workers.block_job import MachineFailed
from referee.arena.workers.cluster import Cluster, ClusterError
from referee.arena.workers.workers import Crew
from tests.arena.conftest import Contest, digests
from tests.arena.programs import reached, reopen, shut

pytestmark = [pytest.mark.needs("python:distributed"), pytest.mark.slow]
ROOT = Path(referee.__file__).parent.parent


class Dask:
    """A scheduler and two workers, without nannies: who is killed stays dead."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self._folder = folder
        common = ["--no-dashboard", "--scheduler-file", str(self.file)]
        self._processes = [self._start("scheduler", "--port", "0", "--host", "127.0.0.1", *common)]
        self.workers = [
            self._start("worker", "--no-nanny", "--nthreads", "1", "--local-directory", str(folder), *common)
            for _ in range(2)
        ]
        self._processes += self.workers

    def _start(self, kind: str, *arguments: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(self._folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def address(self) -> str:
        """Of the scheduler, once it is there."""
        while True:
            assert self._processes[0].poll() is None
            with contextlib.suppress(OSError, ValueError):
                return str(json.loads(self.file.read_text())["address"])
            os.sched_yield()

    def end(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    found = Dask(tmp_path)
    try:
        yield found
    finally:
        found.end()


def play(contest: Contest, path: Path, crew: Crew, watch=lambda run: None) -> End:
    with Directory.open(path) as directory:
        run = Run(load(directory.settings), directory)
        try:
            return run.play(crew, watch)
        finally:
            run.close()


def both_there(cluster: Cluster) -> None:
    while cluster.count < 2:
        cluster.submit(abs, -1).result()


@pytest.mark.timeout(300)
def test_a_worker_that_is_killed_costs_nothing(contest: Contest, dask: Dask) -> None:
    match = contest.match("memory", "hash", deals=40, block=2)
    whole = contest.play(match, "whole")
    path = contest.begin(match, "cluster")
    killed: list[int] = []

    def kill(run: Run) -> None:
        if reached(contest.folder) and not killed:
            killed.append(dask.workers[0].pid)
            dask.workers[0].kill()
            reopen(contest.folder)

    cluster = Cluster(dask.address(), 2)
    both_there(cluster)
    shut(contest.folder, 1)
    assert play(contest, path, cluster, kill) == "finished"
    assert killed
    assert [record.game for record in contest.records(path)] == [record.game for record in whole]
    assert digests(contest.records(path)) == digests(whole)
    assert not list((path / "journals").iterdir())


@pytest.mark.timeout(300)
def test_a_stopped_run_goes_on_with_what_the_cluster_has_not_played(contest: Contest, dask: Dask) -> None:
    match = contest.match("memory", "stderr", deals=12, block=3)
    whole = contest.play(match, "whole")
    path = contest.begin(match, "cluster")

    def stop(run: Run) -> None:
        """At the first block that is delivered: of those that were handed out by then most are still missing."""
        if contest.kept(path) and not run.stopping.times:
            run.stopping()

    assert play(contest, path, Cluster(dask.address(), 2), stop) == "stopped"
    assert 0 < contest.kept(path) <= 12
    assert play(contest, path, Cluster(dask.address(), 2)) == "finished"
    assert digests(contest.records(path)) == digests(whole)
    assert "thinking" in (path / "logs" / "b1.log").read_text()


@pytest.mark.timeout(300)
def test_a_bot_that_is_another_one_there_is_refused(
    contest: Contest, dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    match: Match = contest.match("first", "hash", deals=2)
    path = contest.begin(match, "cluster")
    cluster = Cluster(dask.address(), 2)

    def changed(run: Run) -> None:
        """Nothing: the file is changed before the first parcel is played."""

    with Directory.open(path) as directory:
        run = Run(load(directory.settings), directory)
        (contest.folder / "bot.py").write_text("raise SystemExit(1)\n")
        with pytest.raises(MachineFailed, match=r"has another .*bot\.py than the run .*: copy it there"):
            run.play(cluster, changed)
        run.close()
    assert contest.records(path) == []


def test_where_nobody_answers_it_is_said_so() -> None:
    with pytest.raises(ClusterError, match=r"no-such-scheme|nobody answers"):
        Cluster("no-such-scheme://127.0.0.1:1", 1)
