"""Bots that always take the first, or the last, of what is legal: every game ends, with every number of players."""

import pytest

from referee.rules.deals import SeededDeals, game_seed
from referee.rules.engine import Game, Variant
from tests.rules.steer import spread, tables

TABLES = dict(tables())
MOST = 5_000
"""Decisions; the longest of these games has far fewer."""


def end_of(variant: Variant, seed: str, place: int) -> Game:
    """The game in which every decision is the one at this place among the legal ones."""
    game = Game(variant, SeededDeals(game_seed(seed, 0)))
    for _ in range(MOST):
        if game.decision is None:
            return game
        game.act(game.decision.actions()[place])
    raise AssertionError(f"not over after {MOST} decisions")


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("label", TABLES)
def test_a_game_ends_though_all_bots_do_the_same_always(label: str, place: int) -> None:
    for number in range(3):
        result = end_of(TABLES[label], f"{label} {number}", place).result
        assert result is not None
        assert sum(result.utility) == 0


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("label", TABLES)
def test_it_ends_with_every_option_too(label: str, place: int) -> None:
    for option, variant in spread(TABLES[label].name, TABLES[label].seats):
        assert end_of(variant, f"{label} {option}", place).result is not None
