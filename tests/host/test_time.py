"""What a game costs its bots in time: bank, processor clock, beat, and standing still while others think."""

from itertools import count

import msgspec

from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.bot import Bot
from referee.host.processes.launch import Launch
from referee.host.processes.process import Process
from referee.host.processes.stop import Stop
from referee.host.timing.clock import MOST_MS, Times
from referee.host.timing.machine_lateness import Noise
from referee.host.wire.connection import Connection
from tests.host.clocks import Unhurried
from tests.host.programs import GOODS, PATIENT, block, played, python

LONGEST = Times(start_ms=MOST_MS, game_ms=MOST_MS, quit_ms=60_000)


class OneTicks(Unhurried):
    """The time of the last seat of four goes on by 150 ms whenever it is looked at; that of the others stands still."""

    def connect(self, seat: int, process: Process, stop: Stop, noise: Noise, max_line: int) -> Connection:
        if seat < 3:
            return super().connect(seat, process, stop, noise, max_line)
        return Connection(process, stop, noise, max_line, count(process.began, 150_000_000).__next__)


def test_a_bank_runs_out() -> None:
    times = msgspec.structs.replace(LONGEST, move_ms=2_000, bank_ms=1_000, delay_ms=20)
    stop = Stop()
    (record,) = play_block(block(*GOODS, times=times), (), Host(stop=stop, trace=OneTicks()))
    stop.close()
    (fault,) = record.faults
    assert (fault.seat, fault.fault) == (3, "timeout")
    spent = [action.ms for action in record.hands[0].actions if action.seat == 3]
    assert sum(ms - 20 for ms in spent) <= 1_000 + times.margin_ms
    allowed = fault.evidence["allowed_ms"]
    assert allowed == max(0, 1_000 - sum(ms - 20 for ms in spent)) + 20


def test_processor_time_is_charged_where_that_is_the_clock() -> None:
    """A bot that sleeps longer than a move may take uses nothing; one that works is charged what it has worked."""
    times = Times(move_ms=100, kind="cpu", quit_ms=50)
    sleeper = python("while True:\n m = read(); m['type'] == 'act' and time.sleep(0.11); answer(m)")
    worker = python("while True:\n m = read()\n while m['type'] == 'act' and len(m['hand']) == 8: pass\n answer(m)")
    (record,) = played(block(sleeper, worker, *GOODS[2:], times=times))
    (fault,) = record.faults
    assert (fault.seat, fault.fault) == (1, "timeout")
    used = fault.evidence["used_ms"]
    assert isinstance(used, int)
    assert used > times.move_ms + times.margin_ms
    assert max(action.ms for action in record.hands[0].actions if action.seat == 0) < times.move_ms
    assert str(record.sandbox).startswith("none, clock of one process")


def test_the_wall_stands_behind_the_processor() -> None:
    times = Times(move_ms=50, kind="cpu", quit_ms=50)
    asleep = python("while True:\n m = read(); m['type'] == 'act' and hang(); answer(m)")
    (record,) = played(block(asleep, *GOODS[1:], times=times))
    assert "no answer within 1070 ms" in str(record.faults[0].evidence["reason"])


def test_answers_come_on_the_beat() -> None:
    """What a bot answers to one request cannot be told before the beat after it has read it."""
    times = msgspec.structs.replace(PATIENT, pace_ms=20)
    moments = python(
        "while True:\n m = read(); m['type'] == 'act' and os.write(2, b'%d ' % time.monotonic_ns()); answer(m)"
    )
    logs: list[bytes] = []
    stop = Stop()
    host = Host(stop=stop, log=lambda seat, own, errors: logs.append(errors.tail(10_000)))
    list(play_block(block(*[moments] * 2, variant="in-due", times=times), (), host))
    stop.close()
    asked = sorted(int(moment) for log in logs for moment in log.split())
    assert len(asked) == 40
    assert asked[-1] - asked[0] >= 38 * 20_000_000


def test_a_waiting_bot_stands_still_where_the_sandbox_can_do_that() -> None:
    calls: list[str] = []

    def freezing(own: Bot, scratch: str, env: dict[str, str]) -> Launch:
        return Launch(env=env, cwd=scratch, freeze=lambda: calls.append("freeze"), thaw=lambda: calls.append("thaw"))

    def run(ponder: bool) -> list[str]:
        calls.clear()
        stop = Stop()
        times = msgspec.structs.replace(PATIENT, ponder=ponder)
        list(play_block(block(*GOODS, times=times), (), Host(stop=stop, launcher=freezing)))
        stop.close()
        return calls[:]

    assert run(ponder=False) == ["thaw"] * 4 + ["freeze"] * 4 + ["thaw", "freeze"] * 40 + ["thaw"] * 4
    assert run(ponder=True) == ["thaw"] * 4  # before it is told to quit, whatever it was
