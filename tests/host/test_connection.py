"""Asking a bot: what is an answer, what is a fault and which, and that the deadline never moves."""

import select
import signal
import time

import pytest

from protocol.codec import Answer, decode_act
from referee.host.faults import Fault
from referee.host.processes.stop import Stop, Stopped
from referee.host.timing.machine_lateness import Noise
from referee.host.wire.connection import Connection
from tests.host.programs import connected, first_line, python, running

LIMIT = 300
"""Milliseconds that a bot gets here, where it is to run out of them; they begin when it says that it hangs."""
LONG = 60_000
"""And where it is not."""
OLD, ID = 4_000_000_000_000_001, 4_000_000_000_000_002


def act(ident: int) -> bytes:
    return b'{"type":"act","id":%d,"legal":["3b"]}\n' % ident


def asked(link: Connection, wait_ms: int = LIMIT, ident: int = ID) -> Answer | Fault:
    link.send(act(ident), ident)
    return link.receive(decode_act, wait_ms)


def settled(link: Connection) -> None:
    """Wait until the bot has printed the line that says that all is printed, and leave it all in the pipe's place."""
    link.process.errors.add(first_line(link.process.stderr), "", -1)


def kind_of(link: Connection, wait_ms: int = LIMIT, ident: int = ID) -> str:
    fault = asked(link, wait_ms, ident)
    assert isinstance(fault, Fault)
    return fault.kind


def waited(link: Connection) -> int:
    """The milliseconds for which an answer was waited for."""
    return (link.ended - link.began) // 1_000_000


GOOD = "while True: answer(read())"


def test_a_good_bot_answers_and_its_time_is_taken() -> None:
    with connected(python(GOOD), connect=Connection) as link:
        for ident in range(1, 100):
            assert asked(link, LONG, ident) == Answer("3b")
            assert link.began < link.ended < time.perf_counter_ns()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("sys.exit(0)", "crash"),
        ("read(); sys.exit(0)", "crash"),
        ("read(); os.kill(os.getpid(), signal.SIGSEGV)", "crash"),
        ("os.close(0); write(b'.'); time.sleep(60)", "crash"),
        ("os.close(1); time.sleep(60)", "crash"),
        ("read(); os.close(1); time.sleep(60)", "crash"),
        ("read(); os.write(1, b'{\"id\":'); sys.exit(1)", "crash"),
        ("read(); hang()", "timeout"),
        ("hang()", "timeout"),
        ('m = read(); write(b\'{"id":%d,"action":"3b"}\' % m[\'id\']); hang()', "timeout"),
        ("read(); late(); [(write(b'x'), time.sleep(0.02)) for _ in range(1000)]", "timeout"),
        ("read(); late(); os.kill(os.getpid(), signal.SIGSTOP)", "timeout"),
        ("read(); write(b'garbage\\n'); time.sleep(60)", "malformed"),
        ("read(); write(b'\\n'); time.sleep(60)", "malformed"),
        ("m = read(); write(b'\\xef\\xbb\\xbf'); answer(m); time.sleep(60)", "malformed"),
        ("read(); write(b'\\xff\\xfe\\n'); time.sleep(60)", "malformed"),
        ("read(); write(b'[' * 100 + b'\\n'); time.sleep(60)", "malformed"),
        ("read(); write(b'x' * 70000); time.sleep(60)", "malformed"),
        ("read(); write(b'x' * 10_000_000); time.sleep(60)", "malformed"),
        ("m = read(); put({'id': float(m['id']), 'action': '3b'}); time.sleep(60)", "malformed"),
        ("m = read(); put({'id': m['id']}); time.sleep(60)", "malformed"),
        ("m = read(); put({'id': m['id'], 'action': 3}); time.sleep(60)", "malformed"),
        ("m = read(); put({'action': '3b'}); time.sleep(60)", "malformed"),
        ('read(); write(b\'{"id": 1, "id": 2}\\n\'); time.sleep(60)', "malformed"),
        ("read(); write(b'garbage\\n'); sys.exit(1)", "malformed"),
        ("read(); [put({'id': i}) for i in range(1, 80)]; time.sleep(60)", "flood"),
        ('read(); [write(b\'{"id":1,"x":"%s"}\\n\' % (b\'x\' * 60000)) for _ in range(20)]; time.sleep(60)', "flood"),
        ("read(); late()\nwhile True: os.write(2, b'e' * 1000)", "timeout"),
        ("read()\nif os.fork(): os._exit(0)\ntime.sleep(60)", "crash"),
    ],
)
def test_faults_have_their_kind_within_the_deadline(body: str, kind: str) -> None:
    with connected(python("os.write(2, b'up\\n');" + body)) as link:
        settled(link)
        assert kind_of(link) == kind
        assert waited(link) == (LIMIT + 1 if kind == "timeout" else 0)


