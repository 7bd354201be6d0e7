"""Small programs that stand in for bots, good and bad, and ways to run them and wait for what they do."""

import contextlib
import json
import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from protocol.limits import LIMITS
from protocol.messages import Act, End, Game, Hello, Quit
from referee.host.game.block import Block, Deal
from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.bot import Bot
from referee.host.processes.launch import Launcher, plain
from referee.host.processes.process import Process
from referee.host.processes.stop import Stop
from referee.host.timing.clock import Times
from referee.host.timing.machine_lateness import Noise
from referee.host.wire.connection import Connection
from referee.records.format.record import Record
from referee.records.verify.verify import verify
from referee.rules.deals import game_seed
from tests.host.clocks import Connect, Unhurried, unhurried

PATIENCE = 90.0
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
def late():
    open(os.environ["HOME"] + "/late", "w").close()
def hang():
    late()
    time.sleep(600)
def take(ms):
    took = os.environ["HOME"] + "/took"
    with open(took + ".new", "w") as file:
        file.write(str(ms))
    os.rename(took + ".new", took)
    while os.path.exists(took):
        time.sleep(0.001)
def answer(message):
    if "id" in message:
        put({"id": message["id"], "action": message["legal"][0]} if message["type"] == "act" else {"id": message["id"]})
"""


GOOD = "while True: answer(read())"
"""A bot that plays the first legal action and ends at the end of its input."""

DYING = "m['type'] == 'act' and len(m['hand']) == 7 and sys.exit(1); answer(m)"
"""What is done with each message by a bot that dies when it holds seven cards."""

SILENT = "m['type'] == 'act' and len(m['hand']) == 7 and hang(); answer(m)"
"""And by one that falls silent then."""

PATIENT = Times(move_ms=60_000, start_ms=60_000, game_ms=60_000, quit_ms=60_000)
"""Limits that no stall of the machine goes beyond."""

QUICK = Times(move_ms=150, start_ms=10_000, game_ms=5_000, quit_ms=50)
"""Limits for programs that hang: where they are played the time of a bot runs only once it says so (`late`)."""


def python(body: str) -> tuple[str, ...]:
    """The command of a Python program that has the small kit above."""
    return (sys.executable, "-I", "-S", "-c", KIT + body)


def shell(body: str) -> tuple[str, ...]:
    """The command of a shell program."""
    return ("/bin/sh", "-c", body)


DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_IGN)
        write(b"%d\\n" % os.getpid())
        while True:
            time.sleep(60)
    os._exit(0)
"""
"""A program that leaves a process in a session of its own which ignores every signal it can, and prints its pid."""

GOODS = [python(GOOD)] * 4
"""Four of them."""


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
def connected(
    command: tuple[str, ...], max_line: int = LIMITS.max_line, connect: Connect = unhurried
) -> Iterator[Connection]:
    """The connection to a bot, which is killed at the end. Its time runs only once it says so, if no other is given."""
    stop = Stop()
    try:
        with running(command) as process:
            yield connect(process, stop, Noise(), max_line)
    finally:
        stop.close()


def block(*programs: tuple[str, ...], deals: int = 1, **settings: object) -> Block:
    """A block of `tressette` on seeded deals, or of another game, between these programs, seat by seat."""
    bots = tuple(bot(program, f"b{seat}") for seat, program in enumerate(programs))
    cards = tuple(Deal(number, game_seed("test", number)) for number in range(deals))
    return Block(bots=bots, deals=cards, **{"times": PATIENT, **settings})


def played(of: Block, done: tuple[Record, ...] = (), launcher: Launcher = plain) -> list[Record]:
    """The records of a block, each of which agrees with the rules."""
    stop = Stop()
    try:
        records = list(play_block(of, done, Host(stop=stop, launcher=launcher, trace=Unhurried())))
    finally:
        stop.close()
    for record in records:
        verify(record)
    return records


def told(folder: Path, seat: int) -> list[object]:
    """What the programs at a seat were sent, process after process."""
    kinds = {"hello": Hello, "game": Game, "act": Act, "end": End, "quit": Quit}
    lines = (folder / f"{seat}").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=kinds[json.loads(line)["type"]]) for line in lines]


def listener(folder: Path, seat: int, body: str = "answer(m)") -> tuple[str, ...]:
    """A program that writes down every line it is sent, then does `body` with it."""
    return python(f"""
log = os.open({str(folder / str(seat))!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
while True:
    m = read()
    os.write(log, json.dumps(m).encode() + b"\\n")
    {body}
""")


class Quiet(Noise):
    """A machine that was never late."""

    def late_ms(self, began: int, ended: int) -> int:
        return 0


class Late(Noise):
    """A machine that was late by half of whatever time one looks at."""

    def late_ms(self, began: int, ended: int) -> int:
        return (ended - began) // 2_000_000
