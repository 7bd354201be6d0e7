"""Talk: what the leader of a trick may say with his lead, and when it is true (R1.10)."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from referee.rules.cards import BIT, CARD, PLACES, RANKS, SUIT_MASK, SUIT_OF, Mask
from referee.rules.engine import Game
from referee.rules.events import Knocked, Revealed
from referee.rules.phases.tricks import Sayings
from referee.rules.scoring import side_of
from referee.rules.state import State


class Suit(NamedTuple):
    """A leader's cards of the suit he leads: with the led card, and what stays in his hand."""

    held: Mask
    stays: Mask

    def has(self, ranks: str) -> bool:
        """Whether he holds a card of each of the ranks."""
        return all(_any(self.held, rank) for rank in ranks)

    def number(self) -> int:
        """How many he holds, the led card included."""
        return self.held.bit_count()


Truth = Callable[[Suit], bool]


def _ranks_mask(ranks: str) -> Mask:
    return sum(BIT[CARD[rank + suit]] for rank in ranks for suit in "bcds")


def _any(cards: Mask, ranks: str) -> bool:
    return bool(cards & _ranks_mask(ranks))


_LOW: Final = _ranks_mask(RANKS[: RANKS.index("K") + 1])
_SMALL: Final = _ranks_mask(RANKS[: RANKS.index("J") + 1])


def _true(suit: Suit) -> bool:
    return True


def _exactly(number: int) -> Truth:
    return lambda suit: suit.number() == number and not _any(suit.held, "32A")


def _exactly_small(number: int) -> Truth:
    return lambda suit: _exactly(number)(suit) and not suit.stays & ~_SMALL


def _king_and(others: int) -> Truth:
    def true(suit: Suit) -> bool:
        more = suit.number() - 1
        return suit.has("K") and (more >= others if others == 4 else more == others)

    return true


GESTURES: Final[dict[str, Truth]] = {
    "busso": _true,
    "striscio": lambda suit: bool(suit.stays & _LOW),
    "volo": lambda suit: not suit.stays,
    "liscio": _true,  # its condition is about when, see `_when`
}
_WORDS: Final[dict[str, Truth]] = {
    "ho-3": lambda suit: suit.has("3"),
    "ho-2": lambda suit: suit.has("2"),
    "ho-a": lambda suit: suit.has("A"),
    "ho-28": lambda suit: suit.has("A2"),
    "ho-29": lambda suit: suit.has("A3"),
    "voglio-3": _true,
    "voglio-2": _true,
    "voglio-a": _true,
    "voglio-25": _true,
    **{f"conta-{number}": _exactly(number) for number in range(1, 11)},
    **{f"conta-{number}-liscia": _exactly_small(number) for number in range(1, 11)},
    **{f"re-doppio-{number}": _king_and(number) for number in (2, 3, 4)},
    "liscio-e-busso": lambda suit: suit.has("3A"),
    "bussata-forte": lambda suit: suit.has("32") and suit.number() - 2 - suit.has("A") >= 3,
    "la-buona": lambda suit: suit.has("A") and suit.number() >= 4 and not suit.has("32"),
}
ANY_LEAD: Final = (*GESTURES, "piombo-a-te")
SAYINGS: Final[dict[str, Truth]] = {**GESTURES, **_WORDS, "piombo-a-te": _true}
"""Every saying of R1.10 with its truth condition, in the order in which they are offered."""
TALK: Final = {"none": (), "gestures": tuple(GESTURES), "full": tuple(SAYINGS)}


def allowed_sayings(allowed: Iterable[str], enforced: bool) -> Callable[[State, int], Sayings | None]:
    """The sayings that a leader may add to each card that he may lead; `enforced` offers only true ones."""
    wanted = [(saying, SAYINGS[saying]) for saying in SAYINGS if saying in set(allowed)]

    def talk(state: State, place: int) -> Sayings | None:
        hand = state.hands[place]
        offered = {}
        for suit, suit_mask in enumerate(SUIT_MASK):
            cards = hand & suit_mask
            now = [(saying, true) for saying, true in wanted if _when(state, place, saying, suit, enforced)]
            while cards:
                low = cards & -cards
                cards ^= low
                leading = Suit(hand & suit_mask, hand & suit_mask & ~low)
                sayings = tuple(saying for saying, true in now if not enforced or true(leading))
                if sayings:
                    offered[low.bit_length() - 1] = sayings
        return offered or None

    return talk


def _when(state: State, place: int, saying: str, suit: int, enforced: bool) -> bool:
    """When a saying may be used at all: words about a suit when it is led for the first time in the hand.

    Liscio goes with a lead of another suit than the one knocked for; it is true while that one is still held.
    """
    if saying == "liscio":
        knocked = state.knocked.get(place)
        if knocked is None or knocked == suit:
            return False
        return not enforced or bool(state.hands[place] & SUIT_MASK[knocked])
    return saying in ANY_LEAD or not state.suits_led >> suit & 1


def with_requests(talk: Callable[[State, int], Sayings | None] | None) -> Callable[[State, int], Sayings | None]:
    """R1.7 `on_request`: from trick 2 on `ask:<seat>` goes with any lead, for other seats with untold declarations."""

    def both(state: State, place: int) -> Sayings | None:
        offered = talk(state, place) if talk else None
        if state.number == 1:
            return offered
        asks = tuple(f"ask:{seat}" for seat in sorted(state.order) if seat != place and state.untold[seat])
        if not asks:
            return offered
        known = offered or {}
        hand = state.hands[place] | state.visible(place)
        return {card: known.get(card, ()) + asks for card in range(4 * PLACES) if hand >> card & 1}

    return both


def answer_requests(game: Game, place: int, card: int) -> None:
    """R1.7: what was asked for is told as in `named`."""
    for saying in game.said:
        if saying.startswith("ask:"):
            seat = int(saying[4:])
            game.emit(Revealed(seat, game.state.untold[seat]))


def hear(game: Game, place: int, card: int) -> None:
    """R1.10 liscio: who wins a trick in which his partner said busso may say it with his next lead of another suit."""
    state = game.state
    trick = state.trick
    knocked = state.knocked.get(place)
    if len(trick) == 1 and knocked is not None and knocked != SUIT_OF[card]:
        game.emit(Knocked(place, None))
    if len(trick) < len(state.order) or "busso" not in state.lead_said:
        return
    leader, led = trick[0]
    winner = max(trick, key=lambda play: play[1] if SUIT_OF[play[1]] == SUIT_OF[led] else -1)[0]
    sides = state.fixed_sides
    assert sides is not None
    if winner != leader and side_of(sides, winner) == side_of(sides, leader):
        game.emit(Knocked(winner, SUIT_OF[led]))
