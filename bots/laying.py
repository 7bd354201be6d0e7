"""Which card a bot gives up where points are wanted: into the monte, to another player, or in exchange."""

from bots.cards import ACES, CARD, SUIT_MASK, mask_of
from bots.view import View

_ACE, _TWO, _THREE = (CARD[rank + "b"] for rank in "A23")


def lay(view: View) -> str:
    """Return the legal card that the hand misses least."""
    hand = mask_of(view.hand)
    return min(view.legal, key=lambda name: (worth_of(CARD[name], hand), CARD[name]))


def worth_of(card: int, hand: int) -> int:
    """Return what a card is good for in a hand that hopes for points."""
    suit = hand & SUIT_MASK[card // 13]
    base = card // 13 * 13
    three, two = suit >> base + _THREE & 1, suit >> base + _TWO & 1
    length = suit.bit_count()
    rank = card % 13
    if rank >= _THREE:
        return 100
    if rank == _TWO:
        return 90 if three else 70 if length > 1 else 40
    if rank == _ACE:
        return 80 if three and two else 50 if three or two else 30
    guards = suit & ACES and not (three and two)
    return 3 * length * (three + two) + (8 if guards else 0) + length + (rank > CARD["7b"]) * 2
