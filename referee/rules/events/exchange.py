"""Events of cards that change hands or are laid face down before the play."""

from referee.rules.cards import BIT, Card, Mask, mask_of
from referee.rules.events.event import Happening
from referee.rules.state import State


class Swapped(Happening, frozen=True):
    """A card laid face down to be exchanged (R8.2, R9.2)."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.hands[self.seat] &= ~BIT[self.card]
        state.laid = self.card


class MonteTaken(Happening, frozen=True):
    """`seat` takes these cards of the monte; `shown` to all, else he alone sees them (R6.3, R9.2)."""

    seat: int
    cards: Mask
    shown: bool

    def apply(self, state: State) -> None:
        state.hands[self.seat] |= self.cards
        if self.shown:
            state.shown |= self.cards
        state.monte = [card for card in state.monte if not self.cards >> card & 1]


class CardPassed(Happening, frozen=True):
    """A card went from one place to another; `shown` to all, else those two see it."""

    giver: int
    taker: int
    card: Card
    shown: bool

    def apply(self, state: State) -> None:
        state.hands[self.giver] &= ~BIT[self.card]
        state.hands[self.taker] |= BIT[self.card]
        if self.shown:
            state.shown |= BIT[self.card]
        if state.laid == self.card:
            state.laid = None


class Discarded(Happening, frozen=True):
    """A card laid in the monte face down, unseen by the others."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.hands[self.seat] &= ~BIT[self.card]
        state.monte.append(self.card)
        if state.laid == self.card:
            state.laid = None


class Buried(Happening, frozen=True):
    """A card put face down for the winner of the last trick, unseen by the others (R12.6, R12.7)."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.hands[self.seat] &= ~BIT[self.card]
        state.hidden |= BIT[self.card]


class Exposed(Happening, frozen=True):
    """Two packets turned over, by number from 1, with their tops; `cards` of the other two are the hand (R3.1)."""

    seat: int
    packets: tuple[int, int]
    tops: tuple[Card, ...]
    cards: Mask

    def apply(self, state: State) -> None:
        own = state.packets[self.seat]
        for number, packet in enumerate(own, 1):
            if number in self.packets:
                state.tops[self.seat][number] = packet.pop()
            else:
                packet.clear()
        state.hands[self.seat] = state.dealt[self.seat] = self.cards
        state.shown |= mask_of(self.tops)


class TakenUp(Happening, frozen=True):
    """A visible top goes to its owner's hand before the first lead (R3.2)."""

    seat: int
    packet: int
    card: Card

    def apply(self, state: State) -> None:
        del state.tops[self.seat][self.packet]
        state.hands[self.seat] |= BIT[self.card]
        state.dealt[self.seat] = state.hands[self.seat]
