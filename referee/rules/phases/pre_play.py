"""What may happen between the deal and the first lead: seating by coins, the lone player, annulment."""

from collections.abc import Callable, Iterator, Sequence

from referee.rules.cards import CARD, Card, Mask, of_rank, thirds_of
from referee.rules.decision import Decision
from referee.rules.engine import Ended, Game, Steps
from referee.rules.events import Annulled, LoneNamed, Seated
from referee.rules.state import State

FOUR_OF_COINS = CARD["4d"]
_COINS = tuple(CARD[name] for name in ("5d", "6d", "7d", "Jd", "Qd", "Kd", "Ad", "2d", "3d"))

_SEVENS = of_rank("7")
REDEALS: dict[str, Callable[[Mask], bool]] = {
    # R1.4: what qualifies a hand for annulment
    "below_one": lambda hand: thirds_of(hand) < 3,
    "at_most_one": lambda hand: thirds_of(hand) <= 3,
    "three_sevens": lambda hand: (hand & _SEVENS).bit_count() >= 3,
}


def seat_by_coins(game: Game) -> Steps:
    """R1.2: in the first hand the holder of 5d becomes the partner of the holder of 4d."""
    state = game.state
    if state.hand:
        return None
    four = _holder(state, FOUR_OF_COINS)
    fives = (seat for seat in (_holder(state, card) for card in _COINS[:2]) if seat != four)
    if game.deals.given:  # R0.17: no second deal, but further coins
        fives = (seat for seat in (_holder(state, card) for card in _COINS) if seat != four)
    five = next(fives, None)
    if five is None:
        game.emit(Annulled(None, 0, "seating"))
        return Ended("annulled")
    order = list(state.order)
    opposite, place = (order.index(four) + 2) % 4, order.index(five)
    order[opposite], order[place] = order[place], order[opposite]
    sides = tuple(sorted(tuple(sorted(pair)) for pair in (order[0::2], order[1::2])))
    game.emit(Seated(tuple(order), sides))
    yield from ()
    return None


def lone_by_card(card: Card, for_game: bool) -> Callable[[Game], Steps]:
    """R5.2: the holder of the card plays alone, for the whole game or for this hand."""

    def phase(game: Game) -> Steps:
        if not for_game or not game.state.hand:
            game.emit(LoneNamed(_holder(game.state, card), for_game))
        yield from ()
        return None

    return phase


def annulment(reasons: Sequence[str]) -> Callable[[Game], Steps]:
    """R1.4: in turn order from the leader, a player who qualifies may annul the hand; it is then shown."""

    def phase(game: Game) -> Steps:
        state = game.state
        if game.deals.given:  # R0.17
            return None
        for seat in _from(state, state.leader):
            reason = next((each for each in reasons if REDEALS[each](state.hands[seat])), None)
            if reason is None:
                continue
            if (yield Decision(seat, "redeal", words=("keep", "redeal"), place=seat, rule="R1.4")) == "redeal":
                game.emit(Annulled(seat, state.hands[seat], reason))
                return Ended("annulled")
        return None

    return phase


def _holder(state: State, card: Card) -> int:
    seat = state.holder(card)
    assert seat is not None
    return seat


def _from(state: State, place: int) -> Iterator[int]:
    for _ in state.order:
        yield place
        place = state.next(place)
