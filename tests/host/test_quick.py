"""The quick way of asking comes to the same as the slow one, whatever the bot does."""

from collections.abc import Iterator

import pytest

from protocol.codec import Answer
from referee.host.faults import Fault
from referee.host.wire.alarm import ALARM
from referee.host.wire.connection import Connection
from tests.host.programs import connected, python, until
from tests.host.test_connection import LIMIT, LONG, act

CASES = {
    "at once": "answer(m)",
    "without blanks": 'write(b\'{"id":%d,"action":"3b"}\\n\' % m[\'id\'])',
    "a moment later": "time.sleep(0.001); answer(m)",
    "after the first look": "time.sleep(0.03); answer(m)",
    "with blanks": 'write(b\'{"id": %d, "action": "3b"}\\n\' % m[\'id\'])',
    "with a note": "put({'id': m['id'], 'action': '3b', 'note': 1})",
    "with a saying": "put({'id': m['id'], 'action': '3b', 'say': 'busso'})",
    "a word": "put({'id': m['id'], 'action': 'pass'})",
    "in two pieces": "write(b'{\"id\":%d,' % m['id']); time.sleep(0.002); write(b'\"action\":\"3b\"}\\n')",
    "twice": "answer(m); answer(m)",
    "an old id first": "put({'id': 1}); answer(m)",
    "stderr first": "os.write(2, b'hm'); answer(m)",
    "stderr after": "answer(m); os.write(2, b'hm')",
    "much on stderr": "os.write(2, b'e' * 100_000); answer(m)",
    "garbage": "write(b'garbage\\n')",
    "no action": "put({'id': m['id']})",
    "nothing": "late()",
    "half": "write(b'{'); late()",
    "its end": "sys.exit(1)",
    "the answer and its end": "answer(m); sys.exit(0)",
    "no stdout": "os.close(1)",
    "no stdin": "os.close(0); time.sleep(60)",
    "a flood": "[put({'id': 1}) for _ in range(100)]",
}


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """Without the alarm it is never tried."""
    with ALARM:
        assert ALARM.on
        yield


def card_of(answer: str | Answer | Fault) -> str:
    """The card that is answered, in whichever form."""
    assert not isinstance(answer, Fault), answer
    return answer if isinstance(answer, str) else answer.action


def outcomes(link: Connection, slowly: bool, asks: int) -> list[object]:
    """What comes of asking a few times."""
    ask = link.ask_slowly if slowly else link.ask
    found: list[object] = []
    for ident in range(1, asks + 1):
        answer = ask(act(ident), ident, ident, LIMIT)
        found.append(
            answer.kind if isinstance(answer, Fault) else Answer(answer) if isinstance(answer, str) else answer
        )
        if isinstance(answer, Fault):
            break
    return found


@pytest.mark.parametrize("name", CASES)
def test_it_comes_to_the_same(name: str) -> None:
    program = python(f"while True:\n    m = read()\n    {CASES[name]}")
    with connected(program) as link:
        quick = outcomes(link, slowly=False, asks=3)
    with connected(program) as link:
        slow = outcomes(link, slowly=True, asks=3)
    assert quick == slow


@pytest.mark.parametrize("seconds", [0.0005, 0.009, 0.011, 0.05])
def test_a_bot_that_takes_its_time_gets_it(seconds: float) -> None:
    with connected(python(f"while True: m = read(); time.sleep({seconds}); answer(m)"), connect=Connection) as link:
        for ident in range(1, 30):
            assert card_of(link.ask(act(ident), ident, ident, LONG)) == "3b"
            assert link.began < link.ended


def test_what_is_told_goes_before_what_is_asked() -> None:
    with connected(python("assert read() == {'type': 'end'}\nwhile True: answer(read())")) as link:
        link.tell(b'{"type":"end"}\n')
        assert card_of(link.ask(act(1), 1, 1, LONG)) == "3b"
        assert card_of(link.ask(act(2), 2, 2, LONG)) == "3b"


def test_a_request_that_the_pipe_does_not_take_at_once_is_written_all_the_same() -> None:
    with connected(python("time.sleep(0.05)\nwhile True: answer(read())")) as link:
        request = b'{"type":"act","legal":["3b"],"x":"' + b"x" * 200_000 + b'","id":1}\n'
        assert card_of(link.ask(request, 1, 1, LONG)) == "3b"
        assert card_of(link.ask(act(2), 2, 2, LONG)) == "3b"


def test_who_has_ended_is_found_out() -> None:
    with connected(python("answer(read())")) as link:
        assert card_of(link.ask(act(1), 1, 1, LONG)) == "3b"
        until(lambda: link.process.ending() is not None)
        fault = link.ask(act(2), 2, 2, LONG)
        assert isinstance(fault, Fault)
        assert fault.kind == "crash"
