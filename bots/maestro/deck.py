"""Cards as the search sees them: four suits of ten ranks, so that a suit in a hand is a number below 1024.

A rank is 0 to 9 from weak to strong: `4 5 6 7 J Q K A 2 3`, or in the deck of thirty-six `- 6 7 8 J Q K A 9 T`, so that
one set of tables serves both. A code is `suit << 4 | rank`. Hands are lists of suits: entry `4 * place + suit`.
"""

from typing import Final

from bots.cards import NAMES, PIEDMONTESE

RANKS: Final = 10
ALL: Final = (1 << RANKS) - 1
ACE: Final = 7
TWO: Final = 8
THREE: Final = 9
VALUE: Final = (0, 0, 0, 0, 1, 1, 1, 3, 1, 1)
"""By rank, in thirds of a point."""
BIT: Final = tuple(1 << rank for rank in range(RANKS))
TOP: Final = tuple(suit.bit_length() - 1 for suit in range(1 << RANKS))
"""By the cards of a suit: the strongest rank, or -1."""
HELD: Final = tuple(tuple(rank for rank in range(RANKS) if suit >> rank & 1) for suit in range(1 << RANKS))
"""By the cards of a suit: its ranks, from weak to strong."""

_ITALIAN: Final = "4567JQKA23"
_PIEDMONTESE: Final = "-678JQKA9T"


class Deck:
    """The way between a bot's cards and the codes of the search, for one of the two decks."""

    def __init__(self, whole: int) -> None:
        """Take the deck with these cards."""
        ranks = _PIEDMONTESE if whole == PIEDMONTESE else _ITALIAN
        self.code = [-1] * len(NAMES)
        """By card, -1 where the deck has it not."""
        self.name = [""] * 64
        """By code."""
        for card, name in enumerate(NAMES):
            if whole >> card & 1:
                code = card // 13 << 4 | ranks.index(name[0])
                self.code[card] = code
                self.name[code] = name

    def suits(self, cards: int) -> list[int]:
        """Return a set of a bot's cards suit by suit."""
        suits = [0, 0, 0, 0]
        while cards:
            low = cards & -cards
            cards ^= low
            code = self.code[low.bit_length() - 1]
            suits[code >> 4] |= 1 << (code & 15)
        return suits

    def codes(self, cards: int) -> list[int]:
        """Return the codes of a set of a bot's cards, ascending."""
        return [suit << 4 | rank for suit, held in enumerate(self.suits(cards)) for rank in HELD[held]]
