"""What a bot bids, calls and chooses in an auction: by the strength of its hand."""

from typing import Final

from bots.cards import CARD, SUIT_MASK, SUITS, mask_of
from bots.view import View

NEEDED: Final = {
    3: {"chiamo": 17, "solo": 24, "solissimo": 30},
    4: {"chiamo": 10, "chiedo": 14, "solo": 24, "solissimo": 28},
    5: {"chiamo": 10, "chiedo": 17, "solo": 21},
    6: {"chiedo": 7, "solo": 16, "solissimo": 24},
}
"""By number of players, the strength from which a bid was measured to win more than a lower one."""
CONFIDENT: Final = 24
"""The strength from which the declarer plays alone where he might have a partner (R8.2)."""
NEVER: Final = 1 << 30


def strength_of(hand: int) -> int:
    """Return about how many thirds the hand takes when it has the lead and nobody's help."""
    total = 0
    for suit in range(4):
        cards = hand & SUIT_MASK[suit]
        length = cards.bit_count()
        three, two, ace = (cards >> CARD[rank + SUITS[suit]] & 1 for rank in "32A")
        total += 4 * three
        total += two * (3 if three or length > 1 else 1)
        total += ace * (4 if three and two else 2 if three or two else 0)
        if length > 3 and (three or two):
            total += (length - 3) * (3 if three and two else 2)
    return total


def bid(view: View) -> str:
    """Return the highest bid the hand is good for, else the lowest that is allowed: `pass`, where it is."""
    strength = strength_of(mask_of(view.hand))
    needed = NEEDED[min(max(len(view.table.order), 3), 6)]
    good = [word for word in view.legal if strength >= needed.get(word, NEVER)]
    return good[-1] if good else view.legal[0]


def how(view: View) -> str:
    """Return whether the called card brings a partner or is taken from him (R8.2)."""
    return "swap" if strength_of(mask_of(view.hand)) >= CONFIDENT else "partner"


def call(view: View) -> str:
    """Return the card to call: the highest there is to be had, in the longest suit."""
    hand = mask_of(view.hand)
    return max(view.legal, key=lambda name: _use(CARD[name], hand))


def _use(card: int, hand: int) -> tuple[int, int, int]:
    """Return what a called card would be worth, for comparison."""
    rank = card % 13
    suit = hand & SUIT_MASK[card // 13]
    supported = (suit >> (card // 13 * 13)).bit_length() > CARD["Kb"]  # with a king or more, the call makes the suit
    return (rank, suit.bit_count() + 2 * supported, -card)
