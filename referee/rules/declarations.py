"""Declarations (accuse): the combinations that a hand holds, and what each counts (R1.5)."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from referee.rules.cards import CARD, HIGH_RANKS, SUITS, Mask, mask_of, of_rank


def _ranks(deck: str) -> str:
    """The three highest ranks in the order of `legal`: 3, 2, A or T, 9, A."""
    return HIGH_RANKS[deck]


def points_of(combo: str) -> int:
    """What a combination counts when it is declared as a whole."""
    return 4 if combo.startswith("four:") else 3


@cache
def cards_in(combo: str, deck: str) -> Mask:
    """The cards that make up a combination."""
    kind, *rest = combo.split(":")
    if kind == "napoli":
        return mask_of(CARD[rank + rest[0]] for rank in _ranks(deck))
    missing = rest[1] if kind == "tris" else ""
    return mask_of(CARD[rest[0] + suit] for suit in SUITS if suit != missing)


def _tables(deck: str) -> tuple[list[tuple[Mask, str]], list[tuple[Mask, str]]]:
    napoli = [(cards_in(f"napoli:{suit}", deck), f"napoli:{suit}") for suit in SUITS]
    return napoli, [(of_rank(rank), rank) for rank in _ranks(deck)]


_TABLES: Final = {deck: _tables(deck) for deck in HIGH_RANKS}
_HIGH: Final = {deck: of_rank(ranks) for deck, ranks in HIGH_RANKS.items()}


def combos_in(hand: Mask, deck: str) -> tuple[str, ...]:
    """All combinations of a hand, in the order of `legal`: napoli by suit, then three or four of a rank."""
    return _combos(hand & _HIGH[deck], deck)


@cache  # of the 4,096 sets of twelve high cards: every player of every hand is looked at
def _combos(hand: Mask, deck: str) -> tuple[str, ...]:
    napoli, ranks = _TABLES[deck]
    combos = [combo for cards, combo in napoli if not cards & ~hand]
    for cards, rank in ranks:
        held = (cards & hand).bit_count()
        if held == 4:
            combos.append(f"four:{rank}")
        elif held == 3:
            missing = next(suit for suit in SUITS if not hand >> CARD[rank + suit] & 1)
            combos.append(f"tris:{rank}:{missing}")
    return tuple(combos)


def scored_key(combo: str) -> str:
    """What a combination uses up: a suit for a napoletana, a rank for the rest (R2.3)."""
    kind, what, *_ = combo.split(":")
    return f"napoli:{what}" if kind == "napoli" else what


def open_combos(hand: Mask, deck: str, done: Iterable[str]) -> list[tuple[str, int]]:
    """The combinations of a hand not declared yet, with their points; a fourth card after a three adds 1 (R2.3)."""
    held = combos_in(hand, deck)
    if not held:
        return []
    declared = {scored_key(combo): combo for combo in done}
    found = []
    for combo in held:
        before = declared.get(scored_key(combo))
        if before is None:
            found.append((combo, points_of(combo)))
        elif combo.startswith("four:") and before.startswith("tris:") and combo not in done:
            found.append((combo, 1))
    return found
