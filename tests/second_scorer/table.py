"""A hand on the table: who sits where, what each holds, and what the tricks taken so far count (R0.4 to R0.12)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from .cards import may_follow, strength, thirds
from .script import Script


@dataclass(frozen=True)
class Trick:
    """Cards that a place has won."""

    winner: int
    cards: tuple[str, ...]


@dataclass
class Table:
    """One hand in play. `order` is the turn order, the dealer's right first."""

    order: tuple[int, ...]
    hands: dict[int, list[str]]
    rest: list[str]
    """Cards that nobody was dealt, in deck order."""
    ace_of_bastoni: int = 1
    monte: list[str] = field(default_factory=list)
    """Cards face down that count for the winner of the last trick."""
    tricks: list[Trick] = field(default_factory=list)

    def turn(self, first: int) -> Iterator[int]:
        """All places in turn order, from this one on."""
        return turn(self.order, first)

    def taken(self, places: Collection[int]) -> list[str]:
        """The cards that these places have won in tricks, the monte apart."""
        return [card for trick in self.tricks if trick.winner in places for card in trick.cards]

    def worth(self, places: Collection[int]) -> int:
        """What these places have taken in tricks counts so much, in thirds: cards alone."""
        return thirds(self.taken(places), self.ace_of_bastoni)

    def last_winner(self) -> int:
        """Who won the last trick that was played."""
        return self.tricks[-1].winner

    def count(self, places: Collection[int]) -> int:
        """What these places have at the end of the hand, in thirds: the last trick (R0.6) and the monte included."""
        if self.last_winner() not in places:
            return self.worth(places)
        return self.worth(places) + thirds(self.monte, self.ace_of_bastoni) + 3

    def give(self, giver: int, taker: int, card: str) -> None:
        """A card goes from hand to hand."""
        self.hands[giver].remove(card)
        self.hands[taker].append(card)

    def complete(self, cards: Sequence[tuple[int, str]]) -> int:
        """Put a trick away and return its winner (R0.5)."""
        led = cards[0][1]
        following = [(strength(card), place) for place, card in cards if card[1] == led[1]]
        winner = max(following)[1]
        self.tricks.append(Trick(winner, tuple(card for _, card in cards)))
        return winner


def turn(order: Sequence[int], first: int) -> Iterator[int]:
    """Everybody in turn order, from this one on."""
    start = order.index(first)
    yield from order[start:]
    yield from order[:start]


def right_of(order: Sequence[int], seat: int) -> int:
    """The next in turn order (R0.9)."""
    return order[(order.index(seat) + 1) % len(order)]


def packets(cards: int, most: int, singly: bool) -> list[int]:
    """The sizes of the packets in which so many cards are dealt: full ones, and a smaller last one (R0.12)."""
    size = 1 if singly else most
    return [size] * (cards // size) + ([cards % size] if cards % size else [])


def deal(
    deck: Sequence[str], order: Sequence[int], sizes: Sequence[int], longer: Sequence[int] = ()
) -> tuple[dict[int, list[str]], list[str]]:
    """The hands and what is left; those in `longer` get one card more, in a round of its own (R0.12)."""
    left = list(deck)
    hands: dict[int, list[str]] = {place: [] for place in order}
    for places, size in [*((order, size) for size in sizes), (longer, 1)]:
        for place in places:
            hands[place] += left[:size]
            del left[:size]
    return hands, left


def play_tricks(script: Script, table: Table, leader: int) -> Iterator[int]:
    """Ask for card after card until the hands are empty, yielding the winner of each trick as it is complete."""
    while table.hands[leader]:
        cards: list[tuple[int, str]] = []
        for place in table.turn(leader):
            led = cards[0][1] if cards else None
            card = script.ask(place, "play", may_follow(table.hands[place], led)).word
            table.hands[place].remove(card)
            cards.append((place, card))
        leader = table.complete(cards)
        yield leader
