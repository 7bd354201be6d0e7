"""Small bots for the tests of matches: quick to start, and of known conduct; they wait where they are told to."""

import sys
from pathlib import Path
from typing import Final

_BOT: Final = """
import json, os, sys, time
conduct, gate = sys.argv[1], os.path.join(os.path.dirname(__file__), "gate")
game = 0
def wait(number):
    while True:
        try:
            with open(gate) as file:
                if number < int(file.read()):
                    return
        except FileNotFoundError:
            return
        open(f"{gate}-reached", "w").close()
        time.sleep(0.002)
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    answer = {"id": message["id"]}
    if message["type"] == "game":
        game = message["game"]
        wait(game)
    if message["type"] == "act":
        legal = message["legal"]
        answer["action"] = legal[0]
        if conduct == "hash":
            answer["action"] = legal[sum(map(ord, "".join(message["hand"]))) % len(legal)]
        if conduct == "slow":
            time.sleep(0.005)
        if conduct in ("memory", "slow"):
            game += 1
            answer["action"] = legal[game % len(legal)]
        if conduct == "crash":
            os._exit(1)
        if conduct == "crash-on-spades" and legal[0].endswith("s"):
            os._exit(1)
        if conduct == "illegal":
            answer["action"] = "4b5c"
        if conduct == "stall":
            time.sleep(3600)
        if conduct == "stderr":
            print("thinking \\x1b[2J", file=sys.stderr, flush=True)
    print(json.dumps(answer), flush=True)
"""
_GATE: Final = "gate"
CONDUCTS: Final = ("first", "hash", "memory", "slow", "crash", "crash-on-spades", "illegal", "stall", "stderr")
"""The first legal action; one that follows from the hand; one from all that was asked before; and the wrong ones."""


def command(folder: Path, conduct: str) -> str:
    """How a bot of this conduct is given on the command line."""
    assert conduct in CONDUCTS
    file = folder / "bot.py"
    if not file.exists():
        file.write_text(_BOT)
    return f"{conduct}={sys.executable} -I -S -E {file} {conduct}"


def shut(folder: Path, games: int) -> None:
    """From now on none of them begins more than so many games of a block: nothing is over before `reopen`."""
    new = folder / "new"
    new.write_text(str(games))
    new.rename(folder / _GATE)


def reached(folder: Path) -> bool:
    """Whether one of them has come so far, and waits."""
    return (folder / f"{_GATE}-reached").exists()


def reopen(folder: Path) -> None:
    """From now on they play on, if they do not anyway."""
    (folder / _GATE).unlink(missing_ok=True)
