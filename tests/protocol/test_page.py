"""PROTOCOL.md says what the program does: its bot plays, its transcript is real, and nothing is left out."""

import json
import random
import re
import subprocess
import sys
from itertools import repeat
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from bots import rules
from bots.kit import Seat
from protocol.codec import encode
from protocol.events import Event, HandEnd
from protocol.limits import LIMITS
from protocol.messages import Act, Asked, Clock, End, Game, Hello, Offence, Quit, Result, State, ToBot
from referee.rules import engine
from referee.rules.deals import SeededDeals, bot_seed, game_seed
from referee.rules.games import build
from tests.bots.desk import Desk

PAGE = Path(__file__).parents[2] / "protocol" / "PROTOCOL.md"
BEGIN, END = "<!-- transcript -->\n", "<!-- end of transcript -->"
SEAT = 2


def conversation() -> list[bytes]:
    """Return every line to and from one seat, from `hello` to `quit`."""
    luck = random.Random(2)
    ids = (luck.randrange(1, 2**53) for _ in repeat(None))
    deal = game_seed("protocol", 25)
    seats = [Seat(rules.choose, name="rules", version="1.0") for _ in range(4)]
    hello = encode(Hello(next(ids), 1, "tressette-referee 1.0"))
    greeting = seats[SEAT].hear(hello)
    assert greeting is not None
    game = engine.Game(build("tressette", {}), SeededDeals(deal))
    desk = Desk(game, seats, [bot_seed(deal, 0, seat) for seat in range(4)], ids)
    desk.play()
    desk.quit()
    return [hello, greeting, *desk.lines[SEAT]]


def transcript() -> str:
    lines = [("→ " if b'"type":' in line else "← ") + line.decode().rstrip() for line in conversation()]
    return "\n".join(["```text", *lines, "```", ""])


def test_the_transcript_is_what_is_really_said(update_golden: bool) -> None:
    head, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    shown, tail = rest.split(END)
    if update_golden:
        shown = transcript()
        PAGE.write_text(head + BEGIN + shown + END + tail, encoding="utf-8")
    assert shown == transcript()


def test_what_is_said_about_the_transcript_is_so() -> None:
    acts = [msgspec.json.decode(line, type=Act) for line in conversation() if b'"type":"act"' in line]
    assert len(acts) == 10
    assert [act.state.trick for act in acts] == list(range(1, 11))
    assert (len(acts[0].events), acts[1].from_) == (4, 4)
    assert acts[3].trick == ()
    assert acts[3].legal == acts[3].hand
    end = msgspec.json.decode(conversation()[-2], type=End)
    ended = next(event for event in end.events if isinstance(event, HandEnd))
    assert (ended.thirds[0], ended.points[0], ended.declared[0], end.result.scores) == (15, 5, 3, (8, 6))


def test_the_bot_in_ten_lines_plays(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    assert len([line for line in code[1].splitlines() if line]) <= 10
    (tmp_path / "bot.py").write_text(code[1])
    sent = [line for line in conversation() if b'"type":' in line]
    played = subprocess.run(
        [sys.executable, "bot.py"], cwd=tmp_path, input=b"".join(sent), capture_output=True, check=True
    )
    answers = [json.loads(line) for line in played.stdout.splitlines()]
    asked = [json.loads(line) for line in sent if b'"id":' in line]
    assert [answer["id"] for answer in answers] == [message["id"] for message in asked]
    assert all(
        answer["action"] in message["legal"]
        for answer, message in zip(answers, asked, strict=True)
        if message["type"] == "act"
    )
    assert played.stderr == b""


def named(kind: type) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind)]


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_has_its_row_with_its_fields(kind: type) -> None:
    assert issubclass(kind, msgspec.Struct)
    section = PAGE.read_text(encoding="utf-8").split("\n## Events\n")[1].split("\n## ")[0]
    tag = f"`{kind.__struct_config__.tag}`"
    row = next(line for line in section.splitlines() if line.startswith("| `") and tag in line.split("|")[1])
    assert [name for name in named(kind) if f"`{name}`" not in row] == []


def test_every_message_decision_fault_and_limit_is_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for kind in (*get_args(ToBot), Hello, Game, Act, End, Quit, State, Result, Offence, Clock):
        assert f"`{kind.__struct_config__.tag}`" in page or not kind.__struct_config__.tag
        assert [name for name in named(kind) if f"`{name}`" not in page] == []
    assert [word for word in get_args(Asked) if f"| `{word}` |" not in page] == []
    faults = ("start", "crash", "timeout", "malformed", "illegal", "flood", "resource")
    assert [fault for fault in faults if f"| `{fault}` |" not in page] == []
    for text in (f"{LIMITS.max_line:,} bytes", f"deeper than {LIMITS.nesting}", f"{LIMITS.note:,} bytes", "2^53"):
        assert text in page
    assert f"more than {LIMITS.flood_lines} lines" in page


@pytest.mark.parametrize("clause", [f"P{number}" for number in range(1, 13)])
def test_every_clause_that_a_report_may_name_stands_beside_what_it_means(clause: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert re.search(rf"\({clause}\)|; {clause}\)", page)
