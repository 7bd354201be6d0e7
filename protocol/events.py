"""The events that a seat may be told: one type for each, with no field that could hold what is hidden from it."""

from typing import Annotated, TypeAlias

import msgspec

Card: TypeAlias = str
"""Two characters, rank then suit: `3b`, `Kd`."""

Seat: TypeAlias = int
"""A place at the table, from 0. In col-morto the dummy is seat 3."""

Bidding: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(pass|chiamo|chiedo|solo|solissimo)$")]
Raising: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(plain|dividete|scegliete)$")]
Helping: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(partner|swap)$")]
Claiming: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(game|tricks)$")]


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type"):
    """Something that happened; a field that the seat may not see is absent (null means the same)."""


class Deal(_Event, frozen=True, tag="deal", kw_only=True):
    """Cards were dealt; `cards` are the seat's own, `counts` the number of cards by seat."""

    hand: int
    attempt: int
    order: tuple[Seat, ...]
    dealer: Seat
    leader: Seat | None = None
    cards: tuple[Card, ...]
    bottoms: tuple[Card, ...] | None = None
    counts: tuple[int, ...]
    stock: int | None = None
    monte: int | None = None
    removed: tuple[Card, ...] | None = None


class Annul(_Event, frozen=True, tag="annul", kw_only=True):
    """A hand is annulled before the first lead and dealt again; the hand that allows it is shown (R1.4)."""

    seat: Seat | None = None
    cards: tuple[Card, ...] | None = None
    reason: str


class ThrownIn(_Event, frozen=True, tag="thrown_in", kw_only=True):
    """All passed; the hand is thrown in (R0.17)."""

    seat: Seat | None = None
    cards: tuple[Card, ...] | None = None
    reason: str


class Seating(_Event, frozen=True, tag="seating"):
    """The turn order and the sides that the cards decided (R1.2)."""

    order: tuple[Seat, ...]
    sides: tuple[tuple[Seat, ...], ...]


class Lone(_Event, frozen=True, tag="lone"):
    """The seat that plays alone (R5.2)."""

    seat: Seat


class Bid(_Event, frozen=True, tag="bid"):
    """A bid or a pass in the auction."""

    seat: Seat
    bid: Bidding


class Raise(_Event, frozen=True, tag="raise"):
    """What the declarer of a solissimo adds (R6.2)."""

    seat: Seat
    bid: Raising


class How(_Event, frozen=True, tag="how"):
    """How the declarer uses the called card (R8.2)."""

    seat: Seat
    bid: Helping


class Contract(_Event, frozen=True, tag="contract"):
    """The auction is over; `value` is the nominal one, `leader` leads the first trick."""

    seat: Seat
    bid: str
    value: int
    leader: Seat


class Swap(_Event, frozen=True, tag="swap"):
    """A card laid face down to be exchanged; `card` for those who see it."""

    seat: Seat
    card: Card | None = None


class Call(_Event, frozen=True, tag="call"):
    """The card that the declarer names."""

    seat: Seat
    card: Card


class Partner(_Event, frozen=True, tag="partner"):
    """The partner became known."""

    seat: Seat


class Monte(_Event, frozen=True, tag="monte"):
    """The monte, or a part of it, is taken; `cards` to all if shown, else to the taker."""

    seat: Seat
    cards: tuple[Card, ...] | None = None


class PassCard(_Event, frozen=True, tag="pass_card", rename={"from_": "from"}):
    """A card went from one hand to another; `card` to those two, or to all where the rules show it."""

    from_: Seat
    to: Seat
    card: Card | None = None


class Discard(_Event, frozen=True, tag="discard"):
    """A card laid in the monte face down; `card` is one's own only."""

    seat: Seat
    card: Card | None = None


class Bury(_Event, frozen=True, tag="bury"):
    """A card put face down for the winner of the last trick; `card` is one's own only."""

    seat: Seat
    card: Card | None = None


class Expose(_Event, frozen=True, tag="expose"):
    """Two packets are turned over (R3.1); `cards` is one's own hand that is left."""

    seat: Seat
    packets: tuple[int, ...]
    tops: tuple[Card, ...]
    cards: tuple[Card, ...] | None = None


class TakeUp(_Event, frozen=True, tag="take_up"):
    """A visible top goes to its owner's hand (R3.2)."""

    seat: Seat
    packet: int
    card: Card


class TurnUp(_Event, frozen=True, tag="turn_up"):
    """The next card of a packet is turned up (R3.3)."""

    seat: Seat
    packet: int
    card: Card


class Dummy(_Event, frozen=True, tag="dummy"):
    """The dummy's hand is shown (R4.2)."""

    seat: Seat
    cards: tuple[Card, ...]


class Declare(_Event, frozen=True, tag="declare"):
    """A declaration; `combos` and `cards` as R1.7 allows."""

    seat: Seat
    points: int
    combos: tuple[str, ...] | None = None
    cards: tuple[Card, ...] | None = None


class Reveal(_Event, frozen=True, tag="reveal"):
    """Declarations told on request (R1.7)."""

    seat: Seat
    combos: tuple[str, ...]


class Play(_Event, frozen=True, tag="play"):
    """A card is played, with what its player says."""

    seat: Seat
    card: Card
    say: tuple[str, ...] | None = None


class Trick(_Event, frozen=True, tag="trick"):
    """A trick is won; `number` counts from 1."""

    winner: Seat
    number: int


class Draw(_Event, frozen=True, tag="draw"):
    """A card is drawn from the stock and shown (R2.2)."""

    seat: Seat
    card: Card


class Claim(_Event, frozen=True, tag="claim"):
    """A claim and whether it stands; `cards` is the hand laid down."""

    seat: Seat
    claim: Claiming
    right: bool
    cards: tuple[Card, ...] | None = None


class Count(_Event, frozen=True, tag="count"):
    """A player is shown his points before a choice (R12.4)."""

    seat: Seat
    points: int


class HandEnd(_Event, frozen=True, tag="hand_end", kw_only=True):
    """A hand is over. Lists are by side, or by seat where sides change by hand or there are none; null for one out."""

    thirds: tuple[int | None, ...]
    points: tuple[int | None, ...]
    declared: tuple[int | None, ...]
    awards: tuple[str, ...] | None = None
    scores: tuple[int, ...]
    sides: tuple[tuple[Seat, ...], ...] | None = None
    hidden: tuple[Card, ...] | None = None


class Out(_Event, frozen=True, tag="out"):
    """A player leaves the game (R12.5)."""

    seat: Seat


class GameEnd(_Event, frozen=True, tag="game_end"):
    """The game is over; `utility` by seat sums to zero, `stakes` is the number of games won."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    utility: tuple[int, ...]
    stakes: int
    reason: str


class Fault(_Event, frozen=True, tag="fault"):
    """A bot's fault and what follows from it; from the host, not from the rules."""

    seat: Seat
    fault: str
    consequence: str


Event: TypeAlias = (
    Deal
    | Annul
    | ThrownIn
    | Seating
    | Lone
    | Bid
    | Raise
    | How
    | Contract
    | Swap
    | Call
    | Partner
    | Monte
    | PassCard
    | Discard
    | Bury
    | Expose
    | TakeUp
    | TurnUp
    | Dummy
    | Declare
    | Reveal
    | Play
    | Trick
    | Draw
    | Claim
    | Count
    | HandEnd
    | Out
    | GameEnd
    | Fault
)
