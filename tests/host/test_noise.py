"""Noise: when the machine was late, and by how much, told apart from bots that are late themselves."""

import os
import time

import msgspec
import pytest

from protocol.codec import Answer
from referee.host.faults import Policy
from referee.host.game.evidence import Timing
from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.descendants import children
from referee.host.processes.stop import Stop
from referee.host.timing.clock import Times
from referee.host.timing.latency_probe import Echo
from referee.host.timing.machine_lateness import LATE_MS, Noise, Turn, scheduled_ns
from referee.host.wire.alarm import ALARM
from referee.host.wire.connection import Connection
from referee.host.wire.fast_path import LOOK_MS
from referee.host.wire.replies import read_act
from referee.records.format.record import FaultRecord
from tests.host.programs import (
    GOOD,
    GOODS,
    QUICK,
    Late,
    block,
    played,
    python,
    running,
    shell,
    until,
)

MS = 1_000_000
ID = 4_000_000_000_000_001


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
    [(121, 0, False), (121, 10, True), (200, 79, False), (200, 80, True), (100, 50, False), (5_000, 100, False)],
)
def test_a_loss_is_suspect_if_without_the_lateness_it_were_none(used: int, late: int, suspect: bool) -> None:
    assert Timing(used, 100, used - 120, late).suspect is suspect


class Held(Echo):
    """An echo that nobody has to wait for: it says that the machine was late by so many milliseconds."""

    def __init__(self, noise: Noise, late: int) -> None:
        self._own, self._late = noise, late

    def listen(self, at_once: bool = False) -> None:
        if at_once:
            self._own.note(0, time.perf_counter_ns(), self._late * MS)


def lost(body: str, times: Times, late: int) -> FaultRecord:
    """The fault of a bot that does this with a message, on a machine of which the echo says that it is late."""
    stop, noise = Stop(), Noise()
    slow = python(f"while True:\n m = read(); {body}; answer(m)")
    of = block(*GOODS[:3], slow, times=times, policy=Policy(suspect="keep"))
    ((fault,),) = (each.faults for each in play_block(of, (), Host(stop=stop, noise=noise, echo=Held(noise, late))))
    stop.close()
    return fault


@pytest.mark.parametrize("late", [0, 100_000])
def test_where_an_answer_is_late_the_echo_says_whether_the_machine_is(late: int) -> None:
    fault = lost("m['type'] == 'act' and len(m['hand']) == 7 and time.sleep(60)", QUICK, late)
    assert (fault.fault, fault.consequence) == ("timeout", "forfeit")
    assert fault.evidence["allowed_ms"] == QUICK.move_ms
    told = fault.evidence["machine_late_ms"]
    assert isinstance(told, int)
    assert fault.suspect if late else told < 100_000  # this machine may be late, too


@pytest.mark.parametrize("late", [0, 100_000])
def test_who_is_not_ready_in_time_had_the_time_for_that_and_may_be_suspect(late: int) -> None:
    times = msgspec.structs.replace(QUICK, game_ms=100)
    fault = lost("m['type'] == 'game' and time.sleep(60)", times, late)
    assert (fault.fault, fault.action, fault.evidence["allowed_ms"]) == ("timeout", 0, 100)
    assert fault.suspect or not late


def test_who_does_not_say_hello_in_time_had_the_time_to_start() -> None:
    times = msgspec.structs.replace(QUICK, start_ms=300)
    (record,) = played(block(*GOODS[:3], python("hang()"), times=times))
    fault = record.faults[0]
    assert (fault.seat, fault.fault, fault.evidence["allowed_ms"]) == (3, "start", 300)


def test_who_ends_instead_of_saying_hello_is_not_lost_to_the_machine() -> None:
    stop = Stop()
    (record,) = play_block(block(*GOODS[:3], shell("exit 1")), (), Host(stop=stop, noise=Late()))
    stop.close()
    fault = record.faults[0]
    assert (fault.seat, fault.fault, fault.suspect) == (3, "start", False)


def test_processor_time_that_was_used_is_the_bots_own_however_late_the_machine() -> None:
    times = Times(move_ms=50, kind="cpu", quit_ms=100)
    fault = lost("\n while m['type'] == 'act' and len(m['hand']) == 7: pass\n pass", times, 100_000)
    used = fault.evidence["used_ms"]
    assert isinstance(used, int)
    assert fault.suspect is (used <= 70)  # else it was the wall that stood behind


