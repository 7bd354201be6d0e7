"""A parcel of work: some blocks that follow one another, played by whoever gets it, as often as it must be; its name is
its content.
"""

import atexit
import os
import platform
import tempfile
import time
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from referee import __version__
from referee.arena.tournament.bot_files import digest_of_file
from referee.arena.workers.block_job import MachineFailed, Unit, play_unit
from referee.arena.workers.worker import root
from referee.host.sandbox.level import NONE, Level, Sandbox
from referee.host.sandbox.select_level import Unavailable, choose, give_back


class Far(msgspec.Struct, frozen=True):
    """What a machine that shares no files with the run has to have, and to be told."""

    started: tuple[bytes, ...]
    """For each block: what its journal holds already."""
    files: dict[str, str]
    """Files of bots that must be there, by their SHA-256."""
    programs: tuple[str, ...]
    """Programs that must be there."""
    referee: str = __version__


class Parcel(msgspec.Struct, frozen=True):
    """Units to be played one after the other."""

    units: tuple[Unit, ...]
    far: Far | None = None
    """Given where journals and logs come back with the result; they stay in the run's directory otherwise."""

    @property
    def name(self) -> str:
        """The same for the same work, and for no other."""
        return f"referee-{sha256(msgspec.json.encode(self)).hexdigest()[:32]}"


class Delivery(msgspec.Struct, frozen=True):
    """What came of a parcel."""

    over: tuple[bool, ...]
    """Of each block whether it is over; where there was a wish to stop, the rest is missing."""
    seconds: float
    journals: tuple[bytes, ...] | None = None
    """For each of these blocks, from far away."""
    logs: dict[str, bytes] = {}
    """What bots wrote to stderr, by the name of the file, from far away."""


def play_parcel(parcel: Parcel) -> Delivery:
    """Play all units, as `play_unit` does. MachineFailed also where this machine lacks what it must have."""
    began = time.monotonic()
    if parcel.far is not None:
        return _play_far(parcel.units, parcel.far, began)
    over: list[bool] = []
    for unit in parcel.units:
        over.append(play_unit(unit))
        if not over[-1]:
            break
    return Delivery(tuple(over), time.monotonic() - began)


def _play_far(units: tuple[Unit, ...], far: Far, began: float) -> Delivery:
    _check(far)
    over: list[bool] = []
    journals: list[bytes] = []
    with tempfile.TemporaryDirectory(dir=root()) as folder:
        logs = Path(folder) / "logs"
        for unit, started in zip(units, far.started, strict=True):
            journal = Path(folder) / f"{unit.number}.jsonl"
            journal.write_bytes(started)
            over.append(play_unit(_at_home(unit, journal, logs)))
            journals.append(journal.read_bytes())
            if not over[-1]:
                break
        found = {file.name: file.read_bytes() for file in logs.iterdir()} if logs.exists() else {}
    return Delivery(tuple(over), time.monotonic() - began, tuple(journals), found)


def _at_home(unit: Unit, journal: Path, logs: Path) -> Unit:
    """The unit with this machine's places and confinement."""
    sandbox = _sandbox(unit.sandbox.level)
    block = msgspec.structs.replace(unit.block, sandbox=sandbox.label)
    return msgspec.structs.replace(unit, block=block, journal=str(journal), logs=str(logs), sandbox=sandbox)


@lru_cache(maxsize=3)
def _sandbox(level: Level) -> Sandbox:
    """The level as this machine can give it, for as long as this process lives."""
    if level == "none":
        return NONE
    try:
        found = choose(level)
    except Unavailable as error:
        raise MachineFailed(f"{platform.node()}: --sandbox {level} cannot be had: {error}") from None
    atexit.register(give_back, found)
    return found


def _check(far: Far) -> None:
    """MachineFailed, if a game played here would not be the same game."""
    here = platform.node()
    if far.referee != __version__:
        raise MachineFailed(f"{here} has tressette-referee {__version__}, and the run is of {far.referee}")
    for program in far.programs:
        if not os.access(program, os.X_OK):
            raise MachineFailed(
                f"{here} has no program {program}: what a bot needs must be in the same place everywhere"
            )
    for file, digest in far.files.items():
        found = digest_of_file(Path(file))
        if found != digest:
            what = found if found.startswith("unreadable") else f"SHA-256 {found[:12]}…, not {digest[:12]}…"
            raise MachineFailed(f"{here} has another {file} than the run ({what}): copy it there")
