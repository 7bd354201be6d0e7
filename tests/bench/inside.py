"""Bots in the referee's own process: over the same bots with processes, and over the rules alone."""

import random
import time
from collections.abc import Callable
from pathlib import Path

from bots import kit
from referee.host.game.block import Block, Deal
from referee.host.play_block import play_block
from referee.host.processes.bot import Bot, Code
from referee.records.format.record import Record
from referee.rules.deals import SeededDeals, game_seed
from referee.rules.engine import Game
from referee.rules.games import build
from tests.bench.contestants import of_the_kit
from tests.bench.measure import Figure, alternate, figure, ratio

_GAMES = 100
_SEEDS = [game_seed("bench", deal) for deal in range(_GAMES)]


def first(view: kit.View) -> str:
    """The first legal action."""
    return view.legal[0]


class Chance:
    """Any legal action; chance is not what is to be measured."""

    def __init__(self, game: kit.Game) -> None:
        self._luck = random.Random(game.seed).random

    def choose(self, view: kit.View) -> str:
        """One of them."""
        legal = view.legal
        return legal[int(self._luck() * len(legal))]


def rows(rounds: int, folder: Path) -> list[Figure]:
    """Whole games with deal and record: moves a second, over processes; and what a move costs beyond the rules."""
    blocks = {name: _block(Bot(name, name, ("py:",), code=Code(__name__, name, "."))) for name in ("first", "Chance")}
    sides = {
        name: lambda block=block: _moves_a_second(lambda: list(play_block(block))) for name, block in blocks.items()
    }
    sides |= {"kit": lambda: _moves_a_second(lambda: list(play_block(_block(of_the_kit()))))}
    sides |= {"rules": lambda: _moves_a_second(_by_rules_alone)}
    measured = alternate(rounds, sides)
    cost = [1e6 / inside - 1e6 / rules for inside, rules in zip(measured["first"], measured["rules"], strict=True)]
    parts = {f"{name}, moves/s": measured[name] for name in sides}
    return [
        ratio("in-process / kit bots with processes", measured["first"], measured["kit"], parts=parts),
        figure("in-process bot beyond rules and deal", cost, unit="us/move", least=True),
    ]


def _block(bot: Bot) -> Block:
    return Block(bots=(bot,) * 4, deals=tuple(Deal(number, seed) for number, seed in enumerate(_SEEDS)))


def _moves_a_second(play: Callable[[], list[Record] | int]) -> float:
    began = time.perf_counter()
    played = play()
    spent = time.perf_counter() - began
    if isinstance(played, int):
        return played / spent
    assert len(played) == _GAMES and not any(record.faults for record in played)
    return sum(len(hand.actions) for record in played for hand in record.hands) / spent


def _by_rules_alone() -> int:
    """The same games, each move the first legal one, without bots and records."""
    variant, moves = build("tressette", {}), 0
    for seed in _SEEDS:
        game = Game(variant, SeededDeals(seed))
        while (decision := game.decision) is not None:
            game.act(decision.first())
            moves += 1
    return moves
