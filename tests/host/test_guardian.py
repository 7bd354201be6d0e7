"""The guardian: whatever a worker dies of, nothing that it started is left."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.host.processes.descendants import children, dead, sweep
from tests.host.programs import gone, until

WORKER = """
import os, signal, sys, time
from referee.host.processes.guardian import stand_guard
from referee.host.processes.descendants import adopt_orphans
from referee.host.processes.process import Process
from tests.host.programs import DAEMON, bot, first_line, python
stand_guard(int(sys.argv[1]), sys.argv[2])
adopt_orphans()
one = Process(bot(python(DAEMON + "time.sleep(60)")), root=sys.argv[2])
daemon = int(first_line(one.stdout))
{first}
print(os.getpid(), one.pid, daemon, flush=True)
{last}
"""


class Guarded:
    """A worker with its guardian and a bot with a daemon."""

    def __init__(self, root: str) -> None:
        self.root = os.path.join(root, "scratch")
        os.mkdir(self.root)

    def start(self, last: str, first: str = "") -> tuple[subprocess.Popen[bytes], list[int]]:
        command = [sys.executable, "-c", WORKER.format(first=first, last=last), str(os.getpid()), self.root]
        guardian = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert guardian.stdout
        line = guardian.stdout.readline()
        guardian.stdout.close()
        return guardian, [int(pid) for pid in line.split()]


@pytest.fixture
def guarded(tmp_path: Path) -> Guarded:
    return Guarded(str(tmp_path))


def test_a_killed_worker_leaves_nothing(guarded: Guarded) -> None:
    guardian, pids = guarded.start("time.sleep(60)")
    assert pids[0] != guardian.pid
    os.kill(pids[0], signal.SIGKILL)
    assert guardian.wait() == -signal.SIGKILL
    assert all(map(gone, pids))
    assert not os.path.exists(guarded.root)


def test_a_guardian_ends_as_its_worker_does(guarded: Guarded) -> None:
    guardian, pids = guarded.start("one.kill(); sys.exit(7)")
    assert guardian.wait() == 7
    assert all(map(gone, pids))


def test_a_worker_is_told_to_stop_through_its_guardian(guarded: Guarded) -> None:
    guardian, pids = guarded.start(
        "signal.sigwait([signal.SIGTERM]); one.kill(); sys.exit(3)",
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])",
    )
    guardian.terminate()
    assert guardian.wait() == 3
    assert all(map(gone, pids))


def test_a_worker_that_does_not_stop_is_killed_through_its_guardian(guarded: Guarded) -> None:
    guardian, pids = guarded.start("time.sleep(60)", "signal.signal(signal.SIGTERM, signal.SIG_IGN)")
    guardian.terminate()
    until(lambda: _ended_at_the_next_signal(guardian))
    assert guardian.returncode == -signal.SIGKILL
    assert all(map(gone, pids))


def _ended_at_the_next_signal(guardian: subprocess.Popen[bytes]) -> bool:
    guardian.terminate()
    return guardian.poll() is not None


def test_nothing_is_left_when_the_process_above_is_killed(guarded: Guarded) -> None:
    above = """
import subprocess, sys, os
worker = subprocess.Popen([sys.executable, "-c", sys.argv[1], str(os.getpid()), sys.argv[2]])
worker.wait()
"""
    before = set(children(os.getpid()))  # what other tests of this session keep
    command = [sys.executable, "-c", above, WORKER.format(first="", last="time.sleep(60)"), guarded.root]
    main = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert main.stdout
    pids = [int(pid) for pid in main.stdout.readline().split()]
    main.stdout.close()
    main.kill()
    main.wait()
    until(lambda: all(map(dead, {*pids, *children(os.getpid())} - before)))
    assert not os.path.exists(guarded.root)


def test_a_killed_guardian_takes_its_worker_with_it(guarded: Guarded) -> None:
    guardian, pids = guarded.start("time.sleep(60)")
    guardian.kill()
    guardian.wait()
    until(lambda: dead(pids[0]))
    assert sweep(()) == []  # its bots come to the process above, whose affair they then are
    assert all(map(gone, pids))
