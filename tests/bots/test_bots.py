"""The built-in bots: they play every game by the rules, the same way each time, and better the higher they stand."""

import pytest

from bots import chance, greedy, rules
from bots.kit import Bot, Seat
from referee.rules.deals import SeededDeals, game_seed
from referee.rules.engine import Game
from referee.rules.events import Claimed
from tests.bots.desk import Desk
from tests.bots.games import GAMES, Case
from tests.bots.lines import act, game

BOTS: dict[str, Bot] = {"random": chance.Chance, "greedy": greedy.choose, "rules": rules.choose}


def play(case: Case, bots: list[Bot], seed: str = "0123456789abcdef" * 2) -> Desk:
    variant = case.variant()
    seats = [Seat(bots[seat % len(bots)]) for seat in range(variant.seats)]
    desk = Desk(Game(variant, SeededDeals(seed)), seats)
    desk.play()
    desk.quit()
    return desk


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_greedy_and_rules_play_every_game_and_never_claim_wrongly(case: Case) -> None:
    first = play(case, [rules.choose, greedy.choose])
    assert first.game.result is not None
    claims = [event for event in first.game.log if isinstance(event, Claimed)]
    assert all(claim.right for claim in claims)
    if sum(hand.ended is None for hand in first.game.hands) < 15:
        assert play(case, [rules.choose, greedy.choose]).lines == first.lines


@pytest.mark.parametrize("case", [case for case in GAMES if case.terms == "contest"], ids=str)
def test_random_plays_every_game_and_its_luck_is_the_seed_s(case: Case) -> None:
    assert play(case, [chance.Chance]).lines == play(case, [chance.Chance]).lines


def test_random_takes_each_action_as_often() -> None:
    seat = Seat(chance.Chance)
    seat.hear(game())
    legal = ("4b", "3b", "Kd", "As", "claim:game")
    answers = [seat.hear(act(legal=legal)) for _ in range(5000)]
    for action in legal:
        assert 900 < sum(action.encode() in (answer or b"") for answer in answers) < 1100


def difference(one: str, other: str, deals: int) -> float:
    """Return the mean difference in points a deal of tressette, each deal played twice with the seats exchanged."""
    variant = Case("tressette", 4, "accuse=off").variant()
    total = 0
    seats = {name: [Seat(BOTS[name]) for _ in range(4)] for name in (one, other)}
    for deal in range(deals):
        for table in (0, 1):
            at = [seats[one if (seat + table) % 2 == 0 else other][seat] for seat in range(4)]
            scores = (
                Desk(Game(variant, SeededDeals(game_seed("ladder", deal))), at, range(deal, deal + 4)).play().scores
            )
            total += (scores[0] - scores[1]) * (1 - 2 * table)
    return total / (2 * deals)


def test_the_ladder() -> None:
    assert difference("greedy", "random", 150) > 1.5
    assert difference("rules", "greedy", 150) > 0.5


@pytest.mark.parametrize("name", ["in-due", "terziglio", "quintiglio", "rovescino"])
def test_rules_beats_random_in_other_games_too(name: str) -> None:
    variant = Case(name, {"in-due": 2, "terziglio": 3, "quintiglio": 5, "rovescino": 4}[name]).variant()
    total = 0
    for deal in range(4):
        for turn in range(variant.seats):
            seats = [Seat(rules.choose if seat == turn else chance.Chance) for seat in range(variant.seats)]
            desk = Desk(Game(variant, SeededDeals(game_seed("others", deal))), seats)
            total += desk.play().utility[turn]
    assert total > 0
