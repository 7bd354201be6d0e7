"""From a seed to a deck order, which any program can recompute (deals.md), and decks that were given (G9)."""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import unpack
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


def _words(key: bytes) -> "Iterable[int]":
    """The endless stream of unsigned 64-bit words of a key (deals.md 4)."""
    block = 0
    while True:
        yield from unpack(">4Q", sha256(key + block.to_bytes(8, "big")).digest())
        block += 1


def deck_order(seed: str, hand: int, attempt: int, deck: str = "italian40", removed: Sequence[Card] = ()) -> list[Card]:
    """The shuffled deck, top card first, of one attempt at a hand of the game with this seed (deals.md 3-7)."""
    order = [card for card in DECKS[deck] if card not in removed]
    words = iter(_words(sha256(f"tressette-deal-1\n{seed}\n{hand}\n{attempt}".encode()).digest()))
    for last in range(len(order) - 1, 0, -1):
        choices = last + 1
        limit = (1 << 64) - (1 << 64) % choices  # words at or above it would favour the low places
        word = next(words)
        while word >= limit:
            word = next(words)
        other = word % choices
        order[last], order[other] = order[other], order[last]
    return order


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
