"""Small bots for the tests of matches: quick to start, and of known conduct."""

import sys
from pathlib import Path
from typing import Final

_BOT: Final = """
import json, os, sys, time
conduct = sys.argv[1]
game = 0
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    answer = {"id": message["id"]}
    if message["type"] == "game":
        game = message["game"]
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
CONDUCTS: Final = ("first", "hash", "memory", "slow", "crash", "crash-on-spades", "illegal", "stall", "stderr")
"""The first legal action; one that follows from the hand; one from all that was asked before; and the wrong ones."""


def command(folder: Path, conduct: str) -> str:
    """How a bot of this conduct is given on the command line."""
    assert conduct in CONDUCTS
    file = folder / "bot.py"
    if not file.exists():
        file.write_text(_BOT)
    return f"{conduct}={sys.executable} -I -S -E {file} {conduct}"
