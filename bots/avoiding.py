"""Which card to play, or to give away, where points are to be avoided (R12)."""

from typing import Final

from bots.cards import SUIT_MASK, above
from bots.position import CERTAIN, Position

LAST_TRICK: Final = 3
"""Thirds that go with the last trick, beside what lies face down."""
JUNK: Final = 1200
"""Thousandths of a third that a player who cannot follow adds to another's trick."""
FOLLOWED: Final = 300
"""The same for one who follows."""
RISK: Final = 700
"""How much of the danger of a card counts that is still in hand, in thousandths."""


def avoid(position: Position) -> int:
    """Return the card that is likely to cost least, now and later."""

    def gain(card: int) -> tuple[int, int]:
        return danger(position, card) * RISK // 1000 - _cost(position, card), card

    return max(position.cards, key=gain)


def worst(position: Position) -> int:
    """Return the card that one would best be rid of."""
    return max(position.cards, key=lambda card: (danger(position, card), card))


def danger(position: Position, card: int) -> int:
    """Return what a card may cost if it stays in hand, in thousandths of a third."""
    suit = SUIT_MASK[card // 13]
    elsewhere = (position.unseen & suit).bit_count()
    value = position.values[card]
    if not elsewhere:
        return 500 * value
    lower = (position.unseen & suit & ~above(card)).bit_count()
    covers = (position.hand & suit & ~above(card)).bit_count()
    return 1000 * lower * (2 + value) // (elsewhere * (1 + covers)) + 300 * value


def _cost(position: Position, card: int) -> int:
    """Return the thirds, in thousandths, that the trick is likely to bring to one's own side with this card."""
    wins = position.best < 0 or (card // 13 == position.best // 13 and card > position.best)
    best = card if wins else position.best
    if not wins and position.trust[position.winner] < 0:
        return 0
    pot = 1000 * (position.values[card] + sum(position.values[other] for _, other in position.trick))
    if position.left == 1:
        pot += 1000 * (LAST_TRICK + position.pile)
    keeps = CERTAIN
    higher, lower = above(best) & position.unseen, SUIT_MASK[best // 13] & position.unseen & ~above(best)
    for place in position.later:
        over, under = position.chance(place, higher), position.chance(place, lower)
        pot += FOLLOWED if max(over, under) > CERTAIN // 2 else JUNK
        if position.trust[place] < 0:  # nobody takes a trick unless he must
            keeps -= keeps * over * (CERTAIN - under) // CERTAIN**2
    return pot * keeps // CERTAIN
