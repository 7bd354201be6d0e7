"""Events of dealing out, and what is settled before the bidding or the first lead."""

from referee.rules.cards import Card, Mask
from referee.rules.events.event import Happening
from referee.rules.state import Sides, State


class Dealt(Happening, frozen=True):
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


class Annulled(Happening, frozen=True):
    """A hand is annulled before the first lead (R1.4, R1.2); the hand that allows it is shown."""

    seat: int | None
    cards: Mask
    reason: str

    def apply(self, state: State) -> None:
        pass  # the next deal clears the table


class ThrownIn(Happening, frozen=True):
    """All passed (R0.17)."""

    reason: str

    def apply(self, state: State) -> None:
        state.thrown_in += 1


class Seated(Happening, frozen=True):
    """The turn order and the sides for the whole game, as the cards decided them (R1.2)."""

    order: tuple[int, ...]
    sides: Sides

    def apply(self, state: State) -> None:
        state.circle, state.order, state.active = list(self.order), list(self.order), list(self.order)
        state.sides = state.fixed_sides = self.sides


class LoneNamed(Happening, frozen=True):
    """The seat that plays alone against the rest (R5.2), for this hand or, `for_game`, for all."""

    seat: int
    for_game: bool

    def apply(self, state: State) -> None:
        state.sides = ((self.seat,), tuple(seat for seat in range(state.seats) if seat != self.seat))
        if self.for_game:
            state.fixed_sides = state.sides
