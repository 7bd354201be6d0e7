"""The stock: cards drawn after each trick and shown (R2.2)."""

from referee.rules.engine import Game, Steps
from referee.rules.events import Drawn


def draw(game: Game) -> Steps:
    """After a trick, while the stock lasts: its winner, then the others in turn, take the top card and show it."""
    state = game.state
    if state.stock:
        place = state.leader
        for _ in state.order:
            game.emit(Drawn(place, state.stock[0]))
            place = state.next(place)
    yield from ()
    return None
