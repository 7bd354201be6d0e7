"""How the games that the fewest points win end: hands, the first bust, elimination down to one (R12.5)."""

from itertools import pairwise

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import DECKS, NAMES
from referee.rules.deals import GivenDeals
from referee.rules.engine import Game, Result
from referee.rules.events import Dealt, Drawn, HandEnded, WentOut
from tests.rules.piles import ended, take
from tests.rules.table import play_out, seeded, told_to


def after(game: Game, scores: tuple[int, ...]) -> Result | None:
    """What becomes of the game after a hand that leaves these totals."""
    game.state.scores = list(scores)
    return game.variant.finish(game, None, False)


def outs(game: Game) -> list[int]:
    return [event.seat for event in game.log if isinstance(event, WentOut)]


# hands and the first bust


def test_after_the_hands_the_lowest_total_wins() -> None:
    result = play_out(seeded(1, "rovescino", 5)).result
    assert result is not None and result.reason == "hands"
    low = min(result.scores)
    assert result.winners == tuple(seat for seat in range(5) if result.scores[seat] == low)


def test_ties_share() -> None:
    game = seeded(1, "rovescino", 3, target=21)
    result = after(game, (9, 21, 9))
    assert result is not None and result.winners == (0, 2) and result.reason == "target"


def test_the_first_bust_ends_the_game_and_the_lowest_wins() -> None:
    """Totals 22, 28, 15, 30, a hand of 3, 6, 1, 1 with target 31 (rules_reverse, M2)."""
    game = seeded(0, "rovescino", 4, target=31)
    game.state.scores = [22, 28, 15, 30]
    take(game, (9, 17, 3, 3), 1)
    result = game.variant.finish(game, None, False)
    assert result is not None and result.scores == (25, 34, 16, 31) and result.winners == (2,)
    assert not outs(game) and result.reason == "target"


@pytest.mark.parametrize(("bust", "over"), [("reach", True), ("exceed", False)])
def test_reach_or_exceed(bust: str, over: bool) -> None:
    game = seeded(0, "rovescino", 4, target=31, bust=bust)
    assert after(game, (30, 30, 30, 30)) is None
    assert (after(game, (31, 5, 5, 5)) is not None) == over
    assert after(game, (32, 5, 5, 5)) is not None


def test_max_hands_ends_a_game_as_hands_do() -> None:
    result = play_out(seeded(1, "rovescino", 4, target=10000, max_hands=3)).result
    assert result is not None and result.reason == "hands" and sum(result.scores) in (33, 44, 55)


# elimination


def test_those_who_reached_it_leave_and_the_rest_go_on() -> None:
    """The same hand with elimination: two leave; the others go on, 8 and 3 more, and the third wins (M1)."""
    game = seeded(0, "rovescino", 4, target=31, end_mode="elimination")
    game.state.scores = [22, 28, 15, 30]
    take(game, (9, 17, 3, 3), 1)
    assert game.variant.finish(game, None, False) is None
    assert outs(game) == [1, 3] and game.state.circle == [0, 2]
    game.state.order = [0, 2]
    take(game, (22, 0, 10, 0), 0)
    end = ended(game)
    assert end.points == (8, None, 3, None) and end.thirds == (25, None, 10, None)
    assert end.declared == (0, None, 0, None) and end.scores == (33, 34, 19, 31)
    assert end.utility == (-5, 0, 5, 0)
    result = game.variant.finish(game, None, False)
    assert result is not None and result.winners == (2,) and result.reason == "elimination"
    assert outs(game) == [1, 3, 0]


def test_a_slam_makes_others_leave() -> None:
    """18, 20, 19, 36, target 41 and the sola given: 18, 41, 40, 57 (M3)."""
    game = seeded(0, "traversone", 4, target=41, end_mode="elimination", slam="give")
    game.state.scores = [18, 20, 19, 36]
    take(game, (56, 2, 2, 2), 0)
    assert game.variant.finish(game, None, False) is None
    assert game.state.scores == [18, 41, 40, 57] and outs(game) == [1, 3]


def test_a_slam_counts_against_those_who_are_still_in() -> None:
    game = seeded(0, "traversone", 3, target=41, end_mode="elimination", slam="give")
    after(game, (3, 44, 5))
    game.state.order = [0, 2]
    take(game, (60, 0, 2), 0)
    assert ended(game).points == (0, None, 21) and game.state.scores == [3, 44, 26]


def test_all_who_are_left_reach_it_together() -> None:
    """The lowest of them wins, not one who left before with less; ties share."""
    game = seeded(0, "rovescino", 4, target=31, end_mode="elimination")
    assert after(game, (31, 20, 20, 20)) is None and outs(game) == [0]
    result = after(game, (31, 33, 36, 33))
    assert result is not None and result.winners == (1, 3) and result.reason == "elimination"
    assert outs(game) == [0]


