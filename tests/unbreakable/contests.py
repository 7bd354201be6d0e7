"""Contests between small bots in processes of their own: begun, gone on with, looked at while they run."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from referee.host.processes.descendants import children
from tests.unbreakable.commands import SEED, started

_BOT: Final = """
import json, os, sys, time, zlib
conduct, pause = sys.argv[1], float(sys.argv[2])
lease = os.path.join(os.path.dirname(__file__), "lease")
carried = 0
def wait_for_leave():
    while True:
        try:
            with open(lease) as file:
                if time.monotonic() < float(file.read()):
                    return
        except FileNotFoundError:
            return
        time.sleep(0.002)
if conduct == "leaving" and os.fork() == 0:
    os.setsid()
    for fd in range(3):
        os.close(fd)
    time.sleep(600)
    os._exit(0)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"id": m["id"]}), flush=True)
        continue
    told = str([value for key, value in m.items() if key not in ("id", "last_ms")])
    carried = zlib.crc32(told.encode(), carried)
    if m["type"] == "game":
        wait_for_leave()
        print(json.dumps({"id": m["id"]}), flush=True)
    if m["type"] == "act":
        time.sleep(pause)
        if conduct == "crashing" and zlib.crc32(str(m["hand"]).encode()) % 200 == 0:
            os._exit(1)
        choice = carried if conduct == "carrying" else zlib.crc32(str(m["hand"]).encode())
        print(json.dumps({"id": m["id"], "action": m["legal"][choice % len(m["legal"])]}), flush=True)
"""
CONDUCTS: Final = ("carrying", "leaving", "crashing")
"""One chooses by everything that it was ever told, ids and times apart; two by the hand: one leaves a process behind in
a session of its own, one dies now and then.
"""


class Contest:
    """A contest of three bots, one of each conduct, each two of them meeting on every deal at two tables."""

    def __init__(
        self,
        folder: Path,
        deals: int,
        block: int,
        max_faults: int,
        pause_ms: int = 0,
        compressed: bool = False,
        sandbox: str = "none",
    ) -> None:
        self.folder = folder
        self.games = deals * len(CONDUCTS) * 2
        """All games of it."""
        self._more = ["--zst"] if compressed else []
        self.file = folder / "contest.toml"
        self.scratch = folder / "scratch"
        """Where the run and its bots put what is to be gone afterwards."""
        self.scratch.mkdir()
        bot = folder / "bots" / "bot.py"
        bot.parent.mkdir(mode=0o755)  # in a sandbox it is another user's who reads it
        bot.write_text(_BOT)
        self._lease = bot.with_name("lease")
        settings = f"""
[match]
deals = {deals}
block = {block}
seed = "{SEED}"
[clock]
move_ms = 60000
start_ms = 60000
game_ms = 60000
[faults]
max_faults = {max_faults}
[sandbox]
mode = "{sandbox}"
"""
        for conduct in CONDUCTS:
            command = [os.path.realpath(sys.executable), "-I", "-S", str(bot), conduct, str(pause_ms / 1000)]
            settings += f'[[bot]]\nname = "{conduct}"\ncommand = {command!r}\n'
        self.file.write_text(settings)

    def begin(self, name: str, tables: int = 2) -> "subprocess.Popen[bytes]":
        """The contest in a directory of this name."""
        place = ["--out", str(self.folder / name), "--tables", str(tables)]
        return self.start("tournament", str(self.file), *place, *self._more)

    def resume(self, name: str, tables: int = 2) -> "subprocess.Popen[bytes]":
        """What is missing in that directory."""
        return self.start("resume", str(self.folder / name), "--tables", str(tables))

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """A command of the referee; what it says goes to a file, so that nobody has to read it."""
        with (self.folder / "said").open("ab") as said:
            return started(*arguments, out=said, err=said, env={"TMPDIR": str(self.scratch)})

    def lease(self, seconds: float = 0) -> None:
        """From now on a game may be begun for so many seconds, and not after that until there is another lease.

        How far a run gets is up to who gives them; if he is held up himself it does not get on.
        """
        new = self.folder / "lease"
        new.write_text(str(time.monotonic() + seconds))
        new.chmod(0o644)
        new.rename(self._lease)

    def release(self) -> None:
        """No more leases are needed."""
        self._lease.unlink()

    def said(self) -> str:
        """All that the commands have printed."""
        return (self.folder / "said").read_text()


class _Bot(msgspec.Struct):
    """A line of the standings without what depends on the clock."""

    rank: int
    name: str
    games: int
    won: int
    shared: int
    lost: int
    utility: dict[str, object]
    faults: dict[str, int]
    unplayed: int


class _Standings(msgspec.Struct):
    games: int
    deals: int
    bots: list[_Bot]
    meetings: list[dict[str, object]]


class Outcome(msgspec.Struct):
    """What the summaries of two runs must have in common."""

    state: str
    planned: int
    digest: str
    standings: _Standings


def outcome(run: Path) -> Outcome:
    """How a run came out."""
    return msgspec.json.decode((run / "summary.json").read_bytes(), type=Outcome)


def guardians(main: int) -> list[int]:
    """The processes right below a running referee."""
    return children(main)


def workers(main: int) -> list[int]:
    """Those that play: split off by their guardians, and so called as they are."""
    return [pid for guardian in guardians(main) for pid in children(guardian) if _words(pid) == _words(guardian)]


def _words(pid: int) -> Sequence[bytes]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []
