"""Going on with a block from its records, and stopping it: as if nothing had happened, and nothing left (G1)."""

import resource
import signal
from pathlib import Path

import msgspec
import pytest

from protocol.messages import Act, Game, Hello
from referee.host.faults import Policy
from referee.host.game.block import Block
from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.stop import Stop, Stopped
from referee.records.format.record import Record
from tests.host.clocks import Unhurried
from tests.host.programs import (
    DYING,
    GOODS,
    PATIENT,
    QUICK,
    SILENT,
    Late,
    block,
    gone,
    listener,
    played,
    python,
    told,
)


class Interrupted:
    """A block that is stopped after some of its games and gone on with from its records."""

    def __init__(self, of: Block) -> None:
        self.of = of

    def run(self, done: list[Record], games: int) -> list[Record]:
        stop = Stop()
        records = []
        for record in play_block(self.of, done, Host(stop=stop, trace=Unhurried())):
            records.append(record)
            if len(records) == games:
                break
        stop.close()
        return records


CARRYING = """
    lasting = str([value for key, value in m.items() if key not in ("id", "last_ms")])
    carried = __import__("zlib").crc32(lasting.encode(), globals().get("carried", 0))
    m["type"] == "act" and m["legal"].insert(0, m["legal"][carried % len(m["legal"])])
    answer(m)
"""
"""Its choices depend on everything it was ever told, but ids and times."""


def test_going_on_gives_what_an_uninterrupted_block_gives(tmp_path: Path) -> None:
    of = block(*[listener(tmp_path, seat, CARRYING) for seat in range(4)], deals=5)
    whole = [record.digest for record in played(of)]
    for cut in range(1, 5):
        first = Interrupted(of).run([], cut)
        rest = Interrupted(of).run(first, 5)
        assert [record.digest for record in (*first, *rest)] == whole


def test_going_on_tells_the_bots_what_they_were_told(tmp_path: Path) -> None:
    of = block(*[listener(tmp_path, seat) for seat in range(4)], deals=3)
    Interrupted(of).run(Interrupted(of).run([], 2), 1)

    def stable(line: object) -> object:
        return msgspec.structs.replace(line, id=1, **{"last_ms": 0} if isinstance(line, Act) else {})

    for seat in range(4):
        lines = told(tmp_path, seat)
        again = max(number for number, line in enumerate(lines) if isinstance(line, Hello))
        first = [stable(line) if isinstance(line, Game | Act) else line for line in lines[1 : again - 1]]
        second = [stable(line) if isinstance(line, Game | Act) else line for line in lines[again + 1 :]]
        assert second[: len(first)] == first


@pytest.mark.parametrize("choice", ["forfeit", "substitute", "replace"])
@pytest.mark.parametrize(
    "wrong", [DYING, SILENT, "m['type'] == 'act' and len(m['hand']) == 7 and write(b'?\\n'); answer(m)"]
)
def test_going_on_after_a_faulty_game(tmp_path: Path, choice: str, wrong: str) -> None:
    """The bot is at fault in every game; the others depend on everything that they were told."""
    policy = Policy(crash=choice, timeout=choice, malformed=choice, max_faults=10)
    of = block(
        *[listener(tmp_path, seat, wrong if seat == 1 else CARRYING) for seat in range(4)],
        deals=3,
        policy=policy,
        times=QUICK,
    )
    whole = played(of)
    assert all(record.faults for record in whole)
    first = Interrupted(of).run([], 2)
    rest = Interrupted(of).run(first, 1)
    assert [record.digest for record in (*first, *rest)] == [record.digest for record in whole]


def test_a_block_that_is_done_starts_nothing() -> None:
    records = played(block(*GOODS, deals=2))
    of = block(*[("/nonexistent/bot",)] * 4, deals=2)
    assert played(of, tuple(records)) == []


def test_records_of_another_block_are_refused() -> None:
    records = played(block(*GOODS, deals=1, table=1))
    with pytest.raises(ValueError, match="0/1"):
        play_block(block(*GOODS, deals=1), records)


def test_what_was_given_up_before_is_not_given_up_for_ever() -> None:
    slow = python(f"while True:\n m = read(); {SILENT}")
    of = block(*GOODS[:3], slow, policy=Policy(suspect="void"), times=QUICK)
    stop = Stop()
    host = Host(stop=stop, noise=Late(), trace=Unhurried())
    voids = list(play_block(of, (), host))[:2]
    assert [record.counted for record in play_block(of, voids[:1], host)] == [False, True]
    assert [record.counted for record in play_block(of, voids, host)] == [True]
    stop.close()


def test_a_wish_to_stop_ends_it_between_games_and_nobody_is_at_fault() -> None:
    stop = Stop()
    records = []
    with pytest.raises(Stopped):
        for record in play_block(block(*GOODS, deals=5), (), Host(stop=stop)):
            records.append(record)
            if len(records) == 2:
                stop.set()
    stop.close()
    assert [record.faults for record in records] == [[], []]


def test_a_signal_ends_it_in_the_middle_of_a_decision() -> None:
    stop = Stop()
    before = signal.signal(signal.SIGUSR1, lambda number, frame: stop.set())
    slow = python(
        "while True:\n m = read()\n"
        " if m['type'] == 'act': os.kill(os.getppid(), signal.SIGUSR1); time.sleep(60)\n answer(m)"
    )
    times = msgspec.structs.replace(PATIENT, quit_ms=50)
    try:
        with pytest.raises(Stopped):
            list(play_block(block(slow, *GOODS[1:], times=times), (), Host(stop=stop)))
    finally:
        signal.signal(signal.SIGUSR1, before)
        stop.close()


def test_nothing_is_left_when_the_records_are_not_wanted_any_more() -> None:
    stop = Stop()
    playing = play_block(block(*GOODS, deals=5), (), Host(stop=stop))
    next(playing)
    playing.close()
    stop.close()


def test_what_a_bot_left_in_a_session_of_its_own_without_a_trace_is_ended_with_the_block(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    hider = python(f"""
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        for fd in range(3):
            os.close(fd)
        os.execve("/bin/sh", ["sh", "-c", "echo $$ > {place}.new; mv {place}.new {place}; exec sleep 60"], {{}})
    os._exit(0)
while not os.path.exists({str(place)!r}):
    time.sleep(0.001)
while True: answer(read())
""")
    played(block(hider, *GOODS[1:]))
    assert gone(int(place.read_text()))


def test_the_memory_of_the_referee_does_not_grow_with_what_bots_print() -> None:
    loud = python("while True:\n m = read(); os.write(2, b'e' * 200_000); answer(m); put({'id': 1, 'x': 'x' * 2000})")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert [record.faults for record in played(block(loud, *GOODS[1:], deals=5))] == [[]] * 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 << 10  # KiB
