"""Calling a card: which may be called, and what its holder does: give it, exchange it, or be a partner (R6-R9)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from referee.rules.cards import ACES, BIT, DECKS, Mask, mask_of, of_rank
from referee.rules.decision import Decision
from referee.rules.engine import Game, Steps
from referee.rules.events import Called, CardPassed, HowChosen, PartnerShown, Swapped
from referee.rules.phases.auction import Phase
from referee.rules.state import State

Choices: TypeAlias = Callable[[Mask], Mask]
"""The cards that may be called, by the caller's own cards. Nothing else may count: who holds what is not known."""

_DECK: Final = mask_of(DECKS["italian40"])


def _first_missing(*ranks: str) -> Choices:
    """The cards not held of the first of these ranks of which some are missing."""

    def choices(own: Mask) -> Mask:
        return next(cards & ~own for cards in map(of_rank, ranks) if cards & ~own)

    return choices


CALLABLE: Final[dict[str, Choices]] = {
    "threes": _first_missing("3", "2", "A"),  # R7.1
    "threes_and_twos": _first_missing("32", "A"),  # R8.2
    "honours": lambda own: of_rank("32A") & ~own,  # R9.2
    "no_ace": lambda own: _DECK & ~ACES & ~own,  # R7.1
    "any": lambda own: _DECK & ~own,  # R6.3
}


def _declarer(state: State) -> int:
    assert state.declarer is not None
    return state.declarer


def call(choices: Choices, rule: str, caller: Callable[[State], int] = _declarer) -> Phase:
    """The caller, as a rule the declarer, names a card that he does not hold. A card he has laid to exchange is his."""

    def phase(game: Game) -> Steps:
        state = game.state
        seat = caller(state)
        own = state.hands[seat] | (0 if state.laid is None else BIT[state.laid])
        card = yield Decision(seat, "call", choices(own), place=seat, rule=rule)
        game.emit(Called(seat, int(card)))
        return None

    return phase


def give_called(game: Game) -> Steps:
    """R6.3: who holds the called card gives it, openly; nobody does if it lies in the monte."""
    _give(game)
    yield from ()  # nothing is asked
    return None


def return_card(rule: str) -> Phase:
    """R6.3: to the giver, if there was one, the declarer returns a card, openly, and not the called one."""

    def phase(game: Game) -> Steps:
        state = game.state
        seat, giver, called = _declarer(state), state.partner, state.called
        if giver is None or called is None:
            return None
        card = yield Decision(seat, "return", state.hands[seat] & ~BIT[called], place=seat, rule=rule)
        game.emit(CardPassed(seat, giver, int(card), True))
        return None

    return phase


def lay_card(rule: str) -> Phase:
    """R8.2, R9.2: the declarer lays one of his cards face down, to be exchanged."""

    def phase(game: Game) -> Steps:
        seat = _declarer(game.state)
        card = yield Decision(seat, "swap", game.state.hands[seat], place=seat, rule=rule)
        game.emit(Swapped(seat, int(card)))
        return None

    return phase


def exchange_laid(game: Game) -> Steps:
    """R8.2, R9.2: who holds the called card gives it and takes the card laid, which those two alone see."""
    giver, laid = _give(game), game.state.laid
    if giver is not None and laid is not None:
        game.emit(CardPassed(_declarer(game.state), giver, laid, False))
    yield from ()  # nothing is asked
    return None


def partner_or_swap(rule: str) -> Phase:
    """R8.2: the declarer chooses: the holder of the called card plays with him, or gives the card for another."""
    lay = lay_card(rule)

    def phase(game: Game) -> Steps:
        state = game.state
        seat = _declarer(state)
        how = yield Decision(seat, "how", words=("partner", "swap"), place=seat, rule=rule)
        game.emit(HowChosen(seat, str(how)))
        if how == "swap":
            yield from lay(game)
            yield from exchange_laid(game)
        elif state.partner is not None:
            game.emit(PartnerShown(state.partner))
        return None

    return phase


def show_partner(game: Game, place: int, card: int) -> None:
    """R7.1, R9.2: the secret partner becomes known when the called card is played."""
    state = game.state
    if card == state.called and state.sides is None:
        game.emit(PartnerShown(place))


def _give(game: Game) -> int | None:
    """The called card goes openly to the declarer; who gave it."""
    state = game.state
    assert state.called is not None
    giver = state.holder(state.called)
    if giver is not None:
        game.emit(CardPassed(giver, _declarer(state), state.called, True))
    return giver
