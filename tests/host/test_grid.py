"""A grid of programs that go wrong: each gets its own kind of fault, in time, and harms nobody else."""

from itertools import product
from typing import Literal, NamedTuple

import pytest

from referee.host.faults import Policy
from referee.records.format.record import FaultKind, Record
from tests.host.programs import GOOD, QUICK, block, played, python

Moment = Literal["first", "middle", "last"]
Choice = Literal["forfeit", "substitute", "replace"]

SIZES: dict[Moment, int] = {"first": 10, "middle": 5, "last": 1}
"""Cards in the hand at the moment when a program goes wrong."""

PROGRAM = """
def say(text):
    write(text.replace("ID", str(m["id"])).replace("CARD", m["legal"][0]).encode("utf-8", "surrogateescape") + b"\\n")
import select
def until_asked_again():
    select.select([0], [], [])
    os.unlink(os.environ["HOME"] + "/late")
before = 0
while True:
    m = read()
    if m["type"] == "act" and len(m["hand"]) == SIZE:
        exec(WRONG)
    if "id" in m:
        before = m["id"]
    answer(m)
"""


class Wrong(NamedTuple):
    """What a program does before it answers `m`, and what is made of it."""

    kind: FaultKind
    code: str
    received: str | None = None
    """The evidence of what came, where it is always the same."""


def said(text: str) -> Wrong:
    """A line that cannot be read as an answer; `ID` and `CARD` stand for what is asked."""
    return Wrong("malformed", f"say({text!r})")


def refused(action: str, more: str = "") -> Wrong:
    """An answer that is not allowed."""
    return Wrong("illegal", f"""say({f'{{"id":ID,"action":{action}{more}}}'!r})""")


