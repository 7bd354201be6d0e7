"""What each level of confinement costs: when a bot is started, and at every move."""

import os
import select
import time
from pathlib import Path

from referee.host.processes.bot import Bot
from referee.host.processes.process import Process
from referee.host.sandbox import NONE, Sandbox, Unavailable, choose, give_back, launcher
from tests.bench import bare
from tests.bench.contestants import compiled
from tests.bench.measure import Figure, alternate, ratio

_HELLO = b'{"type":"hello","id":7,"protocol":1,"referee":"bench"}\n'
_REQUEST = (
    b'{"type":"act","id":123456789,"decision":"play","legal":["3b"],"hand":["3b"],"state":{"hand":0}}' + b" " * 250
)
_TRIPS = 2000


def rows(rounds: int, folder: Path) -> list[Figure]:
    """Each level this machine can give, over none."""
    bot = compiled(folder)
    found: list[Figure] = []
    with_groups: list[Sandbox] = []
    for level in ("limits", "bwrap"):
        try:
            with_groups.append(choose(level))
        except Unavailable:
            continue
    for sandbox in with_groups:
        starts = alternate(rounds, {"none": lambda: _start(bot, NONE), "held": lambda s=sandbox: _start(bot, s)})
        moves = alternate(rounds, {"none": lambda: _move(bot, NONE), "held": lambda s=sandbox: _move(bot, s)})
        parts = {"none, ms": starts["none"], f"{sandbox.level}, ms": starts["held"]}
        found.append(ratio(f"start in {sandbox.label} / none", starts["held"], starts["none"], least=True, parts=parts))
        parts = {"none, us": moves["none"], f"{sandbox.level}, us": moves["held"]}
        found.append(ratio(f"move in {sandbox.label} / none", moves["held"], moves["none"], least=True, parts=parts))
    for sandbox in with_groups:
        give_back(sandbox)
    return found


def _start(bot: Bot, sandbox: Sandbox) -> float:
    """Milliseconds from nothing to the answer to `hello`."""
    began = time.perf_counter()
    process = Process(bot, launcher(sandbox))
    try:
        _greet(process)
        return (time.perf_counter() - began) * 1e3
    finally:
        process.kill()


def _move(bot: Bot, sandbox: Sandbox) -> float:
    """Microseconds for a request and its answer."""
    process = Process(bot, launcher(sandbox))
    try:
        _greet(process)
        exchange = bare.Exchange(process.stdin, process.stdout, _REQUEST + b"\n")
        return bare.play([exchange] * _TRIPS) / _TRIPS * 1e6
    finally:
        process.kill()


def _greet(process: Process) -> None:
    ready = select.poll()
    ready.register(process.stdout, select.POLLIN)
    os.write(process.stdin, _HELLO)
    ready.poll(10_000)
    os.read(process.stdout, 65536)
