"""Worlds: how the cards may lie, sampled so that each that is possible is as likely as it should be."""

from collections.abc import Callable, Sequence
from math import factorial
from random import Random
from typing import Final, NamedTuple, TypeAlias

from bots.maestro.deck import ALL, RANKS

Doubt: TypeAlias = Callable[[list[int]], float]
"""How likely what was seen is, given the hands: from 0, impossible, to 1."""

TRIES: Final = 60
"""Deals looked at before one is taken that contradicts something."""


class Unknown(NamedTuple):
    """What is to be dealt: codes of cards, and who may hold them."""

    cards: tuple[int, ...]
    """The cards of which one does not know where they are."""
    fixed: tuple[tuple[int, ...], ...]
    """By place, the suits of the cards that are known to be there."""
    need: tuple[int, ...]
    """By place, how many of the unknown cards it has; the last entry is for those in nobody's hand."""
    barred: tuple[tuple[int, ...], ...]
    """By place, and for nobody, the suits of the cards that cannot be there."""


class World(NamedTuple):
    """One way the cards may lie."""

    hands: list[int]
    """Suits by place: entry `4 * place + suit`."""
    rest: list[int]
    """The codes in nobody's hand."""


class Worlds:
    """A source of worlds.

    The cards are dealt one by one into the free places where they may lie, those with the fewest such places first.
    That makes some worlds more likely than others, where two players lack different suits, by a factor that is known.
    It is made up for by staying with the world before for as long as that should be more likely, after Metropolis; and
    so is what the doubts say.
    """

    def __init__(self, unknown: Unknown, doubts: Sequence[Doubt], luck: Random) -> None:
        """Get ready to deal the unknown cards."""
        self._need = unknown.need
        self._fixed = [suit for suits in unknown.fixed for suit in suits]
        self._doubts = tuple(doubts)
        self._random = luck.random
        self._groups = _groups(unknown)
        everywhere = tuple(place for place, number in enumerate(unknown.need) if number)
        self._anyhow = [(unknown.cards, everywhere)]
        self._now: World | None = None
        self._weight = 0.0

    def draw(self) -> World:
        """Return a world; its lists are the caller's."""
        world = None
        for _ in range(TRIES):
            dealt, weight = self._deal(self._groups)
            if not weight:
                continue
            world = self._world(dealt)
            if len(self._groups) < 2 and not self._doubts:
                return world
            for doubt in self._doubts:
                weight *= doubt(world.hands)
            if weight:
                if self._now is None or weight >= self._weight * self._random():
                    self._now, self._weight = world, weight
                break
        now = self._now or world or self._world(self._deal(self._anyhow)[0])
        return World(now.hands.copy(), now.rest.copy())

    def _deal(self, groups: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> tuple[list[list[int]], float]:
        """Return the cards dealt to each place, and by what factor that comes too seldom; 0 if they do not fit."""
        random = self._random
        free = list(self._need)
        dealt: list[list[int]] = [[] for _ in free]
        weight = 1.0
        for cards, places in groups:
            slots = sum([free[place] for place in places])
            mixed = list(cards)
            number = len(mixed)
            if slots < number:
                return dealt, 0.0
            for top in range(number - 1, 0, -1):
                other = int(random() * (top + 1))
                mixed[top], mixed[other] = mixed[other], mixed[top]
            if slots == number:  # they fill all places: slices will do
                weight *= factorial(number)
                for place in places:
                    size = free[place]
                    dealt[place] += mixed[:size]
                    del mixed[:size]
                    free[place] = 0
            for card in mixed:
                weight *= slots
                chosen = int(random() * slots)
                slots -= 1
                for place in places:
                    chosen -= free[place]
                    if chosen < 0:
                        free[place] -= 1
                        dealt[place].append(card)
                        break
        return dealt, weight

    def _world(self, dealt: list[list[int]]) -> World:
        hands = self._fixed.copy()
        for place, cards in enumerate(dealt[:-1]):
            if cards:
                packed = 0
                for code in cards:
                    packed |= 1 << (code >> 4) * RANKS + (code & 15)
                base = 4 * place
                hands[base] |= packed & ALL
                hands[base + 1] |= packed >> RANKS & ALL
                hands[base + 2] |= packed >> 2 * RANKS & ALL
                hands[base + 3] |= packed >> 3 * RANKS
        return World(hands, dealt[-1])


def _groups(unknown: Unknown) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the cards that may lie in the same places, with those places; those with the fewest first."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for code in unknown.cards:
        suit, rank = code >> 4, code & 15
        places = tuple(
            place for place, number in enumerate(unknown.need) if number and not unknown.barred[place][suit] >> rank & 1
        )
        groups.setdefault(places, []).append(code)
    return sorted(((tuple(cards), places) for places, cards in groups.items()), key=lambda group: len(group[1]))
