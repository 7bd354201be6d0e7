"""A unit of work: a block, played by a worker into a journal of its own; begun again, it goes on where it stopped."""

import atexit
import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from referee.arena.workers.lateness import echo, noise
from referee.arena.workers.stderr_files import keeper
from referee.arena.workers.worker import root, wish
from referee.host.game.block import Block
from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes import roots
from referee.host.processes.launch import Launcher, plain
from referee.host.processes.stop import Stopped
from referee.host.sandbox.confined_process import launcher
from referee.host.sandbox.level import NONE, Sandbox
from referee.host.sandbox.select_level import guard
from referee.host.wire.trace import Trace
from referee.records.format.journal import Journal, entries
from referee.records.format.record import Record, decode, encode
from referee.records.format.writer import NoSpace


class MachineFailed(Exception):
    """This machine cannot go on: no space, no processes. Nobody is at fault, and what was finished is kept."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker gets: a block, and where it is written down."""

    number: int
    """Of the block in the schedule."""
    start: int
    """The place of its first game in the order of all games."""
    block: Block
    journal: str
    logs: str
    sandbox: Sandbox
    trace: str | None = None
    """The directory for traces of its games, if they are wanted."""
    gate: str | None = None
    """A file that is locked while bots are started, so that not too many start at once."""


def play_unit(unit: Unit) -> bool:
    """Play the games that the journal does not hold yet. Whether the block is over; not, if there was a wish to stop.

    A block may be over before all its games are played: when a bot of it has been at fault too often (P9).
    MachineFailed if the journal cannot be written, or no process started; RecordError for a journal that is damaged.
    """
    path = Path(unit.journal)
    trace = Trace(Path(unit.trace)) if unit.trace else None
    try:
        with Journal(path) as journal:
            done = list(_finished(path))
            host = replace(
                host_for(unit.sandbox),
                echo=echo() if any(bot.code is None for bot in unit.block.bots) else None,
                gate=_Gate(unit.gate) if unit.gate else contextlib.nullcontext(),
                log=keeper(Path(unit.logs), unit.number),
                trace=trace,
            )
            _play(unit, done, journal, host)
    except Stopped:
        return False
    except NoSpace as error:
        raise MachineFailed(str(error)) from None
    except OSError as error:
        raise MachineFailed(f"cannot go on: {error.strerror or error}") from error
    finally:
        if trace is not None:
            trace.close()
    return True


def host_for(sandbox: Sandbox) -> Host:
    """What this process lends to whatever bots it starts."""
    return Host(launcher=_launcher(sandbox), root=root() or _own_root(), stop=wish(), noise=noise())


def _play(unit: Unit, done: list[Record], journal: Journal, host: Host) -> None:
    index = unit.start + sum(record.counted for record in done)
    lines = b""
    for record in play_block(unit.block, done, host):
        lines += encode(record)
        if record.counted:
            journal.append(index, lines)
            index, lines = index + 1, b""


def _finished(journal: Path) -> Iterator[Record]:
    """The records that the journal holds, voided tries included."""
    for _index, place in entries(journal):
        yield from map(decode, place.read().splitlines())


@cache
def _own_root() -> str:
    """Where bots that no worker starts get their scratch directories; what a killed process left there is removed."""
    roots.sweep()
    own = roots.Root()
    atexit.register(own.remove)
    return own.path


@lru_cache(maxsize=4)
def _launcher(sandbox: Sandbox) -> Launcher:
    guard(sandbox)
    return plain if sandbox == NONE else launcher(sandbox)


class _Gate:
    """Held while bots are started; one process at a time holds it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = -1

    def __enter__(self) -> None:
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        os.close(self._file)
