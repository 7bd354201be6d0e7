"""Events of the play: declarations, cards, tricks, draws and claims."""

from referee.rules.cards import BIT, SUIT_OF, Card, Mask
from referee.rules.events.event import Happening
from referee.rules.state import State


class DummyShown(Happening, frozen=True):
    """The dummy's hand is shown to all (R4.2)."""

    seat: int
    cards: Mask

    def apply(self, state: State) -> None:
        state.dummy_shown = True
        state.shown |= self.cards


class Declared(Happening, frozen=True):
    """Declarations of one player (R1.5). `told` is how much of them is told (R1.7), `cards` those that make them up."""

    seat: int
    points: int
    combos: tuple[str, ...]
    cards: Mask
    told: str

    def apply(self, state: State) -> None:
        state.declared[self.seat] += self.points
        state.combos[self.seat] += self.combos
        if self.told == "cards":
            state.shown |= self.cards
        if self.told == "on_request":
            state.untold[self.seat] += self.combos


class Revealed(Happening, frozen=True):
    """Declarations told on request (R1.7)."""

    seat: int
    combos: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.untold[self.seat] = ()


class Played(Happening, frozen=True):
    """A card is played, with what its player says."""

    seat: int
    card: Card
    say: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        card, seat, hands = self.card, self.seat, state.hands
        bit = 1 << card
        if not state.trick:
            state.suits_led |= 1 << SUIT_OF[card]
            state.lead_said = self.say
        state.trick.append((seat, card))
        if hands[seat] & bit:
            hands[seat] ^= bit
        else:
            tops = state.tops[seat]
            del tops[next(packet for packet, top in tops.items() if top == card)]


class TrickWon(Happening, frozen=True):
    """A trick is complete; its winner takes the cards and leads next (R0.5)."""

    winner: int
    number: int

    def apply(self, state: State) -> None:
        cards, winner = 0, self.winner
        for _, card in state.trick:
            cards |= 1 << card
        state.trick = []
        state.taken[winner] |= cards
        state.won[winner] += 1
        state.leader = winner
        state.number += 1


class Drawn(Happening, frozen=True):
    """The top card of the stock is drawn and shown (R2.2)."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.hands[self.seat] |= BIT[state.stock.pop(0)]
        state.shown |= BIT[self.card]


class TurnedUp(Happening, frozen=True):
    """The next card of a packet is turned up (R3.3)."""

    seat: int
    packet: int
    card: Card

    def apply(self, state: State) -> None:
        state.tops[self.seat][self.packet] = state.packets[self.seat][self.packet - 1].pop()
        state.shown |= BIT[self.card]


class Knocked(Happening, frozen=True):
    """Bookkeeping of talk: `seat` may say liscio of this suit with his next lead of another (R1.10)."""

    seat: int
    suit: int | None

    def apply(self, state: State) -> None:
        if self.suit is None:
            del state.knocked[self.seat]
        else:
            state.knocked[self.seat] = self.suit


class Claimed(Happening, frozen=True):
    """A claim and whether it stands (R0.14, R1.11); `cards` is the hand laid down with a claim of tricks."""

    seat: int
    claim: str
    right: bool
    cards: Mask = 0

    def apply(self, state: State) -> None:
        if self.claim != "tricks":
            return
        state.shown |= self.cards
        if not self.right:
            state.claimed |= 1 << self.seat
            return
        state.won[self.seat] += state.hands[self.seat].bit_count()
        for place, hand in enumerate(state.hands):
            state.taken[self.seat] |= hand
            state.hands[place] = 0
        state.leader = self.seat
