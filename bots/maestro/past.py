"""What the others have played, as evidence of what they hold.

A world in which they would have played so by the maxims is likelier than one in which they would not.
"""

from bisect import bisect_right
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from bots.maestro.maxims import STAGE
from bots.maestro.options import among, options
from bots.maestro.scene import Scene
from bots.maestro.style import Style, Trick
from bots.maestro.worlds import World, Worlds


class Habits(NamedTuple):
    """How likely somebody plays the card that the maxims would play; by stage of the hand, where it depends on it."""

    leads: tuple[float, float, float]
    follows: float
    throws: tuple[float, float, float]
    """Where the suit cannot be followed."""


FRIEND: Final = Habits((0.5, 0.6, 0.7), 0.7, (0.65, 0.65, 0.7))
"""One who thinks as this bot does."""
OTHER: Final = Habits((0.25, 0.4, 0.5), 0.75, (0.5, 0.6, 0.7))
"""`rules`. Both are what told most of where cards are, a little less than what was counted."""


class Move(NamedTuple):
    """A card that another played from a choice, and the table before it."""

    place: int
    code: int
    later: tuple[int, ...]
    """The cards that the place has played since, this one among them, as suits."""
    live: tuple[int, ...]
    whole: tuple[int, ...]
    """The cards in hands and on the table."""
    likely: float
    """How likely the card that the maxims would play is."""
    trick: Trick
    left: int
    seen: dict[tuple[int, tuple[int, ...]], float]
    """What was found out, by the cards of the suit led and the sides."""


class Past:
    """The cards played so far."""

    def __init__(self, scene: Scene, style: Style) -> None:
        """Look back from the scene; where cards are drawn or turned up no hand is what it was, so nothing is seen."""
        self._style = style
        self._moves = [] if scene.grows else _moves(scene)
        self._hands = [0] * (4 * scene.places)

    def likelihood(self, world: World, side: tuple[int, ...]) -> float:
        """Return how likely the cards were in this world, beside one in which everybody plays by the maxims."""
        likelihood = 1.0
        hands = world.hands
        for move in self._moves:
            base = 4 * move.place
            later = move.later
            if move.trick.waiting:
                led = move.trick.led
                held = hands[base + led] | later[led]
                if held:
                    factor = move.seen.get((held, side))
                    if factor is None:
                        factor = move.seen[held, side] = self._factor(move, hands, side)
                    likelihood *= factor
                    continue
            likelihood *= self._factor(move, hands, side)
        return likelihood

    def _factor(self, move: Move, hands: Sequence[int], side: Sequence[int]) -> float:
        place, trick, then = move.place, move.trick, self._hands
        for suit in (0, 1, 2, 3):
            then[4 * place + suit] = hands[4 * place + suit] | move.later[suit]
        codes = options(then, place, trick.led if trick.waiting else -1, move.whole)
        if len(codes) == 1:
            return 1.0
        expected = self._style.choose(then, move.live, side, trick, move.left)
        if among(codes, expected) == among(codes, move.code):
            return move.likely
        return (1 - move.likely) / (len(codes) - 1)


def _moves(scene: Scene) -> list[Move]:
    """Return the cards of the others, from the first to the last."""
    deck, table = scene.deck, scene.table
    tricks = [[(place, deck.code[card]) for place, card in cards] for _, cards in table.tricks]
    tricks.append(list(scene.trick))
    played = [[0, 0, 0, 0] for _ in range(scene.places)]
    live = scene.live.copy()
    moves = []
    left = scene.left
    for trick in reversed(tricks):
        for number in range(len(trick) - 1, -1, -1):
            place, code = trick[number]
            played[place][code >> 4] |= 1 << (code & 15)
            live[code >> 4] |= 1 << (code & 15)
            if place != scene.place and not scene.open >> place & 1:
                moves.append(_move(scene, trick[:number], place, code, played[place], live, left))
        left += 1
    return moves[::-1]


def _move(
    scene: Scene,
    before: Sequence[tuple[int, int]],
    place: int,
    code: int,
    played: list[int],
    live: list[int],
    left: int,
) -> Move:
    whole = live.copy()
    for _, other in before:
        whole[other >> 4] |= 1 << (other & 15)
    trick = scene.trick_after(before, place)
    habits = FRIEND if scene.sides and scene.sides[place] == scene.sides[scene.place] else OTHER
    if not before:
        likely = habits.leads[STAGE[left]]
    else:
        likely = habits.follows if trick.led == code >> 4 else habits.throws[STAGE[left]]
    return Move(place, code, tuple(played), tuple(live), tuple(whole), likely, trick, left, {})


class Pool:
    """Worlds drawn beforehand, and drawn again from there as often as they are likely."""

    def __init__(self, scene: Scene, worlds: Worlds, past: Past, luck: Random) -> None:
        """Begin with one world."""
        self._scene = scene
        self._source = worlds
        self._past = past
        self._random = luck.random
        self._worlds: list[World] = []
        self._sums: list[float] = []
        self.add()

    @property
    def size(self) -> int:
        """How many worlds there are."""
        return len(self._worlds)

    def add(self) -> None:
        """Draw one more."""
        world = self._source.draw()
        likelihood = self._past.likelihood(world, self._scene.side(world))
        self._sums.append(likelihood + (self._sums[-1] if self._sums else 0))
        self._worlds.append(world)

    def draw(self) -> World:
        """Return a world; its lists are the caller's."""
        sums = self._sums
        world = self._worlds[bisect_right(sums, self._random() * sums[-1], 0, len(sums) - 1)]
        return World(world.hands.copy(), world.rest.copy())
