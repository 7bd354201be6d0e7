"""Perft counts of every game and number of players: any change of what is legal shows here."""

import json
from pathlib import Path

import pytest

from referee.rules import games
from referee.rules.cards import LED_MASK, cards_of
from referee.rules.deals import SeededDeals
from referee.rules.engine import Game
from tests.rules.perft import perft

FILE = Path(__file__).parent / "perft.json"
COUNTS: dict[str, list[int]] = json.loads(FILE.read_text())
SEEDS = (1, 2)
RULES: dict[str, dict[str, object]] = {"tressette": {"accuse": "ask", "talk": "gestures"}, "in-due": {"accuse": "ask"}}
"""Options that put more than cards among the decisions counted."""
TABLES = [(name, players) for name in games.names() for players in games.spec(name).seats]


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_counts(name: str, players: int, seed: int) -> None:
    expected = COUNTS[f"{name} {players} {seed}"]
    rules = RULES.get(name, {})
    assert [perft(name, players, seed, depth, rules) for depth in range(1, len(expected) + 1)] == expected


def test_none_is_missing() -> None:
    assert set(COUNTS) == {f"{name} {players} {seed}" for name, players in TABLES for seed in SEEDS}


def test_a_count_by_hand() -> None:
    """Ten cards to lead, and to each lead as many answers as the second hand has in the suit, or all ten."""
    variant = games.build("tressette", {"accuse": "off"})
    game = Game(variant, SeededDeals(f"{1:032x}"))
    first, second = game.state.hands[0], game.state.hands[1]
    answers = sum((second & LED_MASK[card] or second).bit_count() for card in cards_of(first))
    assert [perft("tressette", 4, 1, depth, {"accuse": "off"}) for depth in (1, 2)] == [10, answers]
