"""What a bot is given in a game, at each level: its environment, its arguments, its descriptors, its lines. No more."""

import json
import os
from typing import Final

import pytest

from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.bot import Bot
from referee.host.processes.stderr_buffer import ErrorLog
from referee.host.processes.stop import Stop
from referee.host.sandbox import launcher
from referee.records.format.record import Record
from tests.host.programs import GOODS, KIT, block
from tests.host.sandbox.places import BWRAP_WAYS, TIGHT, place

PROBE: Final = (
    KIT
    + """
def listed(path):
    try:
        return sorted(os.listdir(path))
    except OSError:
        return None
fds = {}
for fd in os.listdir("/proc/self/fd"):
    if os.path.exists("/proc/self/fd/" + fd):  # but the one by which they are listed
        fds[fd] = os.readlink("/proc/self/fd/" + fd)
found = {
    "environ": open("/proc/self/environ").read().strip("\\0").split("\\0"),
    "line": open("/proc/self/cmdline").read(),
    "descriptors": fds,
    "cwd": os.getcwd(),
    "here": listed("."),
    "beside": listed(os.path.dirname(os.getcwd())),
}
lines = []
while True:
    m = read()
    lines.append(m)
    if m["type"] == "end":
        os.write(2, json.dumps({**found, "lines": lines}).encode())
    answer(m)
"""
)

Found = dict[str, object]


def probed(way: str) -> tuple[Record, Found, Bot]:
    """What a probe saw in a game among good bots, and what it was started with."""
    logs: dict[int, bytes] = {}

    def keep(seat: int, own: Bot, errors: ErrorLog) -> None:
        logs[seat] = b"".join(piece.text for piece in errors.pieces())

    with place(way) as at:
        commands = [(*at.python, "-c", PROBE), *((*at.python, "-c", good[-1]) for good in GOODS[1:])]
        of = block(*commands)
        bots = tuple(Bot(f"b{seat}", f"b{seat}", words, quota=TIGHT) for seat, words in enumerate(commands))
        stop = Stop()
        host = Host(stop=stop, launcher=launcher(at.sandbox), log=keep)
        try:
            (record,) = play_block(type(of)(bots=bots, deals=of.deals, times=of.times), (), host)
        finally:
            stop.close()
    assert record.faults == []
    found: Found = json.loads(logs[0])
    return record, found, bots[0]


@pytest.mark.parametrize("way", ["none", "limits", *BWRAP_WAYS])
def test_a_bot_is_given_what_the_protocol_says_and_no_more(way: str) -> None:
    record, found, own = probed(way)
    home, environ = found["cwd"], found["environ"]
    assert isinstance(environ, list) and isinstance(home, str)
    fixed = ["LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "PYTHONHASHSEED=0", f"PATH={os.environ['PATH']}"]
    expected = {*fixed, f"HOME={home}", f"TMPDIR={home}"}
    assert {line for line in environ if not line.startswith("PWD=")} == expected
    assert len(environ) == len(set(environ))
    assert found["line"] == "\0".join(own.command) + "\0"
    descriptors = found["descriptors"]
    assert isinstance(descriptors, dict)
    assert set(descriptors) == {"0", "1", "2"}
    assert len(set(descriptors.values())) == 3
    assert all(str(target).startswith("pipe:") for target in descriptors.values())
    assert found["here"] == []
    text = json.dumps(found)
    for secret in (record.seed, *(player.seed for player in record.players[1:])):
        assert str(secret) not in text
    if way in ("user", "root"):  # the folders of the others are not there at all
        assert found["beside"] == [os.path.basename(home)]
