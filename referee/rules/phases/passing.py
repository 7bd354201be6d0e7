"""Cards handed on and put aside before the first lead (R12.6, R12.7)."""

from collections.abc import Callable

from referee.rules.decision import Decision
from referee.rules.engine import Game, Steps
from referee.rules.events import Buried, CardPassed


def give_along(rule: str) -> Callable[[Game], Steps]:
    """From the dealer's right to the dealer, each gives one card face down to his right, after he has got his."""

    def phase(game: Game) -> Steps:
        state = game.state
        for seat in state.from_first()[:-1]:
            card = yield Decision(seat, "give", state.hands[seat], place=seat, rule=rule)
            assert isinstance(card, int)
            game.emit(CardPassed(seat, state.next(seat), card, shown=False))
        return None

    return phase


def bury(rule: str) -> Callable[[Game], Steps]:
    """In turn order, each who holds one card more than the rest puts one face down for the winner of the last trick."""

    def phase(game: Game) -> Steps:
        state = game.state
        size = min(state.hands[seat].bit_count() for seat in state.order)
        for seat in state.from_first():
            if state.hands[seat].bit_count() > size:
                card = yield Decision(seat, "bury", state.hands[seat], place=seat, rule=rule)
                assert isinstance(card, int)
                game.emit(Buried(seat, card))
        return None

    return phase
