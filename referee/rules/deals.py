"""From a seed to a deck order, which any program can recompute (deals.md), and decks that were given (G9)."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from operator import mod
from struct import Struct, unpack
from typing import Final, Protocol

from referee.rules.cards import DECKS, Card

_MATCH_SEED: Final = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_GAME_SEED: Final = re.compile(r"[0-9a-f]{32}\Z")


def check_match_seed(seed: str) -> str:
    """The seed itself if it is one (deals.md 1); ValueError with the reason if not."""
    if not _MATCH_SEED.match(seed):
        raise ValueError("a match seed is 1 to 64 characters out of A-Z a-z 0-9 . _ -")
    return seed


def check_game_seed(seed: str) -> str:
    """The seed itself if it is one (deals.md 2); ValueError with the reason if not."""
    if not _GAME_SEED.match(seed):
        raise ValueError("a game seed is 32 hex digits, in lower case")
    return seed


def game_seed(match_seed: str, deal: int) -> str:
    """The seed of deal `deal` (from 0) of a match: 32 hex digits (deals.md 2)."""
    return sha256(f"tressette-game-1\n{match_seed}\n{deal}".encode()).hexdigest()[:32]


def bot_seed(game: str, table: int, seat: int) -> int:
    """The seed that a bot is told, below 2^53; the cards cannot be found from it (deals.md 8)."""
    return int(sha256(f"tressette-bot-1\n{game}\n{table}\n{seat}".encode()).hexdigest()[:13], 16)


def commitment(match_seed: str, nonce: str) -> str:
    """What is published before a run; seed and nonce then prove that the deals were fixed beforehand (deals.md 9)."""
    return sha256(f"{match_seed}\n{nonce}".encode()).hexdigest()


def deck_order(seed: str, hand: int, attempt: int, deck: str = "italian40", removed: Sequence[Card] = ()) -> list[Card]:
    """The shuffled deck, top card first, of one attempt at a hand of the game with this seed (deals.md 3-7)."""
    order = [card for card in DECKS[deck] if card not in removed] if removed else [*DECKS[deck]]
    key = sha256(f"tressette-deal-1\n{seed}\n{hand}\n{attempt}".encode()).digest()
    words = _BATCH.unpack(b"".join([sha256(key + block).digest() for block in _BLOCKS]))
    if max(words) >= _SAFE:  # perhaps beyond a limit, once in many million years
        return shuffled(order, _words(key))
    last = len(order) - 1
    for other in map(mod, words, _CHOICES[-last:]):
        order[last], order[other] = order[other], order[last]
        last -= 1
    return order


def shuffled(order: list[Card], words: Iterator[int]) -> list[Card]:
    """The cards, put into the order that these words give (deals.md 6); words that would favour low places are left
    out.
    """
    for last in range(len(order) - 1, 0, -1):
        choices, limit = last + 1, _limit(last + 1)
        other = next(word for word in words if word < limit) % choices
        order[last], order[other] = order[other], order[last]
    return order


def _words(key: bytes) -> Iterator[int]:
    """The endless stream of unsigned 64-bit words of a key (deals.md 4)."""
    block = 0
    while True:
        yield from unpack(">4Q", sha256(key + block.to_bytes(8, "big")).digest())
        block += 1


def _limit(choices: int) -> int:
    """Words at or above it would favour the low places (deals.md 6)."""
    return (1 << 64) - (1 << 64) % choices


_CHOICES: Final = tuple(range(40, 1, -1))
"""Among how many places each exchange of a deck of 40 chooses: a smaller deck begins later."""
_SAFE: Final = min(map(_limit, _CHOICES))
"""No word below it would favour anything."""
_BLOCKS: Final = tuple(block.to_bytes(8, "big") for block in range(10))
_BATCH: Final = Struct(">40Q")
"""The words of these blocks: enough for every deck, made at once because that takes half the time."""


class Deals(Protocol):
    """Where the decks of a game come from. `given` decks are never dealt again within a hand number (R0.17)."""

    @property
    def given(self) -> bool:
        """Whether the decks come from a file (G9) and not from a seed."""

    def deck(self, hand: int, attempt: int, deck: str, removed: Sequence[Card]) -> Sequence[Card] | None:
        """The deck order of one attempt, top first; None when the given decks have run out."""

    def dealer(self, hand: int) -> int | None:
        """The dealer that is given with the deck, if one is."""


class SeededDeals:
    """The decks that follow from a game seed."""

    given = False

    def __init__(self, seed: str) -> None:
        self.seed = check_game_seed(seed)

    def deck(self, hand: int, attempt: int, deck: str, removed: Sequence[Card]) -> Sequence[Card]:
        """The shuffled order (deals.md)."""
        return deck_order(self.seed, hand, attempt, deck, removed)

    def dealer(self, hand: int) -> None:
        """None: the deal goes round."""


class GivenDeals:
    """Decks from a file or a record, one for each hand (G9)."""

    given = True

    def __init__(self, hands: Sequence[tuple[Sequence[Card], int | None]]) -> None:
        self.hands = hands

    def deck(self, hand: int, attempt: int, deck: str, removed: Sequence[Card]) -> Sequence[Card] | None:
        """The deck of the hand; ValueError if it is not the deck of the game less the cards removed."""
        if hand >= len(self.hands):
            return None
        cards = self.hands[hand][0]
        if sorted(cards) != [card for card in DECKS[deck] if card not in removed]:
            raise ValueError(f"the deck of hand {hand} is not the {deck} deck of this game: each card once")
        return cards

    def dealer(self, hand: int) -> int | None:
        """The dealer given with the hand."""
        return self.hands[hand][1] if hand < len(self.hands) else None
