"""Cards as text, rank then suit: their order, their strength and what they are worth (R0.1 to R0.3)."""

from collections.abc import Iterable, Sequence

SUITS = "bcds"
RANKS = {"italian40": "4567JQKA23", "piemontese36": "678JQKA9T"}
"""The ranks of each deck, from the weakest to the strongest."""
_STRENGTH = "45678JQKA239T"
"""Both decks in one line: no deck has two ranks that the other orders otherwise."""


def full_deck(name: str, removed: Sequence[str] = ()) -> list[str]:
    """The deck in order, before the shuffle."""
    return [rank + suit for suit in SUITS for rank in RANKS[name] if rank + suit not in removed]


def strength(card: str) -> int:
    """A number that grows with the strength of the card within its suit (R0.2)."""
    return _STRENGTH.index(card[0])


def worth(card: str, ace_of_bastoni: int = 1) -> int:
    """What a card counts, in thirds (R0.3); the ace of bastoni may count more points (R12.1)."""
    if card == "Ab":
        return 3 * ace_of_bastoni
    if card[0] == "A":
        return 3
    return 1 if card[0] in "32T9KQJ" else 0


def thirds(cards: Iterable[str], ace_of_bastoni: int = 1) -> int:
    """What cards count together, in thirds."""
    return sum(worth(card, ace_of_bastoni) for card in cards)


def of_suit(cards: Iterable[str], suit: str) -> list[str]:
    """The cards of one suit, the strongest first."""
    return sorted((card for card in cards if card[1] == suit), key=strength, reverse=True)


def may_follow(held: Sequence[str], led: str | None) -> list[str]:
    """What may be played to a card led, or, with None, led oneself (R0.4)."""
    follows = [card for card in held if led is not None and card[1] == led[1]]
    return follows or list(held)
