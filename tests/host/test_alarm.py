"""The alarm cuts off a read that waits, takes nothing from anybody, and is off where it cannot ring."""

import os
import select
import signal
import threading
from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from referee.host.faults import Fault
from referee.host.wire.alarm import ALARM
from tests.host.programs import connected, python
from tests.host.test_connection import LONG, act


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_a_read_that_waits_is_cut_off_and_reads_on_when_told(pipe: tuple[int, int]) -> None:
    reader, writer = pipe
    with ALARM:
        assert ALARM.on
        for text in (b"one", b"two"):
            ALARM.fd = reader
            with pytest.raises(BlockingIOError):
                os.read(reader, 100)
            ALARM.fd = -1
            os.set_blocking(reader, True)
            os.write(writer, text)
            assert os.read(reader, 100) == text


def test_nobody_is_disturbed_who_does_not_read_by_it(pipe: tuple[int, int]) -> None:
    with ALARM:
        look = select.poll()
        look.register(pipe[0], select.POLLIN)
        assert look.poll(50) == []
        assert os.get_blocking(pipe[0])


def test_it_leaves_everything_as_it_was() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with ALARM, ALARM:
        pass
    assert not ALARM.on
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == before


def test_it_rings_until_the_last_one_has_done_with_it() -> None:
    with ALARM:
        with ALARM:
            assert ALARM.on
        assert ALARM.on
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0


def test_a_timer_that_somebody_else_uses_is_left_to_him() -> None:
    signal.setitimer(signal.ITIMER_REAL, 3600)
    try:
        with ALARM:
            assert not ALARM.on
        assert 3000 < signal.getitimer(signal.ITIMER_REAL)[0] <= 3600
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.mark.parametrize("on", [False, True])
def test_a_thread_does_not_wait_on_it_whether_or_not_it_rings_for_another(on: bool) -> None:
    found: list[object] = []

    def ask() -> None:
        with ALARM, connected(python("while True: m = read(); answer(m) if m['id'] == 1 else hang()")) as link:
            found.extend([ALARM.on, link.ask(act(1), 1, 1, LONG), ALARM.fd, link.ask(act(2), 2, 2, 60)])

    with ALARM if on else nullcontext():
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    assert found[0] is on
    assert "3b" in str(found[1])
    assert found[2] == -1
    assert isinstance(found[3], Fault) and found[3].kind == "timeout"
