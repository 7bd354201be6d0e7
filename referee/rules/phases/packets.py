"""Packets of cards, of which two are turned over and played from the top (R3)."""

from typing import Final

from referee.rules.cards import HONOURS, Card, mask_of
from referee.rules.decision import Decision
from referee.rules.engine import Game, Steps
from referee.rules.events import Dealt, Exposed, TakenUp, TurnedUp
from referee.rules.state import State, first_of

_SIZE: Final = 5  # cards of a packet
_EACH: Final = 4  # packets of a player
PAIRS: Final = {f"{one}+{two}": (one, two) for one in range(1, _EACH + 1) for two in range(one + 1, _EACH + 1)}
"""The two packets that each word turns over, in the order of `legal`."""


def deal_packets(game: Game) -> Steps:
    """R3.1: packets of five, one after the other to each player in turn, four each; nobody has a hand yet."""
    state, played = game.state, game.hands[-1]
    circle = state.circle
    first = first_of(circle, circle, played.dealer)
    start = circle.index(first)
    packets: list[list[tuple[Card, ...]]] = [[] for _ in range(state.places)]
    top = 0
    for _ in range(_EACH):
        for place in circle[start:] + circle[:start]:
            packets[place].append(tuple(played.deck[top : top + _SIZE]))
            top += _SIZE
    game.emit(
        Dealt(
            played.hand,
            played.attempt,
            tuple(circle),
            tuple(circle),
            played.dealer,
            first,
            (0,) * state.places,
            packets=tuple(tuple(own) for own in packets),
            sides=game.variant.sides,
        )
    )
    yield from ()
    return None


def expose(game: Game) -> Steps:
    """R3.1: each player in turn, the one at the dealer's right first, turns over two of his packets."""
    state = game.state
    for place in state.from_first():
        said = yield Decision(place, "expose", words=tuple(PAIRS), place=place, rule="R3.1")
        pair = PAIRS[str(said)]
        own = state.packets[place]
        hand = mask_of(card for number, packet in enumerate(own, 1) if number not in pair for card in packet)
        game.emit(Exposed(place, pair, tuple(own[number - 1][-1] for number in pair), hand))
    return None


def take_up(game: Game) -> Steps:
    """R3.2: tops among the three highest ranks go to their owners' hands, and the next cards are turned up."""
    state = game.state
    while found := _high_tops(state):
        for place, number, card in found:
            game.emit(TakenUp(place, number, card))
            _turn_up(game, place, number)
    yield from ()
    return None


def turn_up(game: Game) -> Steps:
    """R3.3: after a trick, what lay under the tops that were played; the winner's first."""
    state = game.state
    place = state.leader
    for _ in state.order:
        for number in range(1, _EACH + 1):
            if number not in state.tops[place]:
                _turn_up(game, place, number)
        place = state.next(place)
    yield from ()
    return None


def _high_tops(state: State) -> list[tuple[int, int, Card]]:
    """The visible tops that are 3, 2 or ace: the player's at the dealer's right first, then by packet number."""
    tops = [(place, number, card) for place in state.from_first() for number, card in sorted(state.tops[place].items())]
    return [top for top in tops if HONOURS >> top[2] & 1]


def _turn_up(game: Game, place: int, number: int) -> None:
    packet = game.state.packets[place][number - 1]
    if packet:
        game.emit(TurnedUp(place, number, packet[-1]))