@pytest.mark.parametrize("chatter", ["{'id': 1}", "{'id': 1, 'action': '3b', 'note': 'x' * 200}"])
def test_output_that_is_not_the_answer_does_not_move_the_deadline(chatter: str) -> None:
    with connected(python(f"read(); late()\nfor _ in range(40): put({chatter}); time.sleep(0.001)\nhang()")) as link:
        assert kind_of(link) == "timeout"
        assert waited(link) == LIMIT + 1


class FakeClock:
    """A clock that only goes on while somebody waits."""

    def __init__(self) -> None:
        self.ns = 0
        self.waits: list[int] = []

    def now(self) -> int:
        return self.ns

    def wait(self, ms: int) -> list[tuple[int, int]]:
        """A look at pipes in which nothing happens."""
        self.waits.append(ms)
        self.ns += ms * 1_000_000
        return []


@pytest.mark.parametrize("limit", [1, 9, 10, 11, 59, 60, 61, 300])
def test_the_boundary_belongs_to_the_bot(limit: int) -> None:
    """An answer may come as long as its time in whole milliseconds is no more than the limit."""
    clock, stop = FakeClock(), Stop()
    with running(python("read(); time.sleep(60)")) as process:
        link = Connection(process, stop, Noise(), now=clock.now)
        link.printed = link.happened = clock.wait
        fault = asked(link, limit)
        assert isinstance(fault, Fault)
        assert fault.kind == "timeout"
    assert clock.ns == (limit + 1) * 1_000_000
    assert max(clock.waits) <= 50
    stop.close()


def test_a_timeout_comes_no_sooner_than_the_limit() -> None:
    with connected(python("read(); time.sleep(60)"), connect=Connection) as link:
        assert kind_of(link, 50) == "timeout"
        assert waited(link) > 50


def test_what_lies_in_the_pipe_before_the_request_answers_nothing() -> None:
    early = f'write(b\'garbage\\n{{"id":{ID},"action":"4b"}}\\nhalf\'); os.write(2, b\'up\\n\')\n'
    with connected(python(early + "m = read(); write(b' a line\\n'); answer(m); read()")) as link:
        settled(link)
        assert asked(link, LONG) == Answer("3b")
        assert link.inbox.lines == 3
        assert link.inbox.bytes == len(b'garbage\n{"id":4000000000000002,"action":"4b"}\nhalf a line\n')


def test_an_answer_with_an_old_id_answers_nothing() -> None:
    with connected(python(f"m = read(); put({{'id': {OLD}, 'action': 5}}); answer(m); read()")) as link:
        assert asked(link, LONG) == Answer("3b")
        assert link.inbox.lines == 1


def test_answering_twice_answers_once() -> None:
    lines = "b''.join(b'{\"id\":%d,\"action\":\"%s\"}\\n' % (m['id'], card) for card in (b'3b', b'4b'))"
    with connected(python(f"while True: m = read(); write({lines})")) as link:
        for ident in range(1, 11):
            assert asked(link, LONG, ident) == Answer("3b")
        assert link.inbox.lines == 10


def test_what_answers_nothing_is_counted_by_game() -> None:
    twice = "while True:\n m = read(); write((json.dumps({'id': m['id'], 'action': '3b'}).encode() + b'\\n') * 41)"
    with connected(python(twice)) as link:
        link.new_game("0/0")
        assert asked(link, LONG, 1) == Answer("3b")
        link.new_game("1/0")
        assert asked(link, LONG, 2) == Answer("3b")
        assert asked(link, LONG, 3) == Answer("3b")  # what follows it is too much, which is found out next time
        assert kind_of(link, LONG, 4) == "flood"


