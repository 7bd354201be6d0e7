"""The kit: one seat's conversation, in this process and over real pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bots import BUILT_IN
from bots.kit import Game, Move, Seat, View
from protocol.events import Play, Trick
from protocol.messages import State
from tests.bots.lines import HELLO, QUIT, act, game

ROOT = Path(__file__).parents[2]


def first(view: View) -> str:
    return view.legal[0]


def test_the_whole_conversation() -> None:
    seat = Seat(first, name="mine", version="2", games=("tressette",))
    assert seat.hear(HELLO) == b'{"id":5,"name":"mine","version":"2","games":["tressette"]}\n'
    assert seat.hear(game()) == b'{"id":3}\n'
    assert seat.hear(act()) == b'{"id":4,"action":"4b"}\n'
    assert seat.hear(b'{"type":"end","events":[],"from":9,"result":{"winners":[0]}}') is None
    assert not seat.over
    assert seat.hear(QUIT) is None
    assert seat.over


def test_a_view_shows_the_whole_message() -> None:
    views: list[View] = []

    def look(view: View) -> str:
        views.append(view)
        return "4b"

    seat = Seat(look)
    seat.hear(game(seed=77))
    seat.hear(act(say={"3b": ("busso",)}))
    seat.hear(act(as_=3, own=("As",)))
    view, dummy = views
    assert (view.decision, view.legal, view.hand, view.own) == ("play", ["4b", "3b"], ["4b", "3b", "Kd"], view.hand)
    assert (view.seat, view.place, view.trick, view.time_ms, view.last_ms) == (2, 2, [(1, "Kb")], 900, 7)
    assert view.state == State(hand=0, trick=2, scores=(0, 0), dealer=3)
    assert view.events == [Play(seat=1, card="Kb")]
    assert view.say == {"3b": ["busso"]}
    assert (view.game.seed, view.game.variant, view.game.clock.move_ms) == (77, "tressette", 1000)
    assert (dummy.seat, dummy.place, dummy.hand, dummy.own, dummy.say) == (2, 3, ["4b", "3b", "Kd"], ["As"], {})


def test_a_move_may_carry_a_saying_and_a_note() -> None:
    moves = iter([Move("3b", "busso"), Move("3b", ("busso", "ask:1"), {"value": 1}), Move("3b")])
    seat = Seat(lambda view: next(moves))
    seat.hear(game())
    assert seat.hear(act()) == b'{"id":4,"action":"3b","say":"busso"}\n'
    assert seat.hear(act()) == b'{"id":4,"action":"3b","say":["busso","ask:1"],"note":{"value":1}}\n'
    assert seat.hear(act()) == b'{"id":4,"action":"3b"}\n'


class Counter:
    """Counts its own decisions."""

    def __init__(self, game: Game) -> None:
        self.count = game.seed

    def choose(self, view: View) -> Move:
        self.count += 1
        return Move("4b", note=self.count)


def test_an_object_of_a_class_lives_for_one_game() -> None:
    seat = Seat(Counter)
    seat.hear(game(seed=10))
    assert seat.hear(act()) == b'{"id":4,"action":"4b","note":11}\n'
    assert seat.hear(act()) == b'{"id":4,"action":"4b","note":12}\n'
    seat.hear(game(seed=20))
    assert seat.hear(act()) == b'{"id":4,"action":"4b","note":21}\n'


def test_the_table_is_kept_over_messages_and_begins_anew_with_a_game() -> None:
    tricks: list[int] = []

    def count(view: View) -> str:
        if view.state.trick > 1:
            tricks.append(len(view.table.tricks))
        return "4b"

    seat = Seat(count)
    over = (Trick(winner=1, number=1),)
    seat.hear(game())
    seat.hear(act(events=over, state=State(hand=0, trick=1, scores=(), dealer=0)))
    seat.hear(act(events=over))
    seat.hear(act(events=over))
    seat.hear(game())
    seat.hear(act(events=over))
    assert tricks == [2, 3, 1]


def test_what_is_not_known_is_ignored_or_answered_with_its_id() -> None:
    seat = Seat(lambda view: str(len(view.events)))
    assert seat.hear(b'{"type":"news","text":"soon"}') is None
    assert seat.hear(b'{"type":"survey","id":8,"legal":5,"events":{}}') == b'{"id":8}\n'
    assert seat.hear(b'{"id":9}') == b'{"id":9}\n'
    assert seat.hear(game().replace(b'"seat"', b'"weather":"fine","seat"')) == b'{"id":3}\n'
    strange = b'"mood":[1],"events":[{"type":"sneeze","seat":1},{"type":"play","seat":1,"card":"Kb","loud":true},'
    assert seat.hear(act().replace(b'"events":[', strange)) == b'{"id":4,"action":"2"}\n'


def test_a_message_of_this_version_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot read the act message"):
        Seat(first).hear(b'{"type":"act","id":4,"legal":5}')
    with pytest.raises(ValueError, match="before a game"):
        Seat(first).hear(act())


def converse(command: list[str], sent: bytes, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, input=sent, capture_output=True, timeout=60, cwd=cwd, env=environment, check=False)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_bot_over_real_pipes(name: str) -> None:
    module = [sys.executable, "-m", BUILT_IN[name]]
    played = converse(module, HELLO + game(3) + act(4) + game(5, seed=2) + act(6) + QUIT + act(7))
    answers = [json.loads(line) for line in played.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [5, 3, 4, 5, 6]
    assert answers[0]["name"] == name
    assert all(answers[index]["action"] in ("4b", "3b") for index in (2, 4))
    assert (played.returncode, played.stderr) == (0, b"")
    ended = converse(module, HELLO)  # the input ends without a quit
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.count(b"\n") == 1


BOT = """
from bots import kit
def choose(view):
    print("thinking", view.legal)
    if view.last_ms == 666:
        raise RuntimeError("lost my mind")
    return view.legal[-1]
