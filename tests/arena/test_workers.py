"""Workers: results come back, errors too, and a worker that is killed costs its call and nothing more."""

import os
import select
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest

from referee.arena.workers.worker import wish
from referee.arena.workers.workers import WorkerLostError, Workers, cores
from tests.host.programs import PATIENCE, until


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers(2) as pool:
        yield pool
        pids = pool.pids()
    assert not any(map(alive, pids))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_results_come_back(workers: Workers) -> None:
    assert [workers.submit(pow, 2, power).result() for power in range(8)] == [2**power for power in range(8)]


def test_an_error_comes_out_of_the_future(workers: Workers) -> None:
    with pytest.raises(ZeroDivisionError):
        workers.submit(divmod, 1, 0).result()
    assert workers.submit(divmod, 7, 2).result() == (3, 1)


def test_an_error_that_cannot_be_sent_is_told_in_words(workers: Workers) -> None:
    with pytest.raises(RuntimeError, match="Unsendable"):
        workers.submit(exec, "class Unsendable(Exception): pass\nraise Unsendable('x')").result()


def test_a_worker_that_is_killed_costs_its_call(workers: Workers) -> None:
    with pytest.raises(WorkerLostError, match="SIGKILL"):
        workers.submit(exec, "import os; os.kill(os.getpid(), 9)").result()
    assert workers.submit(abs, -1).result() == 1


def test_a_worker_that_is_killed_while_it_has_nothing_to_do_costs_the_next_call() -> None:
    """Which cannot even be written to it, and must not be waited for."""
    with Workers(1) as pool:
        worker, (guardian,) = pool.submit(os.getpid).result(), pool.pids()
        os.kill(worker, signal.SIGKILL)
        os.waitid(os.P_PID, guardian, os.WEXITED | os.WNOWAIT)
        with pytest.raises(WorkerLostError, match="SIGKILL"):
            pool.submit(abs, -2).result()
        assert pool.submit(abs, -3).result() == 3


def test_workers_are_processes_of_their_own_on_a_core_each(workers: Workers) -> None:
    pids = {workers.submit(os.getpid).result() for _ in range(4)}
    assert os.getpid() not in pids
    if sys.platform == "linux":
        assert [len(workers.submit(os.sched_getaffinity, 0).result()) for _ in range(4)] == [1] * 4


def test_a_worker_is_in_a_session_of_its_own_so_that_the_terminals_signals_pass_it_by(workers: Workers) -> None:
    assert workers.submit(os.getsid, 0).result() in workers.pids()


def test_prints_and_reads_of_a_call_do_not_touch_the_line_to_the_parent(
    workers: Workers, capfd: pytest.CaptureFixture[str]
) -> None:
    workers.submit(print, "a stray line", flush=True).result()
    assert workers.submit(os.read, 0, 10).result() == b""
    assert workers.submit(abs, -2).result() == 2
    assert "a stray line" in capfd.readouterr().err


def test_the_wish_to_stop_is_seen_and_a_second_is_urgent() -> None:
    with Workers(1) as pool:
        pid = pool.submit(os.getpid).result()
        for times, urgent in ((1, False), (2, True)):
            os.kill(pid, signal.SIGTERM)
            assert pool.submit(seen, times).result() == (True, urgent)


@pytest.mark.parametrize("running", [False, True])
def test_a_wish_to_stop_reaches_workers_that_start_later(running: bool) -> None:
    with Workers(1) as pool:
        if running:
            pool.submit(os.getpid).result()
        pool.stop()
        future = pool.submit(seen, 1)
        try:
            assert future.result() == (True, False)
        except WorkerLostError:  # it had not even begun
            assert not running


def seen(times: int) -> tuple[bool, bool]:
    """The wish to stop, once it has come so often: a guardian may take its time to pass it on."""
    until(lambda: bool(wish()) and wish().urgent is (times > 1))
    return bool(wish()), wish().urgent


def wait_for(file: str) -> None:
    until(lambda: os.path.exists(file))


def test_calls_that_have_not_begun_can_be_cancelled(tmp_path: Path) -> None:
    pool, gate = Workers(1), tmp_path / "gate"
    first = pool.submit(wait_for, str(gate))
    others = [pool.submit(abs, -number) for number in range(50)]
    until(first.running)
    pool.shutdown(wait=False, cancel_futures=True)
    assert all(other.cancelled() for other in others)
    gate.touch()
    pool.shutdown()
    wait([first, *others])
    assert first.result() is None


def test_a_worker_ends_with_its_parent() -> None:
    """The parent is a process that starts a worker, tells its pid, and is killed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        pool = Workers(1)
        os.write(write, str(pool.submit(os.getpid).result()).encode())
        pool.submit(exec, "import time; time.sleep(60)")
        signal.pause()
        os._exit(1)
    worker = int(os.read(read, 20))
    watch = os.pidfd_open(worker)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert select.select([watch], [], [], PATIENCE)[0] == [watch]
    for fd in (read, write, watch):
        os.close(fd)


def test_there_is_a_core() -> None:
    assert cores()