def test_a_line_that_is_too_long_does_not_spoil_what_follows() -> None:
    twice = "m = read(); write(b'x' * 5000); m = read(); write(b'y' * 5000 + b'\\n'); answer(m); read()"
    with connected(python(twice), max_line=4000) as link:
        assert kind_of(link, LONG, OLD) == "malformed"
        assert link.inbox.received()[0] == b"x" * 512
        assert asked(link, LONG, ID) == Answer("3b")
        assert link.inbox.bytes == 10_001


def test_an_answer_may_come_in_pieces() -> None:
    text = "json.dumps({'id': m['id'], 'action': '3b'}) + '\\r\\n'"
    slow = f"m = read()\nfor c in {text}: write(c.encode()); time.sleep(0.001)\nread()"
    with connected(python(slow)) as link:
        assert asked(link, LONG) == Answer("3b")


def test_what_came_is_kept_as_evidence() -> None:
    with connected(python("read(); write(b'a' * 600 + b'b' * 600 + b'\\n'); time.sleep(60)")) as link:
        assert kind_of(link, LONG) == "malformed"
        assert link.inbox.received() == (b"a" * 512, b"b" * 511 + b"\n", 1201)


def test_the_user_stops_first() -> None:
    with connected(python("os.write(2, b'up\\n'); write(b'garbage\\n'); time.sleep(60)")) as link:
        settled(link)
        link._stop.set()
        with pytest.raises(Stopped):
            asked(link)


def test_a_signal_stops_the_wait_at_once() -> None:
    stop = Stop()
    before = signal.signal(signal.SIGUSR1, lambda number, frame: stop.set())
    try:
        with running(python("read(); os.kill(os.getppid(), signal.SIGUSR1); time.sleep(60)")) as process:
            link = Connection(process, stop, Noise())
            with pytest.raises(Stopped):
                asked(link, LONG)
    finally:
        signal.signal(signal.SIGUSR1, before)
        stop.close()


def test_a_bot_that_uses_up_its_processor_time_is_not_waited_for() -> None:
    looks = []

    def spent() -> bool:
        looks.append(True)
        return len(looks) == 3

    with connected(python("read(); time.sleep(60)")) as link:
        link.send(act(ID), ID)
        fault = link.receive(decode_act, LONG, spent)
        assert isinstance(fault, Fault)
        assert fault.kind == "timeout"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("put({'id': 7})", f": a line with id 7 came, {ID} was asked"),
        ("put({'id': 7}); put({'id': 8, 'action': '3b'})", f": a line with id 8 came, {ID} was asked"),
        ('write(b\'{"id":%d,"action":"3b"}\' % m[\'id\'])', ": an unfinished line was waiting, without its newline"),
        ("put({'id': 7}); write(b'{')", ": an unfinished line was waiting, without its newline"),
        ("pass", ""),
    ],
)
def test_who_is_late_is_told_what_came_instead(body: str, reason: str) -> None:
    with connected(python(f"m = read(); {body}; hang()")) as link:
        fault = asked(link)
        assert isinstance(fault, Fault)
        assert fault.reason == f"no answer within {LIMIT} ms{reason}"


def test_what_came_for_another_request_is_not_told_again() -> None:
    with connected(python("m = read(); put({'id': 7}); answer(m); read(); hang()")) as link:
        assert asked(link, LONG, OLD) == Answer("3b")
        fault = asked(link)
        assert isinstance(fault, Fault)
        assert fault.reason == f"no answer within {LIMIT} ms"


def test_a_bot_that_takes_its_own_line_back_has_not_answered() -> None:
    silent = "import sys, time; print('up', file=sys.stderr, flush=True); time.sleep(1000)"
    with connected(python(silent)) as link:
        settled(link)
        link.send(act(ID), ID)
        looks = iter([[(link.process.stdout, select.POLLIN)]])
        link.printed = lambda _ms: next(looks, [])
        fault = link.receive(decode_act, LONG, lambda: True)
    assert isinstance(fault, Fault) and fault.kind == "timeout"
