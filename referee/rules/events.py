"""What happens at the table, in full: each event knows what it changes in the state, and nothing else changes it.

What a seat is told of an event is decided in one place, `referee.rules.projection`.
"""

from typing import TypeAlias

import msgspec

from referee.rules.cards import BIT, SUIT_OF, Card, Mask, mask_of
from referee.rules.state import Sides, State


class _Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened; `apply` makes it true in the state."""


class Dealt(_Event):
    """Cards were dealt; `hands` by place. Whatever is left lies in the stock or the monte, in deck order (R0.12)."""

    hand: int
    attempt: int
    circle: tuple[int, ...]
    order: tuple[int, ...]
    dealer: int
    leader: int | None
    hands: tuple[Mask, ...]
    stock: tuple[Card, ...] = ()
    monte: tuple[Card, ...] = ()
    removed: tuple[Card, ...] = ()
    packets: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    sides: Sides | None = None
    """Those that hold for the whole game, as far as they are decided."""
    hand_sides: Sides | None = None
    """Those of this hand, where it is clear from the deal that they change by hand (R4.3)."""

    def apply(self, state: State) -> None:
        state.fixed_sides = self.sides
        state.clear(list(self.order), list(self.hands))
        state.circle = list(self.circle)
        if self.hand_sides:
            state.sides = self.hand_sides
        state.hand, state.attempt, state.dealer = self.hand, self.attempt, self.dealer
        if self.leader is not None:
            state.leader = self.leader
        state.stock, state.monte, state.removed = list(self.stock), list(self.monte), self.removed
        state.packets = [[list(packet) for packet in own] for own in self.packets]
        state.tops = [{} for _ in self.packets]


class Annulled(_Event):
    """A hand is annulled before the first lead (R1.4, R1.2); the hand that allows it is shown."""

    seat: int | None
    cards: Mask
    reason: str

    def apply(self, state: State) -> None:
        pass  # the next deal clears the table


class ThrownIn(_Event):
    """All passed (R0.17)."""

    reason: str

    def apply(self, state: State) -> None:
        state.thrown_in += 1


class Seated(_Event):
    """The turn order and the sides for the whole game, as the cards decided them (R1.2)."""

    order: tuple[int, ...]
    sides: Sides

    def apply(self, state: State) -> None:
        state.circle, state.order, state.active = list(self.order), list(self.order), list(self.order)
        state.sides = state.fixed_sides = self.sides


class LoneNamed(_Event):
    """The seat that plays alone against the rest (R5.2), for this hand or, `for_game`, for all."""

    seat: int
    for_game: bool

    def apply(self, state: State) -> None:
        state.sides = ((self.seat,), tuple(seat for seat in range(state.seats) if seat != self.seat))
        if self.for_game:
            state.fixed_sides = state.sides


class Bid(_Event):
    """A bid or a pass in the auction."""

    seat: int
    bid: str

    def apply(self, state: State) -> None:
        if self.bid != "pass":
            state.contract, state.declarer = self.bid, self.seat


class Raised(_Event):
    """What the declarer of a solissimo adds (R6.2)."""

    seat: int
    bid: str

    def apply(self, state: State) -> None:
        state.raised = self.bid


class HowChosen(_Event):
    """Whether the holder of the called card is a partner or gives the card (R8.2)."""

    seat: int
    bid: str

    def apply(self, state: State) -> None:
        if self.bid == "swap":
            state.sides = _alone(state, self.seat)


class Contracted(_Event):
    """The auction is over. `alone`: the declarer plays against all the others, as everybody knows from now on."""

    seat: int
    bid: str
    value: int
    leader: int
    alone: bool

    def apply(self, state: State) -> None:
        state.contract, state.declarer, state.leader = self.bid, self.seat, self.leader
        if self.alone:
            state.sides = _alone(state, self.seat)


class Swapped(_Event):
    """A card laid face down to be exchanged (R8.2, R9.2)."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.hands[self.seat] &= ~BIT[self.card]
        state.laid = self.card


