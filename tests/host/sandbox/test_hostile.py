"""Programs that try everything they can think of against the referee, each other and the machine."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.host.processes.process import Process
from tests.host.programs import first_line
from tests.host.sandbox.places import BWRAP_WAYS, ROOT, TIGHT, Place, place

HOSTILE = Path(__file__).with_name("hostile.py")

SURELY = {
    "read the referee's environment",
    "read the referee's arguments",
    "see other processes",
    "read a file of the referee",
    "read the run directory in a folder shown",
    "read the partner's folder",
    "write beside the bot",
    "write into /var/tmp",
    "connect by TCP",
    "send by UDP",
    "connect to a socket of the referee",
    "connect to a socket of the partner",
    "find a note in /tmp",
    "share memory with the partner",
    "feel the partner's record lock",
    "feel the partner's file lock",
    "watch a shared file",
    "signal the referee",
    "limit the referee",
    "fork beyond the limit",
    "fill the disk with one file",
    "fill the disk with many files",
    "take memory",
    "take memory in files that no limit counts",
    "take memory shared that no limit counts",
    "go to another core",
}
"""What works on every machine if nothing stops it: these attempts are known to be real ones."""


class Table:
    """A referee with secrets, a partner and an attacker."""

    def __init__(self, at: Place) -> None:
        self.at = at
        self.folder = at.folder / "bots"
        self.folder.mkdir()
        self.hidden = self.folder / "run"
        self.hidden.mkdir()
        self.partner = at.folder / "partner"
        self.partner.mkdir()
        self.script = self.folder / "hostile.py"
        shutil.copyfile(HOSTILE, self.script)
        for file in (at.folder / "secret", self.hidden / "games.jsonl", self.partner / "plan", self.folder / "shared"):
            file.write_text("Kc")

    @contextlib.contextmanager
    def referee(self) -> Iterator[dict[str, str]]:
        """A process with the rights of the referee, and what it has open; what a bot is told of it."""
        told = {
            "name": self.at.folder.name,
            "folder": str(self.folder),
            "shared": str(self.folder / "shared"),
            "secret": str(self.at.folder / "secret"),
            "record": str(self.hidden / "games.jsonl"),
            "folder of the partner": str(self.partner / "plan"),
            "socket": str(self.at.folder / "socket"),
            "processes": str(TIGHT.processes),
            "disk_mb": str(TIGHT.disk_mb),
            "memory_mb": str(TIGHT.memory_mb),
        }
        with contextlib.ExitStack() as stack:
            for name, kind in (("tcp", socket.SOCK_STREAM), ("udp", socket.SOCK_DGRAM)):
                opened = stack.enter_context(socket.socket(socket.AF_INET, kind))
                opened.bind(("127.0.0.1", 0))
                told[name] = str(opened.getsockname()[1])
                if name == "tcp":
                    opened.listen()
            local = stack.enter_context(socket.socket(socket.AF_UNIX))
            local.bind(told["socket"])
            os.chmod(told["socket"], 0o777)
            local.listen()
            command = [
                *self.at.as_user,
                *self.at.python,
                str(self.script),
                json.dumps({"role": "victim", "referee": "0", "name": "victim"}),
            ]
            victim = stack.enter_context(
                subprocess.Popen([*command, "--seed=spring"], env={"CARD": "Kc"}, stdout=subprocess.PIPE)
            )
            stack.callback(victim.kill)
            assert victim.stdout
            assert victim.stdout.readline() == b"{}\n"
            yield {**told, "referee": str(victim.pid)}

    def got(self) -> set[str]:
        """What the attacker achieved."""
        self.at = self.at._replace(sandbox=replace(self.at.sandbox, hidden=(str(self.hidden),)))
        with self.referee() as told, self._bot("partner", told) as partner:
            assert first_line(partner.stdout) == b"{}\n"
            with self._bot("attacker", told) as attacker:
                answer: dict[str, bool] = json.loads(first_line(attacker.stdout))
            partner.close_stdin()
            assert partner.ending(60_000) is not None  # it has cleared away what it left
        return {name for name, worked in answer.items() if worked}

    def _bot(self, role: str, told: dict[str, str]) -> contextlib.AbstractContextManager[Process]:
        words = (*self.at.python, str(self.script), json.dumps({**told, "role": role}))
        return self.at.running(*words)


@pytest.mark.parametrize("way", BWRAP_WAYS)
def test_nothing_works_in_bubblewrap(way: str) -> None:
    with place(way) as at:
        assert Table(at).got() == set()


def test_without_a_sandbox_nearly_everything_works() -> None:
    """So that a test which finds nothing above has tried in earnest."""
    with place("none") as at:
        assert Table(at).got() >= SURELY


def test_what_limits_stops() -> None:
    with place("limits") as at:
        got = Table(at).got()
    stopped = {"have a capability", "fill the disk with one file", "take memory", "use a descriptor of the referee"}
    assert got & stopped == set()
    assert ("be root" in got) == ROOT  # it hides nothing, and says so
    assert "read a file of the referee" in got
