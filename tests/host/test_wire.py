"""Two worlds over the wire: what a bot's process is written does not depend on cards it was never told the place of."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.host.block import Block, Deal
from referee.records.record import Record
from referee.rules.cards import CARD, NAMES
from referee.rules.deals import deck_order, game_seed
from tests.host.programs import block, played, python

SCRIPT = """
script = json.loads({script!r})
while True:
    m = read()
    if m["type"] == "act":
        m["legal"] = [script.pop(0)] if script else m["legal"]
    answer(m)
"""
"""A bot that plays what it is given to play, then the first legal action."""

CHANCE = """
import random
chance = random.Random({seed})
while True:
    m = read()
    m["type"] == "act" and chance.shuffle(m["legal"])
    answer(m)
"""


def dealt(deck: list[int], programs: list[tuple[str, ...]]) -> Block:
    """A block of one game on this deck."""
    of = block(*programs, rules={"accuse": "off"})
    return msgspec.structs.replace(of, deals=(Deal(0, game_seed("wire", 0), ((tuple(deck), 3),)),))


def later(record: Record, random: Random, me: int) -> tuple[str, str, int] | None:
    """Two cards of one suit that two others hold, and how many actions pass before one of them is played."""
    actions = record.hands[0].actions
    for at in random.sample(range(20, 37), 17):
        left = [(action.seat, action.action) for action in actions[at:] if action.seat != me]
        pairs = [(one, other) for seat, one in left for place, other in left if seat < place and one[1] == other[1]]
        if pairs:
            one, other = random.choice(pairs)
            return one, other, next(n for n, action in enumerate(actions) if action.action in (one, other))
    return None


def lines(folder: Path) -> list[str]:
    """What was written to the bot that listened, but for ids and times."""
    found = []
    for line in (folder / "told").read_bytes().splitlines():
        message = json.loads(line)
        message.pop("id", None)
        message.pop("last_ms", None)
        found.append(json.dumps(message))
    return found


def world(folder: Path, deck: list[int], record: Record, me: int, actions: int) -> list[str]:
    """The lines to one seat in a game on this deck in which the first actions are those of the record."""
    folder.mkdir()
    made = record.hands[0].actions[:actions]
    programs = []
    for seat in range(4):
        body = SCRIPT.format(script=json.dumps([action.action for action in made if action.seat == seat]))
        if seat == me:
            body = body.replace("m = read()", "m = read(); os.write(log, json.dumps(m).encode() + b'\\n')").replace(
                "while True", f"log = os.open({str(folder / 'told')!r}, os.O_WRONLY | os.O_CREAT)\nwhile True"
            )
        programs.append(python(body))
    (again,) = played(dealt(deck, programs))
    assert again.faults == []
    assert [action.action for action in again.hands[0].actions[:actions]] == [action.action for action in made]
    return lines(folder)


@pytest.mark.parametrize("me", range(4))
def test_two_worlds_look_alike_until_they_differ_for_all_to_see(tmp_path: Path, me: int) -> None:
    random = Random(me)
    deck = deck_order(game_seed("wire", me), 0, 0)
    (record,) = played(dealt(deck, [python(CHANCE.format(seed=seat)) for seat in range(4)]))
    found = later(record, random, me)
    assert found is not None
    one, other, actions = found
    swap = {CARD[one]: CARD[other], CARD[other]: CARD[one]}
    here = world(tmp_path / "here", deck, record, me, actions)
    there = world(tmp_path / "there", [swap.get(card, card) for card in deck], record, me, actions)
    asked = sum(action.seat == me for action in record.hands[0].actions[:actions])
    known = 2 + asked  # hello, game, and the decisions before either card is played
    assert here[:known] == there[:known]
    assert here != there  # in the end the worlds are told apart: the cards were not the same
    assert {one, other} <= set(NAMES)
