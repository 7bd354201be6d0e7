"""When laying down stands: all the remaining tricks are his who leads (R1.11)."""

from collections.abc import Collection, Mapping, Sequence

from .cards import SUITS, of_suit, strength


def stands(seat: int, hands: Mapping[int, Sequence[str]], unseen: Collection[str] | None) -> bool:
    """Whether the claim of this seat stands; `unseen` are the cards he has not seen, None where that is all one."""
    return all(_suit_stands(seat, hands, unseen, suit) for suit in SUITS)


def _suit_stands(seat: int, hands: Mapping[int, Sequence[str]], unseen: Collection[str] | None, suit: str) -> bool:
    others = [of_suit(cards, suit) for other, cards in hands.items() if other != seat]
    if unseen is not None:
        others.append(of_suit(unseen, suit))
    return all(
        strength(card) > strength(other[0])
        for index, card in enumerate(of_suit(hands[seat], suit))
        for other in others
        if len(other) > index
    )
