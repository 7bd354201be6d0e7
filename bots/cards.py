"""A bot's card arithmetic: a card is a small integer, a set of cards a bit mask.

A card is `suit * 13 + place`, the places being the ranks `4 5 6 7 8 J Q K A 2 3 9 T` from weak to strong. Both decks
fit in: none has both 3 and T. So of two cards of a suit the greater number wins. A set has the bit `1 << card` for each
of its cards.
"""

from collections.abc import Iterable
from typing import Final

RANKS: Final = "45678JQKA239T"
SUITS: Final = "bcds"
NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD: Final = {name: card for card, name in enumerate(NAMES)}
SUIT_MASK: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
ITALIAN: Final = sum(1 << CARD[rank + suit] for rank in "4567JQKA23" for suit in SUITS)
"""The deck of forty."""
PIEDMONTESE: Final = sum(1 << CARD[rank + suit] for rank in "678JQKA9T" for suit in SUITS)
"""The deck of thirty-six."""
ACES: Final = sum(1 << CARD["A" + suit] for suit in SUITS)
_ONES: Final = sum(1 << CARD[rank + suit] for rank in "JQK239T" for suit in SUITS)
THIRDS: Final = tuple(3 if ACES >> card & 1 else _ONES >> card & 1 for card in range(52))
"""The value of each card in thirds of a point."""


def mask_of(names: Iterable[str]) -> int:
    """Return the set of the cards named."""
    mask = 0
    for name in names:
        mask |= 1 << CARD[name]
    return mask


def set_of(cards: Iterable[int]) -> int:
    """Return the set of the cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[int]:
    """Return the cards of a set, by suit and from weak to strong."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


def names_of(mask: int) -> list[str]:
    """Return the names of the cards of a set, in the same order."""
    return [NAMES[card] for card in cards_of(mask)]


def thirds_of(mask: int) -> int:
    """Return the value of a set in thirds of a point."""
    return 3 * (mask & ACES).bit_count() + (mask & _ONES).bit_count()


def above(card: int) -> int:
    """Return the set of the cards that beat this one."""
    return SUIT_MASK[card // 13] & (-2 << card)


def strongest(mask: int) -> int:
    """Return the card of the greatest number in a set that is not empty; in one suit it is the strongest."""
    return mask.bit_length() - 1
