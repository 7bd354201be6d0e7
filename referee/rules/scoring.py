"""Thirds into points (R0.6-R0.8), and whose thirds count together."""

from referee.rules.cards import mask_of, thirds_of
from referee.rules.state import Sides, State

LAST_TRICK = 3  # thirds (R0.6)
HAND_POINTS = 11  # what two sides make together in a hand played out (R0.7)
GAME_POINTS = 6  # more than half of them: the declarer's side has won (R6.5)


def all_played(state: State) -> bool:
    """Whether the last trick of the hand is won."""
    lying = state.trick or state.stock or any(state.tops) or any(packet for own in state.packets for packet in own)
    return not (lying or any(state.hands)) and any(state.won)


def place_thirds(state: State) -> list[int]:
    """The thirds of each place so far: cards taken, and after the last trick its 3 thirds and what lies face down."""
    thirds = [thirds_of(taken) for taken in state.taken]
    if all_played(state):
        thirds[state.leader] += LAST_TRICK + thirds_of(state.hidden | mask_of(state.monte))
    return thirds


def card_thirds(state: State, place: int) -> int:
    """What the cards that a place has won are worth, the last-trick point apart."""
    return thirds_of(state.taken[place])


def side_of(sides: Sides, place: int) -> int:
    """The number of the side that a place belongs to."""
    return next(number for number, side in enumerate(sides) if place in side)


def side_sums(sides: Sides, values: list[int]) -> list[int]:
    """Values by place, added up by side."""
    return [sum(values[place] for place in side) for side in sides]


def remainder(thirds: list[int], total: int, last: int) -> list[int]:
    """R0.8 `remainder`: all but the winner of the last trick are rounded down; he has what is left of the total."""
    points = [value // 3 for value in thirds]
    points[last] += total - sum(points)
    return points
