"""The way from bytes to messages under fire: a million mutated lines, none of which is more than malformed.

The lines go through the same short ways as in a match. Nothing but BadLine comes out, whatever is read is kept within
its bounds, time grows with the length and no faster, and memory does not grow at all.
"""

import resource
import time
from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from protocol.codec import Answer, BadLine, Stale, decode_hello
from protocol.limits import LIMITS
from protocol.messages import GameReply, HelloReply
from referee.host.wire.replies import read_act, read_game

ID: Final = 4_000_000_000_000_001
SEEDS: Final = (
    b'{"id":4000000000000001,"action":"3b"}\n',
    b'{"id": 4000000000000001, "action": "3b", "say": "busso"}\n',
    b'{"id":4000000000000001,"say":["busso","ask:1"],"action":"Kd"}\r\n',
    b'{"action":"3b","note":{"value":0.25,"line":["3b","Kd"],"n":-9007199254740992},"id":4000000000000001}\n',
    b'{"id":4000000000000001,"note":"\\ud83d\\ude00 \xc3\xa9","action":"claim:game","x":[[[{"y":null}]]]}\n',
    b'{"id":4000000000000001}\n',
    b'{"id":4000000000000001,"name":"bot","version":"1","author":"A","games":["tressette","ciapano"]}\n',
)
TOKENS: Final = (
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b"\\",
        b":",
        b",",
        b" ",
        b"\t",
        b"\r",
        b"\n",
        b"\0",
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
    ),
    *(b'"id"', b'"action"', b'"say"', b'"note"', b'"id":', b'"\\u0069d":', b'"a":1,"a":2', b"null", b"true", b"NaN"),
    *(b"-Infinity", b"1e999", b"-0", b"07", b"9" * 400, b"9007199254740993", b"0.1e-9999", b"\\ud800", b"\xef\xbb\xbf"),
    *(
        b"[" * 40,
        b'{"x":' * 40,
        b"]" * 40,
        b"//",
        b"/*",
        b"'",
        b"\xe2\x80\xa8",
        b"4000000000000001",
        b"4000000000000002",
    ),
)
READERS: Final[tuple[Callable[[bytes, int, int], object], ...]] = (read_act, read_game, decode_hello)


class Mutator:
    """Lines that are nearly right: pieces of good ones cut, doubled, exchanged, and spiced with what hurts."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def line(self) -> bytes:
        """The next one."""
        chance = self._chance
        line = bytearray(chance.choice(SEEDS))
        for _ in range(chance.choice((0, 1, 1, 2, 3, 5))):
            at, end = sorted(chance.randrange(len(line) + 1) for _ in range(2))
            match chance.randrange(6):
                case 0:
                    line[at:end] = b""
                case 1:
                    line[at:at] = chance.choice(TOKENS)
                case 2:
                    line[at : at + 1] = bytes((chance.randrange(256),))
                case 3:
                    line[at:at] = line[at:end]
                case 4:
                    line[at:end] = chance.choice(TOKENS)
                case _:
                    other = chance.choice(SEEDS)
                    line[at:end] = other[chance.randrange(len(other)) :]
        return bytes(line)


def outcome(read: Callable[[bytes, int, int], object], line: bytes) -> str:
    """What became of a line; anything but an answer in its bounds or a BadLine with a reason is an error."""
    try:
        answer = read(line, ID, LIMITS.max_line)
    except BadLine as bad:
        assert bad.reason
        return "malformed"
    match answer:
        case Answer():
            assert all(text == text.encode().decode() for text in (answer.action, *answer.say))
            return "answer"
        case Stale():
            assert 1 <= answer.id <= LIMITS.integer and answer.id != ID
            return "stale"
        case GameReply() | HelloReply():
            assert answer.id == ID
            return "ready"
    raise AssertionError(f"neither an answer nor malformed: {answer!r}")


def fire(count: int, seed: int) -> set[tuple[int, str]]:
    """What became of so many lines, by reader."""
    mutator = Mutator(seed)
    found = set()
    for number in range(count):
        reader = number % 4 % 3
        found.add((reader, outcome(READERS[reader], mutator.line())))
    return found


EVERYTHING: Final = {
    *((0, what) for what in ("answer", "stale", "malformed")),
    *((reader, what) for reader in (1, 2) for what in ("ready", "stale", "malformed")),
}


def test_some_thousand_mutated_lines() -> None:
    assert fire(15_000, 1) == EVERYTHING


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_million_mutated_lines() -> None:
    fire(20_000, 2)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(3, 53):
        assert fire(20_000, seed) == EVERYTHING
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4 << 10  # KiB


LONG: Final[dict[str, Callable[[int], bytes]]] = {
    "spaces": lambda size: b'{"id":7,' + b" " * size + b"}",
    "open lists": lambda size: b"[" * size,
    "lists": lambda size: b'{"id":7,"x":[' + b"[]," * (size // 3) + b"[]]}",
    "quotes": lambda size: b'"' * size,
    "backslashes": lambda size: b'{"id":7,"x":"' + b"\\" * size + b'"}',
    "escapes": lambda size: b'{"id":7,"x":"' + b"\\u0041" * (size // 6) + b'"}',
    "an open string": lambda size: b'{"id":7,"x":"' + b"x" * size,
    "digits": lambda size: b'{"id":' + b"9" * size + b"}",
    "a fraction": lambda size: b'{"id":7,"note":0.' + b"9" * size + b"}",
    "an exponent": lambda size: b'{"id":7,"note":1e' + b"9" * size + b"}",
    "keys": lambda size: b'{"id":7' + b"".join(b',"k%d":1' % n for n in range(size // 9)) + b"}",
    "the same key": lambda size: b'{"id":7' + b',"k":1' * (size // 6) + b"}",
    "surrogates": lambda size: b'{"id":7,"note":"' + b"\\ud800" * (size // 6) + b'"}',
    "no UTF-8 at its end": lambda size: b'{"id":7,"x":"' + b"x" * size + b'\xff"}',
    "unclosed strings": lambda size: b'{"id":7,' + b'"a\\"' * (size // 4),
}


def time_of(line: bytes) -> float:
    """Processor seconds that reading a line some times takes."""
    began = time.process_time()
    for _ in range(20):
        outcome(read_act, line)
    return time.process_time() - began


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_time_grows_with_the_length_and_no_faster(name: str) -> None:
    """Four times as long, and not sixteen times the time: that would be quadratic.

    The least that either takes is meant: on a machine that is busy some measures are too long, and none too short.
    """
    short, long = (LONG[name](size) for size in (LIMITS.max_line // 5, LIMITS.max_line * 4 // 5))
    assert len(long) <= LIMITS.max_line
    shortest = longest = float("inf")
    for _ in range(50):
        shortest, longest = min(shortest, time_of(short)), min(longest, time_of(long))
        if longest < 8 * shortest:
            return
    raise AssertionError(f"{longest / shortest:.1f} times the time")