WRONG: dict[str, Wrong] = {
    # its output ends, its input is closed, or it ends
    "exits": Wrong("crash", "sys.exit(0)"),
    "exits with a status": Wrong("crash", "os._exit(3)"),
    "raises": Wrong("crash", "raise ValueError('the reason')"),
    "segfaults": Wrong("crash", "os.kill(os.getpid(), signal.SIGSEGV)"),
    "kills itself": Wrong("crash", "os.kill(os.getpid(), signal.SIGKILL)"),
    "half a line and exits": Wrong("crash", "write(b'{\"id\":'); os._exit(1)", '{"id":'),
    "closes stdout": Wrong("crash", "os.close(1); hang()"),
    "closes stdin": Wrong("crash", "os.close(0); hang()"),
    "leaves the pipe to a child": Wrong("crash", "os.fork() and os._exit(0); time.sleep(60)"),
    "becomes another program": Wrong("crash", "os.execv('/bin/false', ['false'])"),
    # no complete line of answer by the deadline
    "hangs": Wrong("timeout", "hang()", ""),
    "runs in a circle": Wrong("timeout", "late()\nwhile True: pass", ""),
    "stops itself": Wrong("timeout", "late(); os.kill(os.getpid(), signal.SIGSTOP)", ""),
    "half a line": Wrong("timeout", "write(b'{\"id\":'); hang()", '{"id":'),
    "an answer without end": Wrong("timeout", 'write(b\'{"id":%d,"action":"3b"}\' % m[\'id\']); hang()'),
    "a byte at a time": Wrong("timeout", "late()\nwhile True: write(b'{'); time.sleep(0.01)"),
    "chatter": Wrong("timeout", "late()\nfor _ in range(30): put({'id': 1}); time.sleep(0.001)\nhang()"),
    "an old id": Wrong("timeout", "put({'id': before, 'action': m['legal'][0]}); hang()"),
    "another id": Wrong("timeout", "put({'id': m['id'] ^ 1, 'action': m['legal'][0]}); hang()"),
    "a wrong answer to another id": Wrong("timeout", "put({'id': 7, 'action': 7, 'say': 7}); hang()"),
    "answers on stderr": Wrong("timeout", "os.write(2, b'{}\\n'); hang()", ""),
    "a flood on stderr": Wrong("timeout", "late()\nwhile True: os.write(2, b'e' * 10000)", ""),
    "late": Wrong("timeout", "late(); until_asked_again()"),
    "later than that": Wrong("timeout", "late(); read(); until_asked_again()"),
    # not to be read
    "garbage": Wrong("malformed", "write(b'hello there\\n'); hang()", "hello there\n"),
    "a traceback on stdout": Wrong("malformed", "write(b'Traceback (most recent call last):\\n'); os._exit(1)"),
    "a blank line": said(""),
    "blanks": said("  \t "),
    "a byte-order mark": Wrong("malformed", "write(b'\\xef\\xbb\\xbf')"),
    "no UTF-8": Wrong("malformed", "write(b'{\"id\":\\xff}\\n'); hang()", '{"id":\\xff}\n'),
    "UTF-16": Wrong("malformed", "write(json.dumps({'id': m['id']}).encode('utf-16') + b'\\n')"),
    "deep lists": said('{"id":ID,"action":"CARD","x":' + "[" * 40 + "]" * 40 + "}"),
    "very deep lists": Wrong("malformed", "write(b'[' * 60000 + b'\\n')"),
    "ten megabytes": Wrong("malformed", "write(b'x' * 10_000_000 + b'\\n'); hang()"),
    "an answer that is too long": Wrong("malformed", "put({'id': m['id'], 'action': '3b', 'x': 'x' * 70000}); hang()"),
    "a list": said('[ID,"CARD"]'),
    "a word": said('"CARD"'),
    "a bare word": said("CARD"),
    "two objects": said('{"id":ID,"action":"CARD"}{"id":ID,"action":"CARD"}'),
    "more behind it": said('{"id":ID,"action":"CARD"} ok'),
    "single quotes": said("{'id':ID,'action':'CARD'}"),
    "a comma too many": said('{"id":ID,"action":"CARD",}'),
    "NUL bytes": said('{"id":ID,\0"action":"CARD"}'),
    "a raw control character": said('{"id":ID,"action":"CARD","x":"\x01"}'),
    "NaN": said('{"id":ID,"action":"CARD","note":NaN}'),
    "infinity": said('{"id":-Infinity,"action":"CARD"}'),
    "the same key twice": said('{"id":ID,"action":"CARD","action":"CARD"}'),
    "the same key twice inside": said('{"id":ID,"action":"CARD","x":{"a":1,"a":2}}'),
    "no id": said('{"action":"CARD"}'),
    "a null id": said('{"id":null,"action":"CARD"}'),
    "a text id": said('{"id":"ID","action":"CARD"}'),
    "a true id": said('{"id":true,"action":"CARD"}'),
    "a list id": said('{"id":[ID],"action":"CARD"}'),
    "a float id": said('{"id":ID.0,"action":"CARD"}'),
    "an exponent id": said('{"id":IDe0,"action":"CARD"}'),
    "a negative id": said('{"id":-ID,"action":"CARD"}'),
    "an id of nothing": said('{"id":0,"action":"CARD"}'),
    "a huge id": said('{"id":' + "9" * 5000 + ',"action":"CARD"}'),
    "no action": said('{"id":ID}'),
    "a null action": said('{"id":ID,"action":null}'),
    "a number for an action": said('{"id":ID,"action":3}'),
    "a list of actions": said('{"id":ID,"action":["CARD"]}'),
    "a number for a saying": said('{"id":ID,"action":"CARD","say":3}'),
    "numbers for sayings": said('{"id":ID,"action":"CARD","say":[1]}'),
    # to be read, but not allowed
    "another's card": Wrong("illegal", "put({'id': m['id'], 'action': '3b' if '3b' not in m['hand'] else '2b'})"),
    "no card at all": refused('"Zz"'),
    "nothing for an action": refused('""'),
    "capitals": Wrong("illegal", "put({'id': m['id'], 'action': m['legal'][0].swapcase()})"),
    "a space before": refused('" CARD"'),
    "a claim that is not offered": refused('"claim:tricks"'),
    "a bid where none is asked": refused('"pass"'),
    "a saying where none is allowed": refused('"CARD"', ',"say":"busso"'),
    "an unknown saying": refused('"CARD"', ',"say":["\\ud800"]'),
    "a control sequence": refused('"\\u001b[31m"'),
    # too much of what answers nothing
    "a flood of lines": Wrong("flood", "for number in range(1, 100): put({'id': number})"),
    "a flood of bytes": Wrong("flood", "for _ in range(30): put({'id': 1, 'x': 'x' * 60000})"),
    "a flood without end": Wrong("flood", "while True: put({'id': 1, 'x': 'x' * 1000})"),
}
MOMENTS: tuple[Moment, ...] = ("first", "middle", "last")
CHOICES: tuple[Choice, ...] = ("forfeit", "substitute", "replace")
EVERYTHING = tuple(product(WRONG, MOMENTS, range(4), CHOICES))
SPREAD = tuple((name, MOMENTS[number % 3], number % 4, CHOICES[number // 3 % 3]) for number, name in enumerate(WRONG))
"""Each program once, the other ways spread over them."""


def play(name: str, moment: Moment, seat: int, choice: Choice) -> Record:
    """A game in which one program goes wrong once, and another game after it in which it does so again."""
    code = PROGRAM.replace("SIZE", str(SIZES[moment])).replace("WRONG", repr(WRONG[name].code))
    programs = [python(code if each == seat else GOOD) for each in range(4)]
    policy = Policy(choice, choice, choice, choice, choice, choice)
    (record,) = played(block(*programs, policy=policy, times=QUICK))
    return record


def check(record: Record, name: str, moment: Moment, seat: int, choice: Choice) -> None:
    """The right fault at the right place with its evidence, and what follows from it."""
    expected = WRONG[name]
    fault, *later = record.faults
    assert (fault.fault, fault.seat, fault.hand, fault.attempt) == (expected.kind, seat, 0, 0)
    assert fault.consequence == choice
    decided = [index for index, action in enumerate(record.hands[0].actions) if action.seat == seat]
    own = 10 - SIZES[moment]
    if choice == "forfeit":
        assert fault.action == len(record.hands[0].actions)
        assert len(decided) == own
    else:
        assert fault.action == decided[own]
    last = record.faults[-1].consequence
    assert last == choice or (last == "forfeit" and len(later) == 3)
    if later:  # it hangs on: what is only substituted has its fault again, until that is enough
        assert choice == "substitute"
        assert {each.fault for each in later} <= {"timeout", "flood", "crash"}
        lasting = any(word in expected.code for word in ("hang()", "while True", "late()", "SIGSTOP", "_exit"))
        assert lasting or expected.kind == "flood"
    by_referee = [action.seat for action in record.hands[0].actions if action.remarks and action.remarks.by]
    substituted = sum(each.consequence == "substitute" for each in record.faults)
    assert by_referee == [seat] * {"forfeit": 0, "substitute": substituted, "replace": 10 - own}[choice]
    check_evidence(fault.evidence, expected)
    assert record.result is not None
    assert (record.result.reason == "forfeit") == (last == "forfeit")
    if last == "forfeit":
        assert record.result.utility == ((-22, 22, -22, 22) if seat % 2 == 0 else (22, -22, 22, -22))


def check_evidence(evidence: dict[str, object], expected: Wrong) -> None:
    """What P8 asks for."""
    used, limit = evidence["used_ms"], QUICK.move_ms + QUICK.margin_ms
    assert isinstance(used, int)
    assert used == limit + 1 if expected.kind == "timeout" else used <= limit
    assert evidence["allowed_ms"] == QUICK.move_ms
    assert isinstance(evidence["own_us"], int)
    assert str(evidence["again"]).startswith("referee rerun games.jsonl ")
    assert evidence["reason"]
    if expected.received is not None:
        assert evidence["received"] == expected.received


@pytest.mark.parametrize(("name", "moment", "seat", "choice"), SPREAD)
def test_each_program_gets_its_own_fault(name: str, moment: Moment, seat: int, choice: Choice) -> None:
    check(play(name, moment, seat, choice), name, moment, seat, choice)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", WRONG)
def test_wherever_it_is_and_whatever_follows(name: str) -> None:
    for other, moment, seat, choice in EVERYTHING:
        if other == name:
            check(play(name, moment, seat, choice), name, moment, seat, choice)


RIGHT: dict[str, str] = {
    "in pieces": "for c in json.dumps({'id': m['id'], 'action': m['legal'][0]}) + '\\n': write(c.encode())",
    "a carriage return": 'say(\'{"id":ID,"action":"CARD"}\\r\')',
    "fields nobody knows": 'say(\'{"x":[1,{"y":null}],"action":"CARD","type":"act","id":ID}\')',
    "blanks": 'say(\' { "id" : ID , "action" : "CARD" } \')',
    "escapes": 'say(\'{"id":ID,"action":"\\\\u\' + format(ord(m["legal"][0][0]), "04x") + m["legal"][0][1] + \'"}\')',
    "null for what is optional": 'say(\'{"id":ID,"action":"CARD","say":null,"note":null}\')',
    "no sayings": 'say(\'{"id":ID,"action":"CARD","say":[]}\')',
    "a note that is too long": 'put({"id": m["id"], "action": m["legal"][0], "note": "x" * 2000})',
    "a note with a huge number": 'say(\'{"id":ID,"action":"CARD","note":1e999}\')',
    "a megabyte on stderr": "os.write(2, b'e' * 1_000_000)",
    "garbage right after the answer": 'say(\'{"id":ID,"action":"CARD"}\\n?\')',
    "the answer twice": "answer(m)",
    "old ids first": "for number in range(1, 60): put({'id': number})",
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_no_fault(name: str) -> None:
    """What the program answers after that, it answers a second time, which answers nothing."""
    code = PROGRAM.replace("SIZE", "5").replace("WRONG", repr(RIGHT[name]))
    (record,) = played(block(python(GOOD), python(code), python(GOOD), python(GOOD)))
    assert record.faults == []
    assert record.result is not None
    assert record.result.reason == "hands"