def test_the_wall_behind_a_processor_clock_may_be_reached_because_of_the_machine() -> None:
    times = Times(move_ms=50, kind="cpu", quit_ms=100)
    assert lost("m['type'] == 'act' and time.sleep(60)", times, 100_000).suspect


@pytest.mark.parametrize("command", [python("read()\nwhile True: pass"), shell("while :; do :; done & wait")])
def test_a_program_that_has_to_wait_for_its_core_is_seen_to_wait(command: tuple[str, ...]) -> None:
    """Also behind a wrapper, whose own wait tells nothing."""
    core = min(os.sched_getaffinity(0))
    with running(shell("while :; do :; done")) as rival, running(command) as process:
        os.sched_setaffinity(rival.pid, {core})
        os.sched_setaffinity(process.pid, {core})
        os.write(process.stdin, b"{}\n")
        until(lambda: process.tree_ns() > 300 * MS)  # the wrapper has started what it holds
        turn = Turn(process.pid, process.tree_ns)
        until(lambda: turn.waited_ns() > LATE_MS * MS)


OWN_RIVALS = """
read()
for _ in range(8):
    if os.fork() == 0:
        while True: pass
while True: pass
"""


def test_a_program_that_waits_for_its_own_processes_waits_for_nobody_else() -> None:
    """As who would lose on time, and have it look like the machine's fault."""
    core = min(os.sched_getaffinity(0))
    with running(python(OWN_RIVALS)) as process:
        os.sched_setaffinity(process.pid, {core})
        os.write(process.stdin, b"{}\n")
        until(lambda: len(children(process.pid)) == 8)
        rivals = children(process.pid)
        (_, before), turn = scheduled_ns(process.pid), Turn(process.pid, process.tree_ns)
        ran = sum(scheduled_ns(rival)[0] for rival in rivals)
        until(lambda: sum(scheduled_ns(rival)[0] for rival in rivals) - ran > 300 * MS)
        waited, in_all = turn.waited_ns(), scheduled_ns(process.pid)[1] - before
        assert waited < in_all - 250 * MS  # the system counts what runs from tick to tick


class Unlucky:
    """A clock by which this process gets its core only now and then: it never looks before so much has passed."""

    def __init__(self, ms: int) -> None:
        self._ns, self._step = time.perf_counter_ns(), ms * MS

    def __call__(self) -> int:
        self._ns += self._step
        return self._ns


@pytest.mark.parametrize(("ms", "late"), [(5, 0), (LOOK_MS + LATE_MS - 1, 0), (LOOK_MS + LATE_MS, LATE_MS), (90, 80)])
@pytest.mark.parametrize("way", ["at once", "in two steps"])
def test_a_first_look_that_took_too_long_was_the_machine_s(
    ms: int, late: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was there by then, and nobody can say since when."""
    stop = Stop()
    with running(python(GOOD)) as process:
        link = Connection(process, stop, Noise(), now=Unlucky(ms))
        if way == "at once":
            monkeypatch.setattr(ALARM, "on", True)  # one that never rings: the read waits as long as it takes
        else:
            look = link.printed
            monkeypatch.setattr(link, "printed", lambda ms: look(60_000 if ms else 0))
        assert link.ask(b'{"type":"act","id":%d,"legal":["3b"]}\n' % ID, ID, 0, 60_000) in ("3b", Answer("3b"))
        found = link.late_ms()
    stop.close()
    assert found == late


def test_what_was_late_in_the_first_look_and_after_it_is_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two do not meet in time: six milliseconds each, which alone would be too few to count."""

    class SixLate(Turn):
        def waited_ns(self) -> int:
            return 6 * MS

    monkeypatch.setattr("referee.host.wire.connection.Turn", SixLate)
    stop = Stop()
    with running(python(GOOD)) as process:
        link = Connection(process, stop, Noise(), now=Unlucky(8))
        monkeypatch.setattr(link, "printed", lambda ms: [])  # the first look, which ends two steps of the clock later
        link.send(b'{"type":"act","id":%d,"legal":["3b"]}\n' % ID, ID)
        assert link.receive(read_act, 60_000) == Answer("3b")
        assert link.late_ms() == 12
    stop.close()


def test_who_is_gone_waits_for_nothing() -> None:
    assert scheduled_ns(1 << 22) == (0, 0)
    assert Turn(1 << 22, lambda: 0).waited_ns() == 0
