"""What a bot of the kit prints comes to its log at once, so that it stands beside the decision it belongs to."""

import subprocess
import sys

from protocol.codec import encode
from protocol.messages import Clock, Game

BOT = """
from bots import kit
class Bot:
    def __init__(self, game):
        print("seat", game.seat)
    def choose(self, view):
        return view.legal[0]
kit.run(Bot)
"""
GAME = Game(
    id=1,
    game=0,
    variant="tressette",
    rules={},
    seat=2,
    players=("p0", "p1", "p2", "p3"),
    seed=1,
    clock=Clock(move_ms=1000, kind="wall"),
)


def test_a_line_is_there_while_the_bot_still_waits() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", BOT], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(encode(GAME))
        process.stdin.flush()
        assert process.stderr.readline() == b"seat 2\n"
        process.stdin.close()
        assert process.stdout.read() == b'{"id":1}\n'
