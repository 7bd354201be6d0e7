"""The dummy: a hand that is nobody's, played by the dealer (R4)."""

from referee.rules.engine import Game
from referee.rules.events import DummyShown
from referee.rules.state import Sides, State


def with_dummy(circle: list[int], dealer: int) -> list[int]:
    """R4.1: the turn order of a hand, the dummy sitting opposite the dealer; its place comes after all the seats."""
    start = circle.index(dealer) + 1
    right, *others = circle[start:] + circle[:start]
    return [right, len(circle), *others]


def dealer_and_dummy(order: list[int], dealer: int) -> Sides:
    """R4.3: dealer and dummy against the other two."""
    dummy = max(order)
    return (dealer, dummy), tuple(sorted(place for place in order if place not in (dealer, dummy)))


def show_dummy(game: Game, place: int, card: int) -> None:
    """R4.2: when the first card is down the dummy's hand is shown to all."""
    state = game.state
    if not state.dummy_shown:
        dummy = state.seats
        game.emit(DummyShown(dummy, state.hands[dummy]))


def dealer_plays(state: State, place: int) -> int:
    """R4.2: the dealer plays the dummy's cards, everybody else his own."""
    return state.dealer if place == state.seats else place
