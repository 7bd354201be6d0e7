"""Cards as small integers and sets of cards as bit masks, with their names and their value in thirds (R0.1-R0.3).

A card is `suit * 13 + place`. The places of a suit hold the ranks of both decks from the weakest to the strongest,
`4 5 6 7 8 J Q K A 2 3 9 T`: no deck holds both 2 or 3 and 9 or T, so in either deck the greater number is the
stronger card, and the order of the numbers is the order of `legal` (protocol: by suit, then by strength).
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

Card: TypeAlias = int
Mask: TypeAlias = int
"""A set of cards: bit `1 << card` for each."""

RANKS: Final = "45678JQKA239T"
SUITS: Final = "bcds"
PLACES: Final = len(RANKS)

NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD: Final = {name: card for card, name in enumerate(NAMES)}
SUIT_OF: Final = tuple(card // PLACES for card in range(52))
SUIT_MASK: Final = tuple(((1 << PLACES) - 1) << (suit * PLACES) for suit in range(4))
LED_MASK: Final = tuple(SUIT_MASK[suit] for suit in SUIT_OF)
"""By card led: the mask of its suit."""
BIT: Final = tuple(1 << card for card in range(52))

_DECK_RANKS: Final = {"italian40": "4567JQKA23", "piemontese36": "678JQKA9T"}
DECKS: Final = {
    deck: tuple(CARD[rank + suit] for suit in SUITS for rank in ranks) for deck, ranks in _DECK_RANKS.items()
}
"""Every deck in the order of deals.md 5 (R0.1)."""
HIGH_RANKS: Final = {"italian40": "32A", "piemontese36": "T9A"}
"""The three highest ranks of a deck, strongest first."""


def mask_of(cards: Iterable[Card]) -> Mask:
    """The set of the given cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def cards_of(mask: Mask) -> list[Card]:
    """The cards of a set in ascending order, which is the order of `legal`."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


def names_of(mask: Mask) -> tuple[str, ...]:
    """The names of the cards of a set, in ascending order."""
    bastoni, coppe, denari, spade = SUIT_MASK
    return _names(mask & bastoni) + _names(mask & coppe) + _names(mask & denari) + _names(mask & spade)


@cache  # of the sets of one suit: hands are put into names at every deal
def _names(mask: Mask) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in cards_of(mask))


def of_rank(ranks: str) -> Mask:
    """All cards of the given ranks, in the four suits."""
    return mask_of(CARD[rank + suit] for rank in ranks for suit in SUITS)


ACES: Final = of_rank("A")
FIGURES: Final = of_rank("JQK")
HONOURS: Final = of_rank("A239T")
_ONES: Final = of_rank("JQK239T")
THIRDS: Final = tuple(3 if ACES & BIT[card] else 1 if _ONES & BIT[card] else 0 for card in range(52))


def thirds_of(mask: Mask) -> int:
    """The value of a set of cards in thirds (R0.3)."""
    return 3 * (mask & ACES).bit_count() + (mask & _ONES).bit_count()
