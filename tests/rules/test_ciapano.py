"""Ciapano: the fortieth card, given on and buried (R12.7)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD, DECKS, NAMES, mask_of
from referee.rules.deals import GivenDeals
from referee.rules.engine import Game
from referee.rules.events import Dealt
from tests.rules.piles import ended, take
from tests.rules.table import play, play_out, seeded, told_to

SORTED = list(DECKS["italian40"])


def sorted_deck(passing: str = "chain") -> Game:
    """Dealer 2; the first card of the deck is 4b, the fortieth 3s."""
    variant = games.build("ciapano", {"passing": passing, "hands": 1})
    return Game(variant, GivenDeals([(SORTED, 2)]))


def test_thirteen_each_and_the_last_card_to_the_dealers_right() -> None:
    game = sorted_deck()
    dealt = game.log[0]
    assert isinstance(dealt, Dealt) and not (dealt.removed or dealt.monte)
    assert [hand.bit_count() for hand in dealt.hands] == [14, 13, 13]
    assert dealt.hands[0] == mask_of([*SORTED[:5], *SORTED[15:20], *SORTED[30:33], CARD["3s"]])


def test_the_chain() -> None:
    """Each sees what he got before he chooses, and may give that very card on."""
    game = sorted_deck()
    steps = []
    for card in ("3s", "3s", "3s"):
        decision = game.decision
        assert decision is not None and decision.rule == "R12.7"
        steps.append((decision.seat, decision.kind, len(decision.legal())))
        play(game, card)
    assert steps == [(0, "give", 14), (1, "give", 14), (2, "bury", 14)]
    assert [hand.bit_count() for hand in game.state.hands] == [13, 13, 13]
    assert game.decision is not None and (game.decision.seat, game.decision.kind) == (0, "play")
    assert told_to(game, 0)[1:] == [
        told.PassCard(from_=0, to=1, card="3s"),
        told.PassCard(from_=1, to=2),
        told.Bury(seat=2),
    ]
    assert told_to(game, 1)[1:] == [
        told.PassCard(from_=0, to=1, card="3s"),
        told.PassCard(from_=1, to=2, card="3s"),
        told.Bury(seat=2),
    ]
    assert told_to(game, 2)[1:] == [
        told.PassCard(from_=0, to=1),
        told.PassCard(from_=1, to=2, card="3s"),
        told.Bury(seat=2, card="3s"),
    ]


def test_the_buried_card_goes_to_the_winner_of_the_last_trick() -> None:
    deck = [card for card in SORTED if card != CARD["Ab"]] + [CARD["Ab"]]
    game = play_out(play(Game(games.build("ciapano", {"hands": 1}), GivenDeals([(deck, 2)])), "Ab", "Ab", "Ab"))
    end = ended(game)
    assert end.hidden == mask_of([CARD["Ab"]])
    assert (end.thirds[game.state.leader] or 0) >= 36
    assert [event.hidden for event in told_to(game, 0) if isinstance(event, told.HandEnd)] == [("Ab",)]


def test_the_last_card_to_the_dealer_who_only_buries() -> None:
    game = sorted_deck("dealer")
    dealt = game.log[0]
    assert isinstance(dealt, Dealt)
    assert [hand.bit_count() for hand in dealt.hands] == [13, 13, 14] and dealt.hands[2] >> CARD["3s"] & 1
    decision = game.decision
    assert decision is not None and (decision.seat, decision.kind, decision.rule) == (2, "bury", "R12.7")
    play(game, NAMES[SORTED[10]])
    assert game.decision is not None and (game.decision.seat, game.decision.kind) == (0, "play")


@pytest.mark.parametrize(("passing", "asked"), [("chain", [1, 2, 0]), ("dealer", [0])])
def test_the_chain_goes_round_with_the_deal(passing: str, asked: list[int]) -> None:
    game = seeded(6, "ciapano", passing=passing, first_dealer=0, hands=1)
    seats = []
    while game.decision and game.decision.kind != "play":
        seats.append(game.decision.seat)
        game.act(game.decision.first())
    assert seats == asked and game.decision is not None and game.decision.seat == 1


def test_w12() -> None:
    game = seeded(0, "ciapano", ace_of_bastoni=1)
    take(game, (9, 12, 8), 1, buried=3)
    assert ended(game).points == (3, 6, 2)


def test_the_ace_of_bastoni_buried() -> None:
    """Tricks 10, 9, 10, the dealer last: 3, 3, 15 (rules_reverse 6.3)."""
    game = seeded(0, "ciapano")
    take(game, (10, 9, 10), 2, buried=33)
    assert ended(game).points == (3, 3, 15)
    assert ended(game).hidden >> CARD["Ab"] & 1
