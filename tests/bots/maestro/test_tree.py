"""The search, where it can be held against the truth: with all cards known it must find what the solver finds."""

from random import Random
from typing import cast

from bots import rules
from bots.kit import Seat, View
from bots.maestro.options import options
from bots.maestro.past import Pool
from bots.maestro.scene import Scene
from bots.maestro.taking import taking
from bots.maestro.tree import Search
from bots.maestro.worlds import World
from referee.rules.cards import CARD
from referee.rules.deals import SeededDeals, game_seed
from referee.rules.engine import Game
from referee.rules.solver import Solver
from tests.bots.desk import Desk
from tests.bots.games import Case

TRICKS = 4
"""Left, from where on the search is looked at."""
ROUNDS = 1500
ORDER = range(4)


class Truth:
    """A pool of one world: the hands as they are."""

    def __init__(self, world: World) -> None:
        self.world = world

    def draw(self) -> World:
        return World(self.world.hands.copy(), self.world.rest.copy())


class Watcher:
    """Plays as `rules`, and at each decision late in the hand compares the search with the solver."""

    def __init__(self) -> None:
        self.game: Game
        self.compared = 0
        self.lost = 0

    def choose(self, view: View) -> str:
        scene = Scene(view) if view.decision == "play" and len(view.legal) > 1 else None
        if scene and scene.left <= TRICKS and len(scene.options) > 1:
            self._compare(scene)
        return rules.choose(view)

    def _compare(self, scene: Scene) -> None:
        state = self.game.state
        world = World([suit for hand in state.hands for suit in scene.deck.suits(hand)], [])
        search = Search(scene, cast(Pool, Truth(world)), taking(), Random(1))
        search.run(ROUNDS)
        live, side = sum(state.hands), scene.place % 2
        solver = Solver(state.hands, ORDER, (side, side + 2))
        worths = solver.worths(live, scene.place, tuple(state.trick))
        taken = sum(scene.taken[place] for place in (side, side + 2))
        points = {card: (taken + thirds) // 3 for card, thirds in worths.items()}
        self.compared += max(points.values()) > min(points.values())
        self.lost += points[CARD[scene.deck.name[search.best()]]] < max(points.values())


def test_with_all_cards_known_it_gives_no_point_away() -> None:
    variant = Case("tressette", 4, "accuse=off hands=1").variant()
    watcher = Watcher()
    for deal in range(12):
        watcher.game = Game(variant, SeededDeals(game_seed("endings", deal)))
        Desk(watcher.game, [Seat(watcher.choose) for _ in ORDER]).play()
    assert watcher.compared > 20, "there was hardly anything to find"
    assert watcher.lost == 0


def test_of_equal_neighbours_only_the_lowest_is_an_option() -> None:
    hand = [0b0001011011, 0, 0, 0]  # 4 5 7 J K
    others = [0b0000000100, 0, 0, 0]  # 6
    whole = [mine | theirs for mine, theirs in zip(hand, others, strict=True)]
    assert options(hand, 0, -1, whole) == (0, 3, 4)
    assert options(hand, 0, 0, whole) == (0, 3, 4)
    assert options([*hand[:1], 0b11, 0, 0], 0, 1, [whole[0], 0b111, 0, 0]) == (16,)
    assert options(hand, 0, 2, whole) == (0, 3, 4)  # who cannot follow plays anything
