"""Partners: who sat on one side with whom, without changes of which single bots cannot be told apart."""

from itertools import combinations, product
from typing import TypeAlias

Partnership: TypeAlias = tuple[str, ...]
"""The bots of one side by name, in the order of their first game."""


class Partners:
    """The ways in which bots were seated, in games of sides."""

    def __init__(self) -> None:
        self._seen: dict[tuple[tuple[tuple[int, ...], ...], tuple[str, ...]], None] = {}

    def add(self, sides: tuple[tuple[int, ...], ...] | None, bots: tuple[str, ...]) -> None:
        """Take in a game of these sides with these bots, by seat; one of no fixed sides says nothing."""
        if sides is not None:
            self._seen[sides, bots] = None

    def fixed(self) -> tuple[Partnership, ...] | None:
        """The partnerships, if there are some and no bot ever had another partner, or none; else None."""
        found: dict[str, Partnership] = {}
        for side in self._sides():
            if any(set(found.setdefault(bot, side)) != set(side) for bot in side):
                return None
        whole = tuple({frozenset(side): side for side in found.values()}.values())
        return whole if any(len(side) > 1 for side in whole) else None

    def uneven(self) -> bool:
        """Whether two bots met only as partners, or only as opponents, in games where bots had others for partners."""
        together = {frozenset(pair) for side in self._sides() for pair in combinations(side, 2)}
        against = {
            frozenset((one, other))
            for sides, bots in self._seen
            for side, others in combinations(sides, 2)
            for one, other in product((bots[seat] for seat in side), (bots[seat] for seat in others))
            if one != other
        }
        return bool(together) and together != against

    def _sides(self) -> list[Partnership]:
        return [
            tuple(dict.fromkeys(bots[seat] for seat in side)) for sides, bots in self._seen for side in sides if side
        ]
