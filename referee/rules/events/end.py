"""Events of the end of a hand, of a player's part, and of the game."""

from referee.rules.cards import Mask
from referee.rules.events.event import Happening
from referee.rules.state import Sides, State


class Counted(Happening, frozen=True):
    """A player is shown his points before a choice (R12.4)."""

    seat: int
    points: int

    def apply(self, state: State) -> None:
        pass  # the points are added at the end of the hand


class HandEnded(Happening, frozen=True):
    """A hand is over. Lists are by unit of score, None for one who is out; `utility` by seat (R0.15), of this hand."""

    thirds: tuple[int | None, ...]
    points: tuple[int | None, ...]
    declared: tuple[int | None, ...]
    awards: tuple[str, ...]
    scores: tuple[int, ...]
    sides: Sides | None
    hidden: Mask
    utility: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.scores = list(self.scores)
        state.utility = [old + new for old, new in zip(state.utility, self.utility, strict=True)]
        state.hands_played += 1
        state.thrown_in = 0


class WentOut(Happening, frozen=True):
    """A player leaves the game (R12.5)."""

    seat: int

    def apply(self, state: State) -> None:
        state.out.append(self.seat)
        state.circle.remove(self.seat)
        state.active = [seat for seat in state.active if seat != self.seat]


class GameEnded(Happening, frozen=True):
    """The game is over; `utility` by seat sums to zero, `stakes` is the number of games won."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    utility: tuple[int, ...]
    stakes: int
    reason: str

    def apply(self, state: State) -> None:
        pass  # nothing is played after it
