"""What goes through the pipes besides answers: stderr, what a bot does not read, and how its end shows."""

import time

from protocol.codec import Answer, decode_act
from referee.host.faults import Fault
from referee.host.wire.connection import Connection
from tests.host.programs import connected, python, readable, until
from tests.host.test_connection import ID, LONG, OLD, act, asked, kind_of


def test_a_bot_that_never_reads_does_not_hold_up_the_referee() -> None:
    with connected(python("hang()")) as link:
        for ident in range(1, 6):
            link.tell(b'{"type":"note","x":"' + b"x" * 30_000 + b'"}\n')
            assert kind_of(link, 20, ident) == "timeout"


def test_a_request_larger_than_the_pipe_gets_through() -> None:
    with connected(python("while True: answer(read())")) as link:
        request = b'{"type":"act","legal":["3b"],"x":"' + b"x" * 300_000 + b'","id":%d}\n' % ID
        link.send(request, ID)
        assert link.receive(decode_act, LONG) == Answer("3b")
        assert asked(link, LONG, ID + 1) == Answer("3b")


def test_a_bot_that_writes_to_stderr_is_never_held_up() -> None:
    with connected(python("while True:\n m = read(); os.write(2, b'e' * 300_000); answer(m)")) as link:
        assert asked(link, LONG) == Answer("3b")
        assert asked(link, LONG, ID + 1) == Answer("3b")
        assert link.process.errors.lost > 0


def test_stderr_is_filed_under_the_request_during_which_it_came() -> None:
    talker = "os.write(2, b'up ')\nwhile True: m = read(); os.write(2, b'%d ' % m['id']); answer(m)"
    with connected(python(talker)) as link:
        until(lambda: readable(link.process.stderr))
        link.new_game("7/1")
        for ident in (1, 2, 3):
            link.send(act(ident), ident, ident + 10)
            assert link.receive(decode_act, LONG) == Answer("3b")
        link.new_game("8/1")
        pieces = [(piece.game, piece.action, piece.text) for piece in link.process.errors.pieces()]
        assert pieces == [("", -1, b"up "), ("7/1", 11, b"1 "), ("7/1", 12, b"2 "), ("7/1", 13, b"3 ")]


def test_closed_stderr_is_no_fault() -> None:
    with connected(python("os.close(2)\nwhile True: answer(read())")) as link:
        for ident in range(1, 20):
            assert asked(link, LONG, ident) == Answer("3b")


def test_an_answer_counts_though_its_bot_ends_with_it_and_the_end_is_found_out_next() -> None:
    with connected(python("answer(read())")) as link:
        assert asked(link, LONG, OLD) == Answer("3b")
        until(lambda: link.process.ending() is not None)
        assert kind_of(link, LONG, ID) == "crash"


def test_a_crash_tells_how_it_ended_and_what_it_had_to_say(patient_for_the_status: None) -> None:
    with connected(
        python("read(); os.write(2, b'e' * 99 + b'the reason'); os.kill(os.getpid(), signal.SIGABRT)")
    ) as link:
        fault = asked(link, LONG)
        assert isinstance(fault, Fault)
        assert "signal SIGABRT" in fault.reason
        assert link.process.errors.tail(10) == b"the reason"


def test_memory_is_bounded_by_the_longest_line() -> None:
    with connected(python("write(b'x' * (1 << 26))"), max_line=1000) as link:
        assert kind_of(link, LONG) == "malformed"
        assert len(link.inbox) == 0
        for ident in range(1, 4):
            kind_of(link, 50, ident)
            assert len(link.inbox) <= 1000 + 65536


def test_an_answer_that_comes_together_with_a_word_on_stderr_has_its_time() -> None:
    """What is there at the first look in more than one pipe is timed like any other answer."""
    thinking = python("while True: m = read(); print('thinking', file=sys.stderr, flush=True); answer(m)")
    with connected(thinking, connect=Connection) as link:
        for ident in range(1, 4):
            link.send(act(ident), ident)
            until(lambda: readable(link.process.stderr) and readable(link.process.stdout))
            assert link.receive(decode_act, LONG) == Answer("3b")
            assert link.began < link.ended < time.perf_counter_ns()