kit.run(choose)
"""


def test_what_a_bot_prints_goes_to_stderr_and_its_errors_end_it(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    command = [sys.executable, "bot.py"]
    played = converse(command, HELLO + game() + act() + QUIT, tmp_path)
    assert played.stdout == b'{"id":5}\n{"id":3}\n{"id":4,"action":"3b"}\n'
    assert (played.returncode, played.stderr) == (0, b"thinking ['4b', '3b']\n")
    failed = converse(command, HELLO + game() + act(last_ms=666), tmp_path)
    assert failed.stdout == b'{"id":5}\n{"id":3}\n'
    assert failed.returncode == 1
    assert b"lost my mind" in failed.stderr


def test_lines_may_come_in_pieces_and_several_at_once(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("from bots import kit\nkit.run(lambda view: view.legal[0])")
    bot = subprocess.Popen(
        [sys.executable, "bot.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert bot.stdin and bot.stdout
    sent = HELLO + game() + act()
    for at in range(0, len(sent), 7):
        bot.stdin.write(sent[at : at + 7])
        bot.stdin.flush()
    assert [bot.stdout.readline() for _ in range(3)] == [b'{"id":5}\n', b'{"id":3}\n', b'{"id":4,"action":"4b"}\n']
    bot.stdin.write(act(8) + act(9) + QUIT)
    bot.stdin.flush()
    assert bot.stdout.read() == b'{"id":8,"action":"4b"}\n{"id":9,"action":"4b"}\n'
    bot.stdin.close()
    bot.stdout.close()
    assert bot.wait(60) == 0


def test_a_bot_whose_referee_is_gone_ends_quietly(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("from bots import kit\nkit.run(lambda view: view.legal[0])")
    reading, writing = os.pipe()
    os.close(reading)  # nobody reads the answers
    with os.fdopen(writing, "wb") as nowhere:
        played = subprocess.run(
            [sys.executable, "bot.py"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            input=HELLO,
            stdout=nowhere,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert (played.returncode, played.stderr) == (0, b"")
