"""Two worlds over the wire: where two cards that a seat was never told about are exchanged, its process reads the same.

What real processes read is compared byte by byte, ids and times apart. Everything is played by a script: in the other
world others do the same with the other card.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
import pytest

from protocol import events as told
from referee.arena.schedule.boards import Given
from referee.host.game.block import Block, Deal
from referee.host.processes.bot import Bot
from referee.host.timing.clock import Times
from referee.host.wire import wire_text as text
from referee.rules import events as full
from referee.rules.cards import Card
from referee.rules.deals import game_seed
from referee.rules.decision import text_of
from referee.rules.engine import Variant
from referee.rules.projection import project
from tests.host.programs import played
from tests.rules.steer import Chance, Plan, Playout, play, table
from tests.rules.test_two_worlds import UNSEEN, honest, leak, worlds

SCRIPTED = """
import json, os, sys
log = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
script = json.load(open(sys.argv[2]))
answers = []
for line in sys.stdin.buffer:
    os.write(log, line)
    m = json.loads(line)
    if m["type"] == "game":
        answers = script[m["game"]]
    if "id" in m:
        told = {"id": m["id"]}
        if m["type"] == "act":
            told["action"], told["say"] = answers.pop(0) if answers else (m["legal"][0], [])
        os.write(1, json.dumps(told).encode() + b"\\n")
"""
"""A program that writes down what it reads, and answers what it is given for each game, then the first legal action."""

Answers: TypeAlias = list[tuple[str, list[str]]]


class Pair(NamedTuple):
    """A game up to some step of its first hand, a seat, and two cards of whose place it knows nothing then."""

    playout: Playout
    moment: int
    seat: int
    cards: tuple[Card, Card]

    def decks(self, exchanged: bool) -> Given:
        """The decks of this world, or of the other one, with their dealers."""
        first, *rest = {made.hand: (tuple(made.deck), made.dealer) for made in self.playout.game.hands}.values()
        deck, dealer = first
        return ((tuple(map(self._other, deck)) if exchanged else deck, dealer), *rest)

    def answers(self, seat: int, exchanged: bool) -> Answers:
        """What a seat answers up to that step."""
        found: Answers = []
        for step in self.playout.steps[: self.moment]:
            if step.seat == seat:
                action = step.action
                if exchanged and seat != self.seat and step.kind in UNSEEN and isinstance(action, int):
                    action = self._other(action)
                found.append((text_of(action), [*step.say]))
        return found

    def asked(self) -> int:
        """How often the seat is asked up to and with that step."""
        return sum(step.seat == self.seat for step in self.playout.steps[: self.moment + 1])

    def _other(self, card: Card) -> Card:
        x, y = self.cards
        return {x: y, y: x}.get(card, card)


def pairs(variant: Variant, plan: Plan, games: int) -> Iterator[Pair]:
    """Of so many games one pair of worlds each that both can be."""
    number = 0
    while games:
        number += 1
        playout = play(variant, f"wire {variant.name} {number}", plan)
        if playout.game.hands[0].ended in ("annulled", "thrown_in"):
            continue
        for moment, seat, x, y in worlds(playout, Chance(f"wire {number}"), 40):
            first = playout.steps[moment].attempt == 0
            if first and moment > 4 and leak(playout, moment, seat, x, y, honest) != "impossible":
                games -= 1
                yield Pair(playout, moment, seat, (x, y))
                break


def read(variant: Variant, chosen: list[Pair], exchanged: bool, folder: Path) -> list[list[bytes]]:
    """What the process at each seat read while these games were played in one of the worlds, line by line."""
    folder.mkdir()
    bots = []
    for seat in range(variant.seats):
        script = folder / f"{seat}.json"
        script.write_text(json.dumps([pair.answers(seat, exchanged) for pair in chosen]))
        words = (sys.executable, "-I", "-S", "-c", SCRIPTED, str(folder / f"{seat}"), str(script))
        bots.append(Bot(f"b{seat}", f"b{seat}", words))
    deals = tuple(Deal(number, game_seed("wire", number), pair.decks(exchanged)) for number, pair in enumerate(chosen))
    times = Times(move_ms=60_000, game_ms=60_000, start_ms=60_000)
    played(Block(bots=tuple(bots), deals=deals, variant=variant.name, rules=variant.rules, times=times))
    return [(folder / f"{seat}").read_bytes().splitlines() for seat in range(variant.seats)]


def games_of(lines: list[bytes]) -> list[list[bytes]]:
    """The lines by game, without what must differ: the ids, and the time that the last answer took."""
    games: list[list[bytes]] = []
    for line in lines:
        if line.startswith(b'{"type":"game"'):
            games.append([])
        if games:
            games[-1].append(re.sub(rb'"(id|last_ms)":\d+', rb'"\1":0', line))
    return games


def told_apart(variant: Variant, plan: Plan, folder: Path, games: int = 10) -> list[int]:
    """The games in which a seat could tell the worlds apart before it was told more."""
    chosen = list(pairs(variant, plan, games))
    here, there = (read(variant, chosen, exchanged, folder / str(exchanged)) for exchanged in (False, True))
    found = []
    for number, pair in enumerate(chosen):
        mine, theirs = (games_of(lines[pair.seat])[number] for lines in (here, there))
        last = 1 + pair.asked()  # with the message that begins the game
        assert len(mine) >= last and len(theirs) >= last
        if mine[:last] != theirs[:last]:
            found.append(number)
    assert any(games_of(one) != games_of(other) for one, other in zip(here, there, strict=True))
    return found


TABLES: list[tuple[str, int, Plan]] = [
    ("tressette", 4, {}),
    ("in-due", 2, {}),
    ("terziglio", 3, {"bid": "solo"}),
    ("chiamata-del-tre", 4, {}),
    ("ciapano", 3, {}),
    ("pizzichino", 2, {}),
    ("col-morto", 3, {}),
]


@pytest.mark.parametrize(("name", "seats", "plan"), TABLES)
def test_no_process_can_tell_two_worlds_apart(name: str, seats: int, plan: Plan, tmp_path: Path) -> None:
    assert told_apart(table(name, seats, most_hands=1), plan, tmp_path) == []


def shows_a_neighbours_hand(event: full.Event, seat: int) -> told.Event | None:
    """A projection with a hole."""
    seen = project(event, seat)
    if isinstance(event, full.Dealt) and isinstance(seen, told.Deal):
        theirs = project(event, (seat + 1) % len(event.hands))
        assert isinstance(theirs, told.Deal)
        return msgspec.structs.replace(seen, cards=theirs.cards)
    return seen


def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leaky: Callable[[full.Event, int], told.Event | None] = shows_a_neighbours_hand
    monkeypatch.setattr(text, "project", leaky)
    assert told_apart(table("tressette", 4, most_hands=1), {}, tmp_path, 12) != []
