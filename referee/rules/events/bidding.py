"""Events of the auction, and what the declarer asks for."""

from referee.rules.cards import Card
from referee.rules.events.event import Happening
from referee.rules.state import State, alone


class Bid(Happening, frozen=True):
    """A bid or a pass in the auction."""

    seat: int
    bid: str

    def apply(self, state: State) -> None:
        if self.bid != "pass":
            state.contract, state.declarer = self.bid, self.seat


class Raised(Happening, frozen=True):
    """What the declarer of a solissimo adds (R6.2)."""

    seat: int
    bid: str

    def apply(self, state: State) -> None:
        state.raised = self.bid


class HowChosen(Happening, frozen=True):
    """Whether the holder of the called card is a partner or gives the card (R8.2)."""

    seat: int
    bid: str

    def apply(self, state: State) -> None:
        if self.bid == "swap":
            state.sides = alone(state, self.seat)


class Contracted(Happening, frozen=True):
    """The auction is over. `alone`: the declarer plays against all the others, as everybody knows from now on."""

    seat: int
    bid: str
    value: int
    leader: int
    alone: bool

    def apply(self, state: State) -> None:
        state.contract, state.declarer, state.leader = self.bid, self.seat, self.leader
        if self.alone:
            state.sides = alone(state, self.seat)


class Called(Happening, frozen=True):
    """The declarer named a card. Its holder is the partner where the contract has one."""

    seat: int
    card: Card

    def apply(self, state: State) -> None:
        state.declarer, state.called = self.seat, self.card
        state.partner = state.holder(self.card)


class PartnerShown(Happening, frozen=True):
    """The partner became known (R7.1, R8.2)."""

    seat: int

    def apply(self, state: State) -> None:
        assert state.declarer is not None
        pair = (state.declarer, self.seat)
        state.sides = (tuple(sorted(pair)), tuple(sorted(seat for seat in state.active if seat not in pair)))
