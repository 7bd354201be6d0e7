"""What the search takes for certain, and the worlds it imagines, against what is true, in every game."""

import random

import pytest

from bots import rules
from bots.kit import Seat, View
from bots.maestro.hints import doubts_of
from bots.maestro.scene import Scene
from bots.maestro.worlds import World, Worlds
from referee.rules.deals import SeededDeals
from referee.rules.engine import Game
from referee.rules.state import State
from tests.bots.desk import Desk
from tests.bots.games import GAMES, Case

SAMPLES = 4
"""Worlds looked at in each decision."""


class Witness:
    """Plays as `rules` or at random, and at each decision about a card compares the scene with the truth."""

    def __init__(self, game: Game, seed: int, by_rules: bool) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.by_rules = by_rules
        self.looked = 0

    def choose(self, view: View) -> str:
        if view.decision == "play":
            self.looked += 1
            self._look(view)
        if self.by_rules:
            return rules.choose(view)
        legal = [action for action in view.legal if action != "claim:game"] or view.legal
        return self.random.choice(legal)

    def _look(self, view: View) -> None:
        state, scene = self.game.state, Scene(view)
        truth = true_world(state, scene)
        fits(scene, truth)
        doubts = doubts_of(view, scene.deck, scene.open)
        for doubt in doubts:
            assert doubt(truth.hands) > 0, "the truth is thought impossible"
        worlds = Worlds(scene.unknown, doubts, self.random)
        for _ in range(SAMPLES):
            fits(scene, worlds.draw())
        own = slice(4 * scene.place, 4 * scene.place + 4)
        assert worlds.draw().hands[own] == truth.hands[own]
        assert scene.taken == [sum(scene.value[code] for code in scene.deck.codes(mask)) for mask in state.taken]
        assert sum(scene.taken) + scene.last(truth) + _thirds(scene, truth) + scene.start.thirds == sum(scene.value) + 3


def _thirds(scene: Scene, world: World) -> int:
    """The thirds in hands, stock and in packets."""
    held = sum(
        scene.value[suit << 4 | rank]
        for entry, cards in enumerate(world.hands)
        for suit in [entry % 4]
        for rank in range(10)
        if cards >> rank & 1
    )
    drawn = scene.table.stock or any(scene.table.packets)
    return held + (sum(scene.value[code] for code in world.rest) if drawn else 0)


def true_world(state: State, scene: Scene) -> World:
    """The hands as they are."""
    hands: list[int] = []
    everywhere = 0
    for place, hand in enumerate(state.hands):
        held = hand | (state.visible(place) if state.tops else 0)
        everywhere |= held
        hands += scene.deck.suits(held if place in state.active else 0)
    mine = set(scene.deck.codes(everywhere))
    return World(hands, [code for code in scene.unknown.cards if code not in mine])


def fits(scene: Scene, world: World) -> None:
    """Assert that a world contradicts nothing that the scene holds for certain."""
    unknown = scene.unknown
    cards = set(unknown.cards)
    dealt: list[int] = []
    for place in range(scene.places):
        hand = [
            suit << 4 | rank for suit in range(4) for rank in range(10) if world.hands[4 * place + suit] >> rank & 1
        ]
        fixed = [suit << 4 | rank for suit in range(4) for rank in range(10) if unknown.fixed[place][suit] >> rank & 1]
        assert set(fixed) <= set(hand)
        more = [code for code in hand if code not in fixed]
        assert len(more) == unknown.need[place]
        assert cards.issuperset(more)
        assert not any(unknown.barred[place][code >> 4] >> (code & 15) & 1 for code in more)
        dealt += more
    assert sorted(dealt + world.rest) == sorted(unknown.cards)


@pytest.mark.parametrize("by_rules", [True, False], ids=["rules", "random"])
@pytest.mark.parametrize("case", GAMES, ids=str)
def test_the_truth_fits_and_every_world_imagined_fits(case: Case, by_rules: bool) -> None:
    variant = case.variant()
    game = Game(variant, SeededDeals("5ce4e" * 6 + "00"))
    witnesses = [Witness(game, seed, by_rules) for seed in range(variant.seats)]
    Desk(game, [Seat(witness.choose) for witness in witnesses]).play()
    assert sum(witness.looked for witness in witnesses) > 0
