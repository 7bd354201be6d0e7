"""Which cards the solver tries, and in what order: of equal neighbours one, and the most promising first."""

from collections.abc import Iterable, Sequence
from typing import Final

from referee.rules.cards import BIT, LED_MASK, SUIT_MASK, SUIT_OF, THIRDS, Card, Mask, cards_of

NO_CARD: Final = -1


class Tries:
    """The cards of a deal in the order in which to try them.

    All depends on the cards still there in a suit, so it is worked out once for each set of them.
    """

    def __init__(self, hands: Sequence[Mask], ours: Sequence[bool]) -> None:
        """Take the cards by place, and whether each place belongs to the first side."""
        self._hands = tuple(hands)
        self._foes = [
            sum(hand for hand, mine in zip(hands, ours, strict=True) if mine is not ours[place])
            for place in range(len(hands))
        ]
        self._merged: dict[int, tuple[Card, ...]] = {}
        self._leads: dict[int, tuple[tuple[int, Card], ...]] = {}
        self._follows: dict[int, tuple[Card, ...]] = {}

    def choices(self, place: int, live: Mask, suit: int) -> tuple[Card, ...]:
        """The place's cards of the suit worth telling apart, ascending: the lowest of cards that are equal.

        Two are equal if they are worth the same and no card that is still there lies between them.
        """
        key = (live & SUIT_MASK[suit]) << 3 | place
        found = self._merged.get(key)
        if found is None:
            mine = self._hands[place] & live
            cards, before = [], NO_CARD
            for card in cards_of(live & SUIT_MASK[suit]):
                if not mine >> card & 1:
                    before = NO_CARD
                    continue
                if before < 0 or THIRDS[before] != THIRDS[card]:
                    cards.append(card)
                before = card
            found = self._merged[key] = tuple(cards)
        return found

    def same(self, place: int, live: Mask, card: Card) -> Card:
        """The card that is tried for this one."""
        return max(choice for choice in self.choices(place, live, SUIT_OF[card]) if choice <= card)

    def leads(self, live: Mask, leader: int, known: Card) -> Iterable[Card]:
        """What to lead; `known` was good before, if it is a card."""
        ranked: list[tuple[int, Card]] = []
        for suit in range(4):
            cards = live & SUIT_MASK[suit]
            if cards & self._hands[leader]:
                key = cards << 3 | leader
                found = self._leads.get(key)
                if found is None:
                    found = self._leads[key] = self._rank_leads(live, leader, suit)
                ranked += found
        ranked.sort()
        if known >= 0:
            return (known, *(card for _, card in ranked if card != known))
        return [card for _, card in ranked]

    def _rank_leads(self, live: Mask, leader: int, suit: int) -> tuple[tuple[int, Card], ...]:
        """Sure winners first, aces before others; then suits in which the partner has the best card; then low cards."""
        cards = live & SUIT_MASK[suit]
        foes = cards & self._foes[leader]
        partners = cards & ~foes & ~self._hands[leader]
        ranked = []
        for card in self.choices(leader, live, suit):
            if cards & ~self._hands[leader] < BIT[card]:
                rank = -20 - 3 * THIRDS[card]
            elif foes < partners:
                rank = -10 + 2 * THIRDS[card]
            else:
                rank = 3 * THIRDS[card]
            ranked.append((rank, card))
        return tuple(ranked)

    def answers(self, place: int, live: Mask, led: Card, best: Card, friend: bool, last: bool) -> Sequence[Card]:
        """What to play to a trick: `friend` if one's own side is winning it, `last` if nobody plays after."""
        cards = live & LED_MASK[led]
        if cards & self._hands[place]:
            key = ((cards << 6 | best) << 3 | place) << 2 | friend << 1 | last
            found = self._follows.get(key)
            if found is None:
                found = self._follows[key] = self._rank_answers(place, live, led, best, friend, last)
            return found
        thrown: list[Card] = []
        for suit in range(4):
            if live & self._hands[place] & SUIT_MASK[suit]:
                thrown += self.choices(place, live, suit)
        if len(thrown) > 1:
            thrown.sort(key=THIRDS.__getitem__, reverse=friend)
        return thrown

    def _rank_answers(
        self, place: int, live: Mask, led: Card, best: Card, friend: bool, last: bool
    ) -> tuple[Card, ...]:
        cards = self.choices(place, live, SUIT_OF[led])
        above = [card for card in cards if card > best]
        if friend:
            return cards[::-1] if above and not last else tuple(sorted(cards, key=lambda card: -THIRDS[card]))
        if not above:
            return tuple(sorted(cards, key=THIRDS.__getitem__))
        above.sort(key=(lambda card: -THIRDS[card]) if last else (lambda card: -card))
        return (*above, *(card for card in cards if card < best))
