"""Worlds come out as often as they should: held against all that there are."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest

from bots.maestro.deck import ALL
from bots.maestro.worlds import Unknown, World, Worlds

CARDS = (0x00, 0x01, 0x10, 0x11, 0x20, 0x30)
FREE = (0, 0, 0, 0)
Bars = tuple[tuple[int, ...], ...]


def unknown(need: Sequence[int], barred: Bars) -> Unknown:
    return Unknown(CARDS, ((0, 0, 0, 1 << 9), FREE, FREE), tuple(need), barred)


def every(given: Unknown) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to deal the cards, as the cards of each place and of nobody."""
    seen = set()
    for order in permutations(given.cards):
        rest, dealt = list(order), []
        for number in given.need:
            dealt.append(tuple(sorted(rest[:number])))
            del rest[:number]
        fits = all(
            not given.barred[place][code >> 4] >> (code & 15) & 1 for place, hand in enumerate(dealt) for code in hand
        )
        if fits and tuple(dealt) not in seen:
            seen.add(tuple(dealt))
            yield tuple(dealt)


def dealt_in(given: Unknown, world: World) -> tuple[tuple[int, ...], ...]:
    hands = [
        tuple(code for code in given.cards if world.hands[4 * place + (code >> 4)] >> (code & 15) & 1)
        for place in range(3)
    ]
    return (*hands, tuple(sorted(world.rest)))


CASES = {
    "nothing known": ((2, 2, 2, 0), (FREE, FREE, FREE, FREE)),
    "some in nobody's hand": ((2, 1, 2, 1), (FREE, FREE, FREE, FREE)),
    "one void": ((2, 2, 2, 0), ((ALL, 0, 0, 0), FREE, FREE, FREE)),
    "different voids": ((2, 2, 2, 0), ((ALL, 0, 0, 0), (0, ALL, 0, 0), (0, 0, 0, ALL), FREE)),
    "voids and a single card": ((2, 2, 1, 1), ((ALL, 0, 0, 0), (0, 0b10, 0, ALL), FREE, FREE)),
}


@pytest.mark.parametrize("case", CASES)
def test_every_world_is_as_likely_as_the_others(case: str) -> None:
    given = unknown(*CASES[case])
    wanted = set(every(given))
    source = Worlds(given, (), Random(1))
    number = 400 * len(wanted)
    seen = Counter(dealt_in(given, source.draw()) for _ in range(number))
    assert set(seen) == wanted
    assert all(0.75 * 400 < times < 1.25 * 400 for times in seen.values()), seen


def test_doubts_make_worlds_seldom_by_as_much_as_they_say() -> None:
    given = unknown(*CASES["different voids"])

    def doubt(hands: list[int]) -> float:
        return 0.25 if hands[4 * 2] & 1 else 1.0

    wanted = list(every(given))
    doubted = sum(0 in hand[2] for hand in wanted)
    assert 0 < doubted < len(wanted)
    source = Worlds(given, [doubt], Random(2))
    share = sum(source.draw().hands[4 * 2] & 1 for _ in range(20_000)) / 20_000
    assert share == pytest.approx(doubted / 4 / (len(wanted) - doubted + doubted / 4), abs=0.02)


def test_what_is_known_stays_and_lists_are_the_caller_s() -> None:
    source = Worlds(unknown(*CASES["one void"]), (), Random(3))
    first = source.draw()
    assert first.hands[3] == 1 << 9 | (first.hands[3] & 1)
    first.hands.clear()
    assert len(source.draw().hands) == 12


def test_what_contradicts_itself_still_gives_hands_of_the_right_size() -> None:
    given = unknown((2, 2, 2, 0), ((ALL,) * 4, (ALL,) * 4, (ALL,) * 4, FREE))
    dealt = dealt_in(given, Worlds(given, (), Random(4)).draw())
    assert [len(hand) for hand in dealt] == [2, 2, 2, 0]
    doubted = unknown(*CASES["one void"])
    dealt = dealt_in(doubted, Worlds(doubted, [lambda hands: 0.0], Random(4)).draw())
    assert [len(hand) for hand in dealt] == [2, 2, 2, 0]
