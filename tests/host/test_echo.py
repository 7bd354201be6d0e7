"""The echo: it shows how late the machine is, and harms nobody when it is gone."""

import os
import signal
import time

import pytest

from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.stop import Stop
from referee.host.timing.latency_probe import Echo
from referee.host.timing.machine_lateness import Noise
from tests.host.programs import GOODS, block, readable, stopped, until


def test_an_echo_is_quick_where_the_machine_is_not_busy_and_says_how_quick() -> None:
    echo = Echo(Noise())
    quiet = echo.calibrate()
    echo.close()
    assert 0 < quiet.median_us <= quiet.longest_us


def test_an_echo_that_is_held_up_shows_that_the_machine_was_late(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = Noise()
    echo = Echo(noise)
    echo.calibrate()
    began = time.perf_counter_ns()
    monkeypatch.setattr("referee.host.timing.latency_probe._PERIOD_NS", 0)
    os.kill(echo._process.pid, signal.SIGSTOP)
    monkeypatch.setattr("referee.host.timing.latency_probe._PATIENCE_MS", 50)
    echo.listen()
    assert noise.late_ms(began, time.perf_counter_ns()) >= 50
    echo.close()


def test_an_echo_that_is_gone_tells_nothing() -> None:
    echo = Echo(Noise())
    echo._process.kill()
    echo._process.wait()
    assert echo.calibrate().longest_us < 1_000_000
    echo.close()


def test_an_echo_that_is_closed_leaves_the_descriptors_of_others_alone() -> None:
    echo = Echo(Noise())
    echo.close()
    reading, writing = os.pipe()  # these have the numbers that were the echo's
    echo.listen(at_once=True)
    assert not readable(reading)
    echo.close()
    os.close(reading)
    os.close(writing)


def test_an_answer_that_came_too_late_is_not_taken_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = Noise()
    echo = Echo(noise)
    echo.calibrate()
    monkeypatch.setattr("referee.host.timing.latency_probe._PATIENCE_MS", 20)
    os.kill(echo._process.pid, signal.SIGSTOP)
    echo.listen(at_once=True)
    os.kill(echo._process.pid, signal.SIGCONT)
    until(lambda: readable(echo._stdout))
    os.kill(echo._process.pid, signal.SIGSTOP)
    until(lambda: stopped(echo._process.pid))
    began = time.perf_counter_ns()
    echo.listen(at_once=True)
    assert noise.late_ms(began, time.perf_counter_ns()) >= 20
    echo.close()


def test_it_is_asked_between_games(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, asked = Stop(), []
    echo = Echo(Noise())
    monkeypatch.setattr(echo, "listen", lambda: asked.append(True))
    list(play_block(block(*GOODS, deals=3), (), Host(stop=stop, echo=echo)))
    echo.close()
    stop.close()
    assert len(asked) == 3
