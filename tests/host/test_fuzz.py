"""Bytes of a bot are hostile: whatever comes, there is an answer or a fault, and no more memory than the cap."""

import contextlib
import os
from collections.abc import Iterator
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import Answer, decode_act
from referee.host.faults import Fault
from referee.host.processes.launch import Launch
from referee.host.processes.process import Ending, Process
from referee.host.processes.stderr_buffer import ErrorLog
from referee.host.processes.stop import Stop
from referee.host.timing.machine_lateness import Noise
from referee.host.wire.connection import Connection

ID = 1234567890123456
GOOD = b'{"id":1234567890123456,"action":"3b","say":"busso","note":[1,{"a":null}]}\n'
PIECES = [
    GOOD,
    b'{"id":1234567890123456,"action":"3b"}\n',
    b'{"id":1,"action":"3b"}\n',
    b'{"id":1234567890123456',
    b"\n",
    b"\r\n",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"{" * 50,
    b"[" * 50,
    b'"',
    b"\\",
    b"\\ud800",
    b"NaN",
    b"1e999",
    b"9" * 400,
    b"\0",
    b"x" * 3000,
]
BYTES = st.lists(st.sampled_from(PIECES) | st.binary(max_size=20), max_size=12)
CAP = 2_000
"""The longest line allowed here."""


class Stub:
    """A process that is nothing but the other ends of its pipes, which the test holds."""

    def __init__(self) -> None:
        self.stdout, self.output = os.pipe()
        self.answers = -1
        self.input, self.stdin = os.pipe()
        self.stderr, self.complaints = os.pipe()
        self.pidfd, self.pid, self.began = -1, 0, 0
        self.errors, self.launch = ErrorLog(), Launch(env={}, cwd="")
        for fd in (self.stdout, self.stdin, self.stderr, self.output):
            os.set_blocking(fd, False)

    def ending(self, wait_ms: int = 0) -> Ending | None:
        return None

    def tree_ns(self) -> int:
        return 0


@contextlib.contextmanager
def connected() -> Iterator[tuple[Connection, Stub]]:
    stub, stop = Stub(), Stop()
    link = Connection(cast(Process, stub), stop, Noise(), CAP)
    try:
        yield link, stub
    finally:
        stop.close()
        for fd in (stub.stdout, stub.output, stub.input, stub.stdin, stub.stderr, stub.complaints):
            with contextlib.suppress(OSError):
                os.close(fd)


def put(stub: Stub, pieces: list[bytes]) -> None:
    """As much of it as the pipe takes."""
    with contextlib.suppress(BlockingIOError):
        for piece in pieces:
            os.write(stub.output, piece)


def outcome(link: Connection, stub: Stub, before: list[bytes], after: list[bytes]) -> Answer | Fault:
    """What comes of it if this lies in the pipe before the request, and that comes after it."""
    put(stub, before)
    link.send(b"?\n", ID)
    os.read(stub.input, 100)
    put(stub, after)
    return link.receive(decode_act, 0)


@given(BYTES, BYTES)
def test_whatever_comes_there_is_an_answer_or_a_fault(before: list[bytes], after: list[bytes]) -> None:
    with connected() as (link, stub):
        result = outcome(link, stub, before, after)
        assert isinstance(result, Answer | Fault)
        assert len(link.inbox) <= CAP + 65536
        if isinstance(result, Answer):
            assert b"1234567890123456" in b"".join(after)


@given(BYTES, st.integers(0, 2_000))
def test_how_it_is_cut_changes_nothing(pieces: list[bytes], cut: int) -> None:
    text = b"".join(pieces)
    with connected() as (link, stub):
        whole = outcome(link, stub, [], [text])
    with connected() as (link, stub):
        link.send(b"?\n", ID)
        put(stub, [text[:cut]])
        link.take(link.happened(0))
        put(stub, [text[cut:]])
        parts = link.receive(decode_act, 0)
    assert whole == parts or {type(whole), type(parts)} == {Fault}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_million_mutated_lines() -> None:
    random = Random(7)
    with connected() as (link, stub):
        for _ in range(1_000_000):
            line = bytearray(random.choice(PIECES[:3]))
            for _ in range(random.randrange(4)):
                place = random.randrange(len(line) + 1)
                line[place : place + random.randrange(3)] = random.choice((random.randbytes(2), b"", b'"', b"{", b"\\"))
            link.new_game("0/0")
            assert isinstance(outcome(link, stub, [], [bytes(line)]), Answer | Fault)
            link.inbox.cut()