class Called(_Event):
    """The declarer named a card. Its holder is the partner where the contract has one."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.declarer, state.called = self.seat, self.card
        state.partner = state.holder(self.card)


class PartnerShown(_Event):
    """The partner became known (R7.1, R8.2)."""

    seat: int

    def apply(self, state: State) -> None:
        assert state.declarer is not None
        pair = (state.declarer, self.seat)
        state.sides = (tuple(sorted(pair)), tuple(sorted(seat for seat in state.active if seat not in pair)))


class MonteTaken(_Event):
    """`seat` takes these cards of the monte; `shown` to all, else he alone sees them (R6.3, R9.2)."""

    seat: int
    cards: Mask
    shown: bool

    def apply(self, state: State) -> None:
        state.hands[self.seat] |= self.cards
        if self.shown:
            state.shown |= self.cards
        state.monte = [card for card in state.monte if not self.cards >> card & 1]


class CardPassed(_Event):
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


class Discarded(_Event):
    """A card laid in the monte face down, unseen by the others."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.hands[self.seat] &= ~BIT[self.card]
        state.monte.append(self.card)
        if state.laid == self.card:
            state.laid = None


class Buried(_Event):
    """A card put face down for the winner of the last trick, unseen by the others (R12.6, R12.7)."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.hands[self.seat] &= ~BIT[self.card]
        state.hidden |= BIT[self.card]


class Exposed(_Event):
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


class TakenUp(_Event):
    """A visible top goes to its owner's hand before the first lead (R3.2)."""

    seat: int
    packet: int
    card: Card

    def apply(self, state: State) -> None:
        del state.tops[self.seat][self.packet]
        state.hands[self.seat] |= BIT[self.card]
        state.dealt[self.seat] = state.hands[self.seat]


class TurnedUp(_Event):
    """The next card of a packet is turned up (R3.3)."""

    seat: int
    packet: int
    card: Card

    def apply(self, state: State) -> None:
        state.tops[self.seat][self.packet] = state.packets[self.seat][self.packet - 1].pop()
        state.shown |= BIT[self.card]


class DummyShown(_Event):
    """The dummy's hand is shown to all (R4.2)."""

    seat: int
    cards: Mask

    def apply(self, state: State) -> None:
        state.dummy_shown = True
        state.shown |= self.cards


class Declared(_Event):
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


class Revealed(_Event):
    """Declarations told on request (R1.7)."""

    seat: int
    combos: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.untold[self.seat] = ()


class Played(_Event):
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


class TrickWon(_Event):
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


class Drawn(_Event):
    """The top card of the stock is drawn and shown (R2.2)."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.hands[self.seat] |= BIT[state.stock.pop(0)]
        state.shown |= BIT[self.card]


class Knocked(_Event):
    """Bookkeeping of talk: `seat` may say liscio of this suit with his next lead of another (R1.10). Everybody heard it."""

    seat: int
    suit: int | None

    def apply(self, state: State) -> None:
        if self.suit is None:
            del state.knocked[self.seat]
        else:
            state.knocked[self.seat] = self.suit


class Claimed(_Event):
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


class Counted(_Event):
    """A player is shown his points before a choice (R12.4)."""

    seat: int
    points: int

    def apply(self, state: State) -> None:
        pass  # the points are added at the end of the hand


class HandEnded(_Event):
    """A hand is over. Lists are by unit of score; None for one who is out. `utility` is by seat (R0.15), for this hand."""

    thirds: tuple[int | None, ...]
    points: tuple[int | None, ...]
    declared: tuple[int | None, ...]
    awards: tuple[str, ...]
    scores: tuple[int, ...]
    sides: Sides | None
    hidden: Mask
    utility: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.scores = list(self.scores)
        state.utility = [old + new for old, new in zip(state.utility, self.utility, strict=True)]
        state.hands_played += 1
        state.thrown_in = 0


class WentOut(_Event):
    """A player leaves the game (R12.5)."""

    seat: int

    def apply(self, state: State) -> None:
        state.out.append(self.seat)
        state.circle.remove(self.seat)
        state.active = [seat for seat in state.active if seat != self.seat]


class GameEnded(_Event):
    """The game is over; `utility` by seat sums to zero, `stakes` is the number of games won."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    utility: tuple[int, ...]
    stakes: int
    reason: str

    def apply(self, state: State) -> None:
        pass  # nothing is played after it


Event: TypeAlias = (
    Dealt
    | Annulled
    | ThrownIn
    | Seated
    | LoneNamed
    | Bid
    | Raised
    | HowChosen
    | Contracted
    | Swapped
    | Called
    | PartnerShown
    | MonteTaken
    | CardPassed
    | Discarded
    | Buried
    | Exposed
    | TakenUp
    | TurnedUp
    | DummyShown
    | Declared
    | Revealed
    | Played
    | TrickWon
    | Drawn
    | Knocked
    | Claimed
    | Counted
    | HandEnded
    | WentOut
    | GameEnded
)


def _alone(state: State, seat: int) -> Sides:
    return ((seat,), tuple(sorted(other for other in state.active if other != seat)))
