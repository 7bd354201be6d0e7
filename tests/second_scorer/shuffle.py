"""From the seed of a game to the order of a deck (deals.md, steps 3 to 6)."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from .cards import full_deck


def deck_of(seed: str, hand: int, attempt: int, deck: str, removed: Sequence[str]) -> list[str]:
    """The cards in dealing order, the top first."""
    key = sha256(f"tressette-deal-1\n{seed}\n{hand}\n{attempt}".encode()).digest()
    words = _words(key)
    cards = full_deck(deck, removed)
    for last in range(len(cards) - 1, 0, -1):
        places = last + 1
        limit = 2**64 - 2**64 % places
        word = next(words)
        while word >= limit:
            word = next(words)
        other = word % places
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(key + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1
