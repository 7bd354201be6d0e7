"""Counting a hand where points are bad: thirds into points, and what follows when one has them all (R12.3, R12.4)."""

from collections.abc import Generator
from typing import Final

import msgspec

from referee.rules import events
from referee.rules.cards import BIT, CARD
from referee.rules.decision import Action, Decision
from referee.rules.engine import Ended, Game, Steps
from referee.rules.phases.count import Counted, end_hand, single_utility
from referee.rules.scoring import place_thirds, remainder, side_of, side_sums
from referee.rules.state import State

ACE_OF_BASTONI: Final = BIT[CARD["Ab"]]
_OTHER_POINTS: Final = 10  # all but the ace of bastoni: 29 thirds of the cards and 3 of the last trick, rounded down


def reverse_total(ace: int) -> int:
    """T, the points of a hand in which the ace of bastoni is worth `ace` points (R12.1)."""
    return _OTHER_POINTS + ace


class Reverse(msgspec.Struct, frozen=True):
    """The end of a hand of which all want little, each for himself or two sides: R12.3 and R12.4."""

    ace: int
    """What the ace of bastoni is worth, in points (R12.1)."""
    rounding: str
    """R0.8: `remainder` or `drop`."""
    slam: str
    """R12.4: `give`, `sola` or `none`."""

    def __call__(self, game: Game, ended: Ended | None) -> Steps:
        """Count a hand played out; the winner of the last trick may first be asked what to do with all the points."""
        state = game.state
        sides = state.fixed_sides
        assert sides is not None and ended is None
        thirds = side_sums(sides, self._thirds(state))
        total, last = reverse_total(self.ace), side_of(sides, state.leader)
        points = [value // 3 for value in thirds]
        if self.rounding == "remainder":
            points = remainder(thirds, total, last)
        awards: tuple[str, ...] = ()
        if self.slam != "none" and points[last] == total:
            awards = ("slam",)
            points = yield from self._slam(game, last, total)
        playing = [side[0] in state.order for side in sides]
        entries = [value if plays else None for value, plays in zip(points, playing, strict=True)]
        won = single_utility(entries, len(sides))
        utility = [-won[side_of(sides, seat)] for seat in range(state.seats)]
        shown = [value if plays else None for value, plays in zip(thirds, playing, strict=True)]
        end_hand(game, Counted(shown, entries, [0 if plays else None for plays in playing], utility, awards))
        return None

    def _thirds(self, state: State) -> list[int]:
        """By seat; what lies face down belongs to the winner of the last trick, be it the ace of bastoni."""
        thirds = place_thirds(state)
        owner = next((seat for seat, taken in enumerate(state.taken) if taken & ACE_OF_BASTONI), state.leader)
        thirds[owner] += 3 * (self.ace - 1)
        return thirds

    def _slam(self, game: Game, last: int, total: int) -> Generator[Decision, Action, list[int]]:
        """R12.4: the points after it. All others get the total; `sola` lets a high score fall by it instead."""
        state = game.state
        units = range(len(state.scores))
        if self.slam == "sola" and state.scores[last] >= total:
            seat = state.leader
            game.emit(events.Counted(seat, total))
            words = ("discount", "give")
            if (yield Decision(seat, "sola", words=words, place=seat, rule="R12.4")) == "discount":
                return [-total if unit == last else 0 for unit in units]
        return [0 if unit == last else total for unit in units]
