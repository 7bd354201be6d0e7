"""Noise: when the machine was late, and by how much, told apart from bots that are late themselves."""

import os
import signal
import time

import pytest

from referee.host.echo import Echo
from referee.host.evidence import Timing
from referee.host.noise import LATE_MS, Noise, queued_ns
from referee.host.playing import play_block
from referee.host.seat import Host
from referee.host.stop import Stop
from tests.host.programs import GOODS, block, python, running, shell, until

MS = 1_000_000


@pytest.mark.parametrize(("late", "noted"), [(LATE_MS - 1, 0), (LATE_MS, LATE_MS), (LATE_MS + 1, LATE_MS + 1)])
def test_only_what_is_late_is_noted(late: int, noted: int) -> None:
    noise = Noise()
    noise.slept(0, 50, (50 + late) * MS)
    assert noise.late_ms(0, 1_000 * MS) == noted


@pytest.mark.parametrize(
    ("began", "ended", "late"), [(0, 100, 0), (0, 101, 30), (150, 160, 30), (199, 300, 30), (200, 300, 0)]
)
def test_a_window_counts_for_what_it_touches(began: int, ended: int, late: int) -> None:
    noise = Noise()
    noise.note(100 * MS, 200 * MS, 30 * MS)
    assert noise.late_ms(began * MS, ended * MS) == late


def test_what_is_seen_twice_counts_once() -> None:
    noise = Noise()
    noise.note(0, 100 * MS, 30 * MS)
    noise.note(50 * MS, 150 * MS, 20 * MS)
    assert noise.late_ms(0, 200 * MS) == 30


@pytest.mark.parametrize(
    ("used", "late", "suspect"),
    [(121, 0, False), (121, 10, True), (200, 79, False), (200, 80, True), (100, 50, True), (5_000, 100, False)],
)
def test_a_loss_is_suspect_if_without_the_lateness_it_were_none(used: int, late: int, suspect: bool) -> None:
    assert Timing(used, 100, 20, late).suspect is suspect


def test_an_echo_is_quick_where_the_machine_is_not_busy_and_says_how_quick() -> None:
    echo = Echo(Noise())
    quiet = echo.calibrate()
    echo.close()
    assert 0 < quiet.median <= quiet.longest


def test_an_echo_that_is_held_up_shows_that_the_machine_was_late(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = Noise()
    echo = Echo(noise)
    echo.calibrate()
    began = time.perf_counter_ns()
    monkeypatch.setattr("referee.host.echo._PERIOD_NS", 0)
    os.kill(echo._process.pid, signal.SIGSTOP)
    monkeypatch.setattr("referee.host.echo._PATIENCE_MS", 50)
    echo.listen()
    assert noise.late_ms(began, time.perf_counter_ns()) >= 50
    echo.close()


def test_an_echo_that_is_gone_tells_nothing() -> None:
    noise = Noise()
    echo = Echo(noise)
    echo.close()
    assert echo.calibrate().longest < 1_000_000


def test_it_is_asked_between_games(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, asked = Stop(), []
    echo = Echo(Noise())
    monkeypatch.setattr(echo, "listen", lambda: asked.append(True))
    list(play_block(block(*GOODS, deals=3), (), Host(stop=stop, echo=echo)))
    echo.close()
    stop.close()
    assert len(asked) == 3


@pytest.mark.parametrize("command", [python("read()\nwhile True: pass"), shell("while :; do :; done & wait")])
def test_a_program_that_has_to_wait_for_its_core_is_seen_to_wait(command: tuple[str, ...]) -> None:
    """Also behind a wrapper, whose own wait tells nothing."""
    core = min(os.sched_getaffinity(0))
    with running(shell("while :; do :; done")) as rival, running(command) as process:
        os.sched_setaffinity(rival.pid, {core})
        os.sched_setaffinity(process.pid, {core})
        os.write(process.stdin, b"{}\n")
        until(lambda: queued_ns(process.pid) > 0)
        before = queued_ns(process.pid)
        until(lambda: queued_ns(process.pid) - before > LATE_MS * MS)


def test_who_is_gone_waits_for_nothing() -> None:
    assert queued_ns(1 << 22) == 0
