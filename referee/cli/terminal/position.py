"""What a person has before him when he is asked: his cards, the table, what is legal. Nothing else of the state."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from referee.cli.terminal.card_faces import Suits, by_suit, face
from referee.cli.terminal.output import packed
from referee.cli.terminal.prompts import choices
from referee.rules.cards import NAMES, Card, names_of
from referee.rules.decision import Decision
from referee.rules.state import State


class Place(msgspec.Struct, frozen=True):
    """Where a person sits, and how he likes to see it."""

    seat: int
    named: Callable[[int], str]
    suits: Suits
    bottoms: Sequence[str] = ()
    """The bottom cards of his packets, which he has seen (R3.1)."""

    def lines(self, state: State, decision: Decision, contract: str = "") -> Iterator[str]:
        """The position, none of its lines wider than the terminal; `contract` is what is being played, if anything."""
        if contract:
            yield f"  {contract}"
        yield from self._cards("your hand", state.hands[self.seat], self.bottoms if state.packets else ())
        if state.dummy_shown:
            yield from self._cards("the dummy's hand", state.hands[state.seats])
        for place in range(len(state.tops)):
            yield from self._packets(place, state.tops[place])
        if state.stock:
            yield f"  cards in the stock: {len(state.stock)}"
        if state.trick:
            cards = [f"{self.named(place)} {face(NAMES[card], self.suits)}" for place, card in state.trick]
            yield from packed("  on the table: ", cards, ", ")
        elif decision.kind == "play":
            yield "  you lead" if decision.place == self.seat else f"  {self.named(decision.place)} leads"
        yield from packed("  ", choices(decision, self.suits))

    def _cards(self, label: str, hand: int, bottoms: Sequence[str] = ()) -> Iterator[str]:
        """A hand by its suits; before there is one, the cards seen below the packets."""
        if hand or not bottoms:
            suits = [f"{suit} {ranks}" for suit, ranks in by_suit(names_of(hand), self.suits)]
            yield from packed(f"  {label}: ", suits or ["no card"], "   ")
            return
        packets = [f"{number} {face(card, self.suits)}" for number, card in enumerate(bottoms, 1)]
        yield from packed("  at the bottom of your packets: ", packets)

    def _packets(self, place: int, tops: dict[int, Card]) -> Iterator[str]:
        """The cards that lie open on somebody's packets."""
        if tops:
            whose = "you have open" if place == self.seat else f"{self.named(place)} has open"
            cards = [f"{face(NAMES[card], self.suits)} (packet {number})" for number, card in sorted(tops.items())]
            yield from packed(f"  {whose}: ", cards)
