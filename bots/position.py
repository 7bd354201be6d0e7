"""A decision about a card, in a bot's arithmetic: who plays after, who is with whom, what may be where."""

from collections.abc import Mapping
from typing import Final

from bots.cards import CARD, SUIT_MASK, THIRDS, mask_of, set_of, strongest
from bots.sides import trust_of
from bots.view import View

CERTAIN: Final = 1000
"""Chances are in thousandths; this one is only for what has been seen."""


class Position:
    """What one needs to know to play a card. Lists are by place, sets of cards are masks."""

    __slots__ = (
        "best",
        "cards",
        "hand",
        "known",
        "later",
        "left",
        "open",
        "others",
        "pile",
        "place",
        "rest",
        "table",
        "trick",
        "trust",
        "unseen",
        "values",
        "voids",
        "winner",
    )

    def __init__(self, view: View) -> None:
        """Look at the decision of a view."""
        table, state, place = view.table, view.state, view.place
        own = mask_of(view.own)
        self.table = table
        self.place = place
        self.values = values_of(view.game.rules)
        """The value of each card in thirds."""
        self.cards = [CARD[name] for name in view.legal if name in CARD]
        """The legal cards."""
        self.hand = mask_of(view.hand) | table.tops[place]
        """What the place may play, now or later."""
        self.trick = [(seat, CARD[card]) for seat, card in view.trick]
        self.trust = trust_of(view)
        """How far each place is on the side of this one, from -6 to 6."""
        order = list(state.order or table.order or state.active or range(table.places))
        start = order.index(place) if place in order else 0
        turn = order[start:] + order[:start]
        self.others = turn[1:]
        """The other places that are in play, in turn order."""
        self.later = turn[1 : len(order) - len(self.trick)]
        """Those that play to this trick after this place."""
        self.left = self.hand.bit_count()
        """Cards in hand, which is the number of tricks left unless a stock or packets bring more."""
        self.unseen = table.unseen(self.hand | own | table.tops[view.seat] | set_of(table.bottoms))
        """Cards that are elsewhere; the dummy's and the partner's are among them."""
        self.known = list(table.known)
        self.open = table.open
        if place != view.seat:
            self.known[view.seat] = own | table.tops[view.seat]
            self.unseen |= self.known[view.seat]
            self.open |= 1 << view.seat
        self.voids = table.voids
        shown = 0
        for other in self.others:
            self.known[other] |= table.tops[other]
            shown |= self.known[other]
        self.rest = self.unseen & ~shown
        """Cards elsewhere of which one does not know where."""
        held = self.left * len(self.others) - len(self.trick)
        self.pile = max(self.unseen.bit_count() - held, 0)
        """How many of the cards elsewhere are in nobody's hand."""
        self.winner, self.best = _winner(self.trick)
        """The place that is winning the trick and its card; -1 if nothing is played."""

    def chance(self, place: int, cards: int) -> int:
        """Return the chance, in thousandths, that the place holds one or more of the cards."""
        if self.known[place] & cards:
            return CERTAIN
        if self.open >> place & 1:
            return 0
        cards &= self.rest
        voids = self.voids[place]
        if voids:
            for suit in range(4):
                if voids >> suit & 1:
                    cards &= ~SUIT_MASK[suit]
        if not cards:
            return 0
        suit = strongest(cards) // 13
        holders = self.pile
        for other in self.others:
            if not (self.open >> other & 1 or self.voids[other] >> suit & 1):
                holders += self.left
        without, count = max(holders - self.left, 0), cards.bit_count()
        return min(CERTAIN - int(CERTAIN * without**count // max(holders, 1) ** count), CERTAIN - 1)


def values_of(rules: Mapping[str, object]) -> tuple[int, ...]:
    """Return what each card counts, in thirds: the ace of bastoni is worth more in some games (R12.1)."""
    ace = rules.get("ace_of_bastoni")
    if not isinstance(ace, int):
        return THIRDS
    return tuple(3 * ace if card == CARD["Ab"] else value for card, value in enumerate(THIRDS))


def _winner(trick: list[tuple[int, int]]) -> tuple[int, int]:
    if not trick:
        return -1, -1
    winner, best = trick[0]
    for place, card in trick:
        if card > best and card // 13 == best // 13:
            winner, best = place, card
    return winner, best
