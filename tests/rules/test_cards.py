"""Cards, their order and their value (R0.1-R0.3)."""

from referee.rules.cards import CARD, DECKS, NAMES, cards_of, mask_of, names_of, thirds_of


def test_every_deck_is_worth_32_thirds() -> None:
    for deck in DECKS.values():
        assert thirds_of(mask_of(deck)) == 32


def test_deck_order_is_by_suit_and_then_by_strength() -> None:
    assert " ".join(NAMES[card] for card in DECKS["italian40"][:11]) == "4b 5b 6b 7b Jb Qb Kb Ab 2b 3b 4c"
    assert " ".join(NAMES[card] for card in DECKS["piemontese36"][:10]) == "6b 7b 8b Jb Qb Kb Ab 9b Tb 6c"
    for deck in DECKS.values():
        assert list(deck) == sorted(deck)


def test_values_in_thirds() -> None:
    values = {name: thirds_of(1 << CARD[name]) for name in ("Ab", "3c", "2d", "Ks", "Qb", "Jb", "7b", "Tb", "9b", "8b")}
    assert values == {"Ab": 3, "3c": 1, "2d": 1, "Ks": 1, "Qb": 1, "Jb": 1, "7b": 0, "Tb": 1, "9b": 1, "8b": 0}


def test_sets_and_lists_are_the_same_cards() -> None:
    hand = mask_of([CARD["3b"], CARD["4c"], CARD["Ks"]])
    assert names_of(hand) == ("3b", "4c", "Ks")
    assert mask_of(cards_of(hand)) == hand
