"""The bot as a whole: it plays every game, the same way each time, and stronger than the maxims."""

import pytest

from bots import rules
from bots.kit import Bot, Seat
from bots.maestro.player import Maestro
from referee.rules.deals import SeededDeals, game_seed
from referee.rules.engine import Game
from referee.rules.events import Claimed
from tests.bots.desk import Desk
from tests.bots.games import GAMES, Case


class Hasty(Maestro):
    """Searches hardly at all."""

    rounds = 4


class Steady(Maestro):
    """Searches a little, whatever the clock says."""

    rounds = 300


def play(case: Case, bots: list[Bot], seed: str = "0123456789abcdef" * 2) -> Desk:
    variant = case.variant()
    desk = Desk(Game(variant, SeededDeals(seed)), [Seat(bots[seat % len(bots)]) for seat in range(variant.seats)])
    desk.play()
    desk.quit()
    return desk


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_it_plays_every_game_and_never_claims_wrongly(case: Case) -> None:
    desk = play(case, [Hasty, rules.choose])
    assert desk.game.result is not None
    assert all(event.right for event in desk.game.log if isinstance(event, Claimed))


@pytest.mark.parametrize("name", ["tressette", "pizzichino", "chiamata-del-tre", "traversone"])
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    case = Case(name, 2 if name == "pizzichino" else 4, "hands=1")
    assert play(case, [Hasty]).lines == play(case, [Hasty]).lines


def difference(deals: int) -> float:
    """Return the points a deal of tressette by which the bot beats `rules`, each deal played from both sides."""
    variant = Case("tressette", 4, "accuse=off").variant()
    seats = {bot: [Seat(bot) for _ in range(4)] for bot in (Steady, rules.choose)}
    total = 0
    for deal in range(deals):
        for table in (0, 1):
            at = [seats[Steady if (seat + table) % 2 == 0 else rules.choose][seat] for seat in range(4)]
            game = Game(variant, SeededDeals(game_seed("maestro", deal)))
            scores = Desk(game, at, range(deal, deal + 4)).play().scores
            total += (scores[0] - scores[1]) * (1 - 2 * table)
    return total / (2 * deals)


@pytest.mark.slow
def test_it_beats_the_maxims() -> None:
    assert difference(100) > 0.5
