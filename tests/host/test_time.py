"""What a game costs its bots in time: bank, processor clock, beat, and standing still while others think."""

import msgspec

from referee.host.bot import Bot
from referee.host.clock import Times
from referee.host.launch import Launch
from referee.host.playing import play_block
from referee.host.seat import Host
from referee.host.stop import Stop
from tests.host.programs import GOODS, QUICK, block, played, python


def test_a_bank_runs_out() -> None:
    times = Times(move_ms=2_000, bank_ms=300, delay_ms=20, quit_ms=100)
    slow = python("while True:\n m = read(); m['type'] == 'act' and time.sleep(0.1); answer(m)")
    (record,) = played(block(*GOODS[:3], slow, times=times))
    (fault,) = record.faults
    assert (fault.seat, fault.fault) == (3, "timeout")
    spent = [action.ms for action in record.hands[0].actions if action.seat == 3]
    assert sum(ms - 20 for ms in spent) <= 300 + times.margin_ms
    allowed = fault.evidence["allowed_ms"]
    assert allowed == max(0, 300 - sum(ms - 20 for ms in spent)) + 20


def test_processor_time_is_charged_where_that_is_the_clock() -> None:
    """A bot that sleeps longer than a move may take uses nothing; one that works is charged what it has worked."""
    times = Times(move_ms=200, kind="cpu", quit_ms=100)
    sleeper = python("while True:\n m = read(); m['type'] == 'act' and time.sleep(0.25); answer(m)")
    worker = python("while True:\n m = read()\n while m['type'] == 'act' and len(m['hand']) == 8: pass\n answer(m)")
    (record,) = played(block(sleeper, worker, *GOODS[2:], times=times))
    (fault,) = record.faults
    assert (fault.seat, fault.fault) == (1, "timeout")
    used = fault.evidence["used_ms"]
    assert isinstance(used, int)
    # On a machine with no time to spare the wall stands before the processor has done so much.
    assert used > times.move_ms + times.margin_ms or "no answer within" in str(fault.evidence["reason"])
    assert max(action.ms for action in record.hands[0].actions if action.seat == 0) < times.move_ms
    assert str(record.sandbox).startswith("none, clock of one process")


def test_the_wall_stands_behind_the_processor() -> None:
    times = Times(move_ms=50, kind="cpu", quit_ms=100)
    (record,) = played(
        block(
            python("while True:\n m = read(); m['type'] == 'act' and time.sleep(60); answer(m)"),
            *GOODS[1:],
            times=times,
        )
    )
    assert "no answer within 1070 ms" in str(record.faults[0].evidence["reason"])


def test_answers_come_on_the_beat() -> None:
    times = msgspec.structs.replace(QUICK, pace_ms=20)
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
    assert asked[-1] - asked[0] >= 39 * 20_000_000


def test_a_waiting_bot_stands_still_where_the_sandbox_can_do_that() -> None:
    calls: list[str] = []

    def freezing(own: Bot, scratch: str, env: dict[str, str]) -> Launch:
        return Launch(env=env, cwd=scratch, freeze=lambda: calls.append("freeze"), thaw=lambda: calls.append("thaw"))

    def run(ponder: bool) -> list[str]:
        calls.clear()
        stop = Stop()
        times = msgspec.structs.replace(QUICK, ponder=ponder)
        list(play_block(block(*GOODS, times=times), (), Host(stop=stop, launcher=freezing)))
        stop.close()
        return calls[:]

    assert run(ponder=False) == ["thaw"] * 4 + ["freeze"] * 4 + ["thaw", "freeze"] * 40 + ["thaw"] * 4
    assert run(ponder=True) == ["thaw"] * 4  # before it is told to quit, whatever it was
