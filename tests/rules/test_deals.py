"""Deals can be recomputed by anyone (deals.md)."""

import hashlib
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from referee.rules.cards import CARD, DECKS, NAMES
from referee.rules.deals import (
    GivenDeals,
    SeededDeals,
    bot_seed,
    check_game_seed,
    check_match_seed,
    commitment,
    deck_order,
    game_seed,
    shuffled,
)


class Vector(msgspec.Struct):
    """One test vector: what a match seed and a deal give."""

    match_seed: str
    deal: int
    game_seed: str
    hand: int
    attempt: int
    deck: str
    removed: list[str]
    order: str
    bot_seed_table0_seat0: int
    bot_seed_table1_seat3: int


_FILE = Path(__file__).parent / "deals.json"
VECTORS = msgspec.json.decode(_FILE.read_bytes(), type=dict[str, list[Vector]])["vectors"]


@pytest.mark.parametrize("vector", VECTORS)
def test_vectors(vector: Vector) -> None:
    seed = game_seed(vector.match_seed, vector.deal)
    removed = [CARD[name] for name in vector.removed]
    order = deck_order(seed, vector.hand, vector.attempt, vector.deck, removed)
    assert seed == vector.game_seed
    assert " ".join(NAMES[card] for card in order) == vector.order
    assert bot_seed(seed, 0, 0) == vector.bot_seed_table0_seat0
    assert bot_seed(seed, 1, 3) == vector.bot_seed_table1_seat3


def test_words_that_would_favour_low_places_are_passed_over() -> None:
    """With three cards the last word below 2^64 is one too many; two cards take any word."""
    top = (1 << 64) - 1
    assert shuffled([10, 11, 12], iter([top, 0, 1])) == shuffled([10, 11, 12], iter([0, 1])) == [12, 11, 10]
    assert shuffled([10, 11], iter([top])) == [10, 11]


def test_a_hand_an_attempt_and_a_seed_each_change_the_deck() -> None:
    seed = game_seed("a", 0)
    other = game_seed("a", 1)
    decks = [deck_order(seed, 0, 0), deck_order(seed, 1, 0), deck_order(seed, 0, 1), deck_order(other, 0, 0)]
    assert len({tuple(deck) for deck in decks}) == 4


def test_every_place_is_equally_likely_for_a_card() -> None:
    """Chi-square over the 40 places of one card in 4,000 decks: 99.9 % point for 39 degrees of freedom is 72.1."""
    places = Counter(deck_order(game_seed("uniform", deal), 0, 0).index(CARD["3b"]) for deal in range(4000))
    assert sum((places[place] - 100) ** 2 / 100 for place in range(40)) < 72.1


def test_commitment_is_the_hash_of_seed_and_nonce() -> None:
    assert commitment("spring-cup", "ab" * 16) == hashlib.sha256(b"spring-cup\n" + b"ab" * 16).hexdigest()


@pytest.mark.parametrize("bad", ["", "a" * 65, "a b", "è", "a\n"])
def test_match_seeds_are_checked(bad: str) -> None:
    with pytest.raises(ValueError, match="1 to 64 characters"):
        check_match_seed(bad)


@pytest.mark.parametrize("bad", ["", "A" * 32, "0" * 31, "0" * 32 + "\n"])
def test_game_seeds_are_checked(bad: str) -> None:
    with pytest.raises(ValueError, match="32 hex digits"):
        check_game_seed(bad)


def test_given_decks_must_be_the_deck_of_the_game() -> None:
    deck = list(DECKS["italian40"])
    assert GivenDeals([(deck, 2)]).deck(0, 0, "italian40", ()) == deck
    assert GivenDeals([(deck, 2)]).dealer(0) == 2
    assert GivenDeals([(deck, 2)]).deck(1, 0, "italian40", ()) is None
    for wrong in (deck[1:], [*deck[1:], deck[1]], list(DECKS["piemontese36"])):
        with pytest.raises(ValueError, match="hand 0"):
            GivenDeals([(wrong, 2)]).deck(0, 0, "italian40", ())


def test_seeded_deals_leave_the_dealer_to_the_game() -> None:
    assert SeededDeals("0" * 32).dealer(0) is None
