"""The rules alone: whole games by chance, without bots, lines or records."""

import random
import time
from importlib import import_module
from importlib.util import find_spec

from referee.rules.deals import GivenDeals, deck_order, game_seed
from referee.rules.engine import Game
from referee.rules.games import build
from tests.bench.measure import Figure, alternate, figure, ratio
from tests.bench.wire import OTHER_GAMES

_GAMES = 100
_CHANCES = [random.Random(1).randrange(1 << 30) for _ in range(4096)]
"""Made beforehand, for chance must not be what is measured."""


def rows(rounds: int) -> list[Figure]:
    """Microseconds a move, dealing apart; and against OpenSpiel's hearts through its Python API, where that is."""
    decks = [deck_order(game_seed("bench", deal), 0, 0) for deal in range(_GAMES)]
    sides = {"ours": lambda: _play(decks), "deal": _deal}
    if find_spec("pyspiel"):
        sides["hearts"] = _hearts
    measured = alternate(rounds, sides)
    parts = {"deal a deck, us": measured["deal"]}
    found = [figure("rules alone", measured["ours"], unit="us/move", aim=1.5, least=True, parts=parts)]
    if "hearts" in measured:
        parts = {"OpenSpiel hearts, us/move": measured["hearts"], "ours, us/move": measured["ours"]}
        name = "rules alone / OpenSpiel hearts"
        found.append(ratio(name, measured["ours"], measured["hearts"], aim=1.0, least=True, parts=parts))
    for game, seats in OTHER_GAMES:
        times = alternate(rounds, {game: lambda game=game, seats=seats: _play(decks, game, seats)})
        found.append(figure(f"rules alone, {game} {seats}", times[game], unit="us/move"))
    return found


def _play(decks: list[list[int]], game: str = "tressette", seats: int = 4) -> float:
    """Play every deck by chance: list what is legal, choose, act."""
    variant = build(game, {"hands": 1}, seats)
    games = [Game(variant, GivenDeals([(deck, 0)])) for deck in decks]
    moves = 0
    began = time.perf_counter()
    for game in games:
        while (decision := game.decision) is not None:
            actions = decision.actions()
            game.act(actions[_CHANCES[moves & 4095] % len(actions)])
            moves += 1
    return (time.perf_counter() - began) * 1e6 / moves


def _deal() -> float:
    seeds = [game_seed("bench", deal) for deal in range(_GAMES)]
    began = time.perf_counter()
    for seed in seeds:
        deck_order(seed, 0, 0)
    return (time.perf_counter() - began) * 1e6 / _GAMES


def _hearts() -> float:
    """The play of hearts, without its dealing and passing."""
    hearts = import_module("pyspiel").load_game("hearts", {"pass_cards": False})
    states = [hearts.new_initial_state() for _ in range(_GAMES)]
    step = moves = 0
    for state in states:
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[_CHANCES[step & 4095] % len(actions)])
            step += 1
    began = time.perf_counter()
    for state in states:
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[_CHANCES[moves & 4095] % len(actions)])
            moves += 1
    return (time.perf_counter() - began) * 1e6 / moves
