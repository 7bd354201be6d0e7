"""What the table says that a seat knows, against what is true, in every game."""

import random

import pytest

from bots.cards import NAMES, SUIT_MASK, cards_of, mask_of, set_of, thirds_of
from bots.kit import Seat, View
from bots.position import CERTAIN, Position
from bots.sides import FRIEND, trust_of
from referee.rules.deals import SeededDeals
from referee.rules.engine import Game
from tests.bots.desk import Desk
from tests.bots.games import GAMES, Case


class Witness:
    """Plays at random, and at each decision compares what it was told with what the engine knows."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.asked = 0

    def choose(self, view: View) -> str:
        self.asked += 1
        state, table = self.game.state, view.table
        hands = [hand | (state.visible(place) if state.tops else 0) for place, hand in enumerate(state.hands)]
        assert view.hand == [name for name in view.hand if mask_of([name]) & state.hands[view.place]]
        assert mask_of(view.own) == state.hands[view.seat]
        assert [tuple(each) for each in view.trick] == [(place, NAMES[card]) for place, card in state.trick]
        assert table.trick == state.trick
        assert table.played == state.played()
        assert table.scores in ([], state.scores)
        assert table.hand == state.hand
        assert table.attempt == state.attempt
        assert table.order == state.order
        assert table.dealer == state.dealer
        assert table.stock == len(state.stock)
        assert table.declared == state.declared
        assert [table.taken[place] for place in state.order] == [thirds_of(state.taken[place]) for place in state.order]
        assert len(table.tricks) == state.number - 1
        for place in state.order:
            assert not table.known[place] & ~hands[place], "a card said to be held is not"
            assert not table.lacks[place] & hands[place], "a card said not to be held is"
            assert not state.tops or table.tops[place] == state.visible(place)
            under = [number for _, number in table.packets[place].values()]
            assert not under or sum(under) == sum(map(len, state.packets[place]))
            if not state.packets and not table.exchanged >> place & 1:
                shown = set_of(card for _, trick in table.tricks for player, card in trick if player == place)
                shown |= set_of(card for player, card in table.trick if player == place)
                assert not state.dealt[place] & ~(hands[place] | shown), (
                    "a hand that lost a card is thought the one dealt"
                )
            for suit in range(4):
                assert not table.voids[place] >> suit & 1 or not hands[place] & SUIT_MASK[suit]
            if table.open >> place & 1:
                assert table.known[place] == hands[place]
        self._position(view, hands)
        legal = [action for action in view.legal if action != "claim:game"] or view.legal
        return self.random.choice(legal)

    def _position(self, view: View, hands: list[int]) -> None:
        state, position = self.game.state, Position(view)
        if not position.left:
            return  # before the packets are turned over nobody has a hand (R3.1)
        for place in position.others:
            unseen = hands[place] & ~mask_of(view.own)
            assert not unseen & ~position.unseen, "a card that somebody holds is thought gone"
            for card in cards_of(hands[place]):
                assert position.chance(place, 1 << card) > 0
            for card in cards_of(position.unseen & ~hands[place]):
                assert position.chance(place, 1 << card) < CERTAIN
        assert not position.unseen & hands[view.place]
        if state.sides:
            friends = next(side for side in state.sides if view.place in side)
            trust = trust_of(view)
            assert all((trust[place] == FRIEND) is (place in friends) for place in state.order)


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_the_table_is_right_about_everything(case: Case) -> None:
    variant = case.variant()
    game = Game(variant, SeededDeals("5eed" * 8))
    witnesses = [Witness(game, seed) for seed in range(variant.seats)]
    desk = Desk(game, [Seat(witness.choose) for witness in witnesses])
    desk.play()
    assert sum(witness.asked for witness in witnesses) == len(desk.actions) > 0
