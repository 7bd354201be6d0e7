"""Cards as people like to see them: plain ASCII, with French suits, or with Italian names."""

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

Suits: TypeAlias = Literal["ascii", "french", "italian"]
SUITS: Final[tuple[Suits, ...]] = get_args(Suits)

_CARD: Final = re.compile(r"(?<![\w:])([A2-9TJQK])([bcds])(?!\w)")
_FRENCH: Final = {"b": "♣", "c": "♥", "d": "♦", "s": "♠"}
_ITALIAN: Final = {"b": "bas", "c": "cop", "d": "den", "s": "spa"}
_NAMES: Final = {"b": "bastoni", "c": "coppe", "d": "denari", "s": "spade"}
_RANKS: Final = {"J": "F", "Q": "C", "K": "R", "T": "10"}
"""Fante, cavallo, re."""


def face(card: str, suits: Suits) -> str:
    """A card: `Kd`, `K♦`, `R den`."""
    rank, suit = card[0], card[1]
    if suits == "french":
        return f"{'10' if rank == 'T' else rank}{_FRENCH[suit]}"
    return f"{_RANKS.get(rank, rank)} {_ITALIAN[suit]}" if suits == "italian" else card


def faces(text: str, suits: Suits) -> str:
    """A text with all the cards in it as people like to see them."""
    return text if suits == "ascii" else _CARD.sub(lambda found: face(found[0], suits), text)


def by_suit(cards: Iterable[str], suits: Suits) -> list[tuple[str, str]]:
    """Cards by their suits, strongest first: the name of each suit, and its ranks; what is not held is left out."""
    held = list(cards)
    rows = []
    for suit, name in _NAMES.items():
        ranks = [card[0] for card in reversed(held) if card[1] == suit]
        if suits == "italian":
            ranks = [_RANKS.get(rank, rank) for rank in ranks]
        if ranks:
            label = f"{_FRENCH[suit]} {name}" if suits == "french" else f"{suit} {name}" if suits == "ascii" else name
            rows.append((label, " ".join(ranks)))
    return rows


def card_named(text: str, suits: Suits) -> str:
    """The card that a person means by what he types, as the protocol writes it: `kd`, `K♦`, `r den`, `rden`."""
    typed = text.strip().lower().replace(" ", "")
    for suit in _NAMES:
        for ending in (_FRENCH[suit], _NAMES[suit], _ITALIAN[suit], suit):
            if typed.endswith(ending) and len(typed) > len(ending):
                rank = typed.removesuffix(ending)
                if suits == "italian":
                    rank = {shown.lower(): rank for rank, shown in _RANKS.items()}.get(rank, rank)
                return f"{'T' if rank == '10' else rank.upper()}{suit}"
    return text
