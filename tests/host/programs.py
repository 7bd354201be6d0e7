"""Small programs that stand in for bots, good and bad, and ways to run them and wait for what they do."""

import contextlib
import os
import select
import sys
import time
from collections.abc import Callable, Iterator

from protocol.limits import LIMITS
from referee.host.bot import Bot
from referee.host.connection import Connection
from referee.host.noise import Noise
from referee.host.process import Process
from referee.host.stop import Stop

PATIENCE = 20.0
"""Seconds for something that must happen; only a failing test waits so long."""

KIT = """
import json, os, signal, sys, time
unread = b""
def read():
    global unread
    while b"\\n" not in unread:
        got = os.read(0, 65536)
        if not got:
            sys.exit(0)
        unread += got
    line, _, unread = unread.partition(b"\\n")
    return json.loads(line)
def write(text):
    while text:
        text = text[os.write(1, text):]
def put(message):
    write(json.dumps(message).encode() + b"\\n")
def answer(message):
    if "id" in message:
        put({"id": message["id"], "action": message["legal"][0]} if message["type"] == "act" else {"id": message["id"]})
"""


def python(body: str) -> tuple[str, ...]:
    """The command of a Python program that has the small kit above."""
    return (sys.executable, "-I", "-S", "-c", KIT + body)


def shell(body: str) -> tuple[str, ...]:
    """The command of a shell program."""
    return ("/bin/sh", "-c", body)


def bot(command: tuple[str, ...], ident: str = "b0") -> Bot:
    """A bot with this command."""
    return Bot(ident, ident, command)


def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it has not come to that"
        time.sleep(0.002)


def gone(pid: int) -> bool:
    """Whether there is no such process any more."""
    return not os.path.exists(f"/proc/{pid}")


def stopped(pid: int) -> bool:
    """Whether a process is stopped by a signal."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "T"


def readable(fd: int) -> bool:
    """Whether something lies in a pipe, or it has ended."""
    return bool(select.select([fd], [], [], 0)[0])


def first_line(fd: int) -> bytes:
    """The first line that comes out of a descriptor."""
    poll, line = select.poll(), b""
    poll.register(fd, select.POLLIN)
    while not line.endswith(b"\n"):
        assert poll.poll(PATIENCE * 1000), f"nothing but {line!r} has come"
        got = os.read(fd, 1)
        assert got, f"nothing but {line!r} came before the end"
        line += got
    return line


@contextlib.contextmanager
def running(command: tuple[str, ...]) -> Iterator[Process]:
    """A process of a bot, killed at the end."""
    process = Process(bot(command))
    try:
        yield process
    finally:
        process.kill()


@contextlib.contextmanager
def connected(command: tuple[str, ...], max_line: int = LIMITS.max_line) -> Iterator[Connection]:
    """The connection to a bot, which is killed at the end."""
    stop = Stop()
    try:
        with running(command) as process:
            yield Connection(process, stop, Noise(), max_line)
    finally:
        stop.close()