def test_pairs_leave_together() -> None:
    game = seeded(0, "rovescino", 4, target=31, end_mode="elimination", teams="pairs")
    result = after(game, (31, 12))
    assert result is not None and result.winners == (1, 3) and outs(game) == [0, 2]


@pytest.mark.parametrize(("name", "leftover"), [("rovescino", "remove"), ("traversone", "monte"), ("lucana", "")])
def test_down_to_one(name: str, leftover: str) -> None:
    """Eight players down to the last: every deal is the one for those still in, and the deal goes on to the right."""
    more = {"leftover": leftover} if leftover else {}
    sizes = set()
    for seed in range(12):
        game = play_out(seeded(seed, name, 8, target=31, end_mode="elimination", slam="none", **more))
        deals = [event for event in game.log if isinstance(event, Dealt)]
        for dealt in deals:
            check_deal(dealt, name, leftover)
            sizes.add(len(dealt.order))
        for before, dealt in pairwise(deals):
            turn = [(before.dealer + step) % 8 for step in range(1, 9)]
            assert dealt.dealer == next(seat for seat in turn if seat in dealt.circle)
        result = game.result
        assert result is not None and result.reason == "elimination"
        staying = [seat for seat in range(8) if seat not in outs(game)]
        assert result.winners == tuple(staying) or len(staying) > 1
        check_counts(game)
    assert {2, 8} <= sizes and len(sizes) > 5


def check_deal(dealt: Dealt, name: str, leftover: str) -> None:
    """R12.2, R12.6 for the players that are active."""
    active = len(dealt.order)
    counts = [dealt.hands[seat].bit_count() for seat in dealt.order]
    assert sum(hand.bit_count() for hand in dealt.hands) == sum(counts)
    if name == "lucana":
        assert sum(counts) == 40 and max(counts) - min(counts) == (1 if 40 % active else 0) and not dealt.stock
        return
    assert set(counts) == {{2: 10, 3: 13, 4: 10, 5: 8, 6: 6, 7: 5, 8: 5}[active]}
    over = {3: 1, 6: 4, 7: 5}.get(active, 0)
    assert (len(dealt.removed), len(dealt.monte)) == ((over, 0) if leftover == "remove" else (0, over))
    assert len(dealt.stock) == (20 if active == 2 else 0)


def check_counts(game: Game) -> None:
    """Null for those who are out, nothing more on their scores, and utility over the hands they played (R0.15)."""
    utility = [0] * 8
    gone: list[int] = []
    for event in game.log:
        if isinstance(event, WentOut):
            gone.append(event.seat)
        elif isinstance(event, HandEnded):
            for values in (event.points, event.thirds, event.declared):
                assert [seat for seat in range(8) if values[seat] is None] == sorted(gone)
            playing = 8 - len(gone)
            total = sum(points for points in event.points if points is not None)
            for seat, points in enumerate(event.points):
                utility[seat] += 0 if points is None else total - playing * points
    assert game.result is not None and list(game.result.utility) == utility and sum(utility) == 0


def test_one_who_is_out_is_asked_nothing_and_told_all_that_is_public() -> None:
    game = seeded(3, "traversone", 3, target=31, end_mode="elimination", slam="none")
    while game.decision and len(outs(game)) < 1:
        game.act(game.decision.first())
    (gone,) = outs(game)
    deal = next(event for event in reversed(told_to(game, gone)) if isinstance(event, told.Deal))
    assert deal.cards == () and deal.counts[gone] == 0 and deal.stock == 20 and gone not in deal.order
    before = len(game.log)
    while game.decision:
        assert game.decision.seat != gone
        game.act(game.decision.first())
    drawn = [NAMES[event.card] for event in game.log[before:] if isinstance(event, Drawn)]
    assert [event.card for event in told_to(game, gone) if isinstance(event, told.Draw)][-len(drawn) :] == drawn


def test_a_given_dealer_must_still_be_in_the_game() -> None:
    """One who has left cannot deal; the reason says so."""
    deck = list(DECKS["italian40"])
    rules = {"target": 20, "end_mode": "elimination", "slam": "none", "leftover": "monte"}
    variant = games.build("traversone", rules, 4)
    game = Game(variant, GivenDeals([(deck, 3), (deck, 3)]))
    game.state.scores = [0, 0, 0, 20]
    with pytest.raises(ValueError, match="hand 1 is seat 3, which is not in the game"):
        play_out(game, lambda decision: decision.actions()[-1])
