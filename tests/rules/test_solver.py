"""The solver against brute force on random endings, and on positions that anyone can work out."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from referee.rules.cards import CARD, LED_MASK, SUIT_OF, THIRDS, cards_of, mask_of
from referee.rules.deals import deck_order, game_seed
from referee.rules.solver import Play, Solver

LAST = 3


def brute_force(
    hands: Sequence[int], first: set[int], place: int, last: int = LAST, trick: tuple[Play, ...] = ()
) -> int:
    """The same value by trying everything; only positions between tricks are remembered."""
    count = len(hands)
    seen: dict[tuple[tuple[int, ...], int], int] = {}

    def lead(left: tuple[int, ...], place: int) -> int:
        if (left, place) not in seen:
            seen[left, place] = play(left, place, ()) if any(left) else 0
        return seen[left, place]

    def play(left: tuple[int, ...], place: int, trick: tuple[Play, ...]) -> int:
        if len(trick) == count:
            winner = max((card, seat) for seat, card in trick if SUIT_OF[card] == SUIT_OF[trick[0][1]])[1]
            thirds = sum(THIRDS[card] for _, card in trick) + (0 if any(left) else last)
            return (thirds if winner in first else 0) + lead(left, winner)
        legal = (left[place] & LED_MASK[trick[0][1]] if trick else 0) or left[place]
        choose: Callable[..., int] = max if place in first else min
        return choose(
            play(without(left, place, card), (place + 1) % count, (*trick, (place, card))) for card in cards_of(legal)
        )

    return play(tuple(hands), place, trick)


def without(hands: Sequence[int], place: int, card: int) -> tuple[int, ...]:
    return tuple(hand & ~(1 << card) if seat == place else hand for seat, hand in enumerate(hands))


def ending(number: int, tricks: int, count: int = 4) -> tuple[int, ...]:
    """The first cards of a shuffled deck, so many to each."""
    deck = deck_order(game_seed("solver", number), 0, 0)
    return tuple(mask_of(deck[place * tricks : (place + 1) * tricks]) for place in range(count))


def sides(number: int, count: int) -> set[int]:
    """Every other place, or one against the rest."""
    return set(range(0, count, 2)) if number % 3 else {number % count}


def check(number: int, tricks: int, count: int = 4) -> None:
    hands, first = ending(number, tricks, count), sides(number, count)
    leader, last = number % count, LAST + number % 2
    solved = Solver(hands, range(count), first, last).value(sum(hands), leader)
    assert solved == brute_force(hands, first, leader, last), (hands, first, leader, last)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_agrees_with_brute_force(count: int) -> None:
    for number in range(24 if count < 4 else 10):
        check(number, 3 + number % 2, count)
    check(99, 5, count)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_agrees_with_brute_force_on_a_thousand_endings(part: int) -> None:
    for number in range(50 * part, 50 * part + 50):
        check(1000 + number, 3 + number % 3)


@pytest.mark.parametrize("number", range(12))
def test_every_card_in_the_middle_of_a_trick_has_the_value_of_what_follows(number: int) -> None:
    hands, first, luck = ending(number, 3), sides(number, 4), Random(number)
    solver = Solver(hands, range(4), first)
    left, place = hands, number % 4
    trick: tuple[Play, ...] = ()
    for _ in range(number % 4):
        legal = (left[place] & LED_MASK[trick[0][1]] if trick else 0) or left[place]
        card = luck.choice(cards_of(legal))
        left, trick, place = without(left, place, card), (*trick, (place, card)), (place + 1) % 4
    worths = solver.worths(sum(left), place, trick)
    for card, worth in worths.items():
        rest = without(left, place, card)
        assert worth == brute_force(rest, first, (place + 1) % 4, LAST, (*trick, (place, card)))
    assert solver.value(sum(left), place, trick) == (max if place in first else min)(worths.values())


def cards(names: str) -> int:
    return mask_of(CARD[name] for name in names.split())


def test_a_leader_who_holds_all_the_winners_gets_everything() -> None:
    hands = [cards("3b 2b Ab"), cards("Kb Qb Jb"), cards("4c 5c Ac"), cards("7b 6b 5b")]
    assert Solver(hands, range(4), {0, 2}).value(sum(hands), 0) == 1 + 1 + 3 + 3 + 3 + LAST


def test_a_side_gives_its_ace_to_the_partner_and_not_to_the_others() -> None:
    hands = [cards("3b 4c"), cards("Kb 5c"), cards("Ac 4d"), cards("7b 3c")]
    worths = Solver(hands, range(4), {0, 2}).worths(cards("4c 5c Ac 4d 7b 3c"), 2, ((0, CARD["3b"]), (1, CARD["Kb"])))
    assert worths == {CARD["Ac"]: 5, CARD["4d"]: 2}  # kept, the ace falls to the 3 of coppe


def test_what_lies_face_down_goes_with_the_last_trick() -> None:
    hands = [cards("4b"), cards("5b")]
    assert Solver(hands, range(2), {1}, last=LAST + 7).value(sum(hands), 0) == LAST + 7


def test_equal_cards_are_worth_the_same_and_cards_that_differ_in_value_are_told_apart() -> None:
    hands = [cards("Kb 2b"), cards("3b 4c")]  # with the ace gone K and 2 are neighbours, and both one third
    worths = Solver(hands, range(2), {0}).worths(sum(hands), 0)
    assert worths[CARD["Kb"]] == worths[CARD["2b"]]
    hands = [cards("Ab Kb"), cards("3b 4b")]
    worths = Solver(hands, range(2), {0}).worths(sum(hands), 0)
    assert worths == {CARD["Kb"]: 1, CARD["Ab"]: 3}  # the other keeps his 3 for the last trick


def test_a_bad_guess_costs_time_and_nothing_else() -> None:
    hands = ending(7, 4)
    values = {Solver(hands, range(4), {0, 2}).value(sum(hands), 0, guess=guess) for guess in (-3, 0, 9, 60)}
    assert len(values) == 1
