"""Playing on where points are bad, each for himself (R12): a card at a time and a whole hand at a time.

Lead what others are likely to take; go under if one can, with the worst card that goes under; if one must take, take
with the highest; throw away what is most dangerous. As in `taking`, `_play_on` is `_choose` unrolled.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from bots.maestro.deck import ACE, ALL, BIT, HELD, RANKS, TOP
from bots.maestro.style import Refill, Style, Trick

NONE: Final = 15
_OFFSET: Final = 1 << 16
"""Keeps worths above zero."""
_Row = list[int]


def _by_holding(choose: Callable[[int], int]) -> _Row:
    return [choose(cards) if cards else NONE for cards in range(ALL + 1)]


def _under(best: int) -> Callable[[int], int]:
    """The ace, if it goes under; else the highest card that does."""
    return lambda cards: max(
        (rank for rank in HELD[cards] if rank < best), key=lambda rank: RANKS if rank == ACE else rank, default=NONE
    )


def _highest(cards: int) -> int:
    """The highest card, but the ace last: its thirds are one's own."""
    return max(HELD[cards], key=lambda rank: -1 if rank == ACE else rank)


_UNDER: Final = [_by_holding(_under(best)) for best in range(RANKS)]
_HIGHEST: Final = _by_holding(_highest)
_LOWEST: Final = _by_holding(lambda cards: HELD[cards][0])


class Dangers:
    """What is worth leading and throwing away from a suit, as `worth << 6 | rank`, worked out when first asked."""

    def __init__(self, value: Sequence[int]) -> None:
        """Take the value of each card by code, in thirds."""
        self._value = value
        self.leads: dict[int, int] = {}
        self.throws: dict[int, int] = {}

    def lead(self, key: int) -> int:
        """By `suit << 20 | others << 10 | held`: the best card to lead from the suit."""
        found = self._best(key, self._lead)
        self.leads[key] = found
        return found

    def throw(self, key: int) -> int:
        """By the same: the best card to be rid of."""
        found = self._best(key, self._danger)
        self.throws[key] = found
        return found

    def _best(self, key: int, worth: Callable[[int, int, int, int], int]) -> int:
        suit, others, held = key >> 20, key >> 10 & ALL, key & ALL
        return max(worth(suit, others, held, rank) + _OFFSET << 6 | rank for rank in HELD[held])

    def _lead(self, suit: int, others: int, held: int, rank: int) -> int:
        """The chance that somebody takes it, and what it leaves."""
        value = self._value[suit << 4 | rank]
        elsewhere = others.bit_count()
        lower = (others & BIT[rank] - 1).bit_count()
        if lower == elsewhere:  # nobody beats it
            return -1500 - 300 * value
        return self._danger(suit, others, held, rank) // 3 - 1000 * (2 + value) * lower // elsewhere

    def _danger(self, suit: int, others: int, held: int, rank: int) -> int:
        """What the card may cost if it is kept, in thousandths of a third."""
        value = self._value[suit << 4 | rank]
        elsewhere = others.bit_count()
        if not elsewhere:
            return 500 * value
        lower = (others & BIT[rank] - 1).bit_count()
        covers = (held & BIT[rank] - 1).bit_count()
        return 1000 * lower * (2 + value) // (elsewhere * (1 + covers)) + 300 * value


def shunning(value: Sequence[int]) -> Style:
    """Return the way to play with these values of the cards, by code."""
    dangers = Dangers(value)
    return Style(partial(_choose, dangers), partial(_play_on, dangers, value))


def _choose(
    dangers: Dangers, hands: Sequence[int], live: Sequence[int], side: Sequence[int], trick: Trick, left: int
) -> int:
    if not trick.waiting:
        return _dearest(dangers.lead, hands, live, trick.leader)
    place = trick.waiting[0]
    held = hands[4 * place + trick.led]
    if not held:
        return _dearest(dangers.throw, hands, live, place)
    rank = _UNDER[trick.best][held]
    if rank == NONE:
        lost = len(trick.waiting) == 1 or TOP[live[trick.led] ^ held] < _LOWEST[held]
        rank = (_HIGHEST if lost else _LOWEST)[held]
    return trick.led << 4 | rank


def _dearest(worth: Callable[[int], int], hands: Sequence[int], live: Sequence[int], place: int) -> int:
    found = [
        (worth(suit << 20 | (live[suit] ^ held) << 10 | held), suit)
        for suit, held in enumerate(hands[4 * place : 4 * place + 4])
        if held
    ]
    best, suit = max(found, key=lambda each: (each[0] >> 6, each[1]))
    return suit << 4 | best & 15


def _play_on(
    dangers: Dangers,
    value: Sequence[int],
    hands: list[int],
    live: list[int],
    taken: list[int],
    side: Sequence[int],
    after: Sequence[tuple[int, ...]],
    trick: Trick,
    left: int,
    refill: Refill | None,
    table: Sequence[tuple[int, int]],
) -> int:
    leader, waiting, led, best, winner, thirds = trick
    leads, throws = dangers.leads, dangers.throws
    under, highest, lowest, tops, bits = _UNDER, _HIGHEST, _LOWEST, TOP, BIT
    played = list(table)
    while True:
        if not waiting:
            dearest = -1
            for suit in (0, 1, 2, 3):
                held = hands[4 * leader + suit]
                if held:
                    key = suit << 20 | (live[suit] ^ held) << 10 | held
                    found = leads.get(key) or dangers.lead(key)
                    if found >> 6 >= dearest:
                        dearest, best, led = found >> 6, found & 15, suit
            hands[4 * leader + led] ^= bits[best]
            live[led] ^= bits[best]
            winner = leader
            thirds = value[led << 4 | best]
            waiting = after[leader]
            if refill:
                played.append((leader, led << 4 | best))
        last = waiting[-1]
        for place in waiting:
            held = hands[4 * place + led]
            into = led
            if held:
                rank = under[best][held]
                if rank == NONE:
                    lost = place == last or tops[live[led] ^ held] < lowest[held]
                    best = rank = highest[held] if lost else lowest[held]
                    winner = place
            else:
                dearest = rank = -1
                for suit in (0, 1, 2, 3):
                    held = hands[4 * place + suit]
                    if held:
                        key = suit << 20 | (live[suit] ^ held) << 10 | held
                        found = throws.get(key) or dangers.throw(key)
                        if found >> 6 >= dearest:
                            dearest, rank, into = found >> 6, found & 15, suit
            hands[4 * place + into] ^= bits[rank]
            live[into] ^= bits[rank]
            thirds += value[into << 4 | rank]
            if refill:
                played.append((place, into << 4 | rank))
        taken[winner] += thirds
        left -= 1
        if not left:
            return winner
        if refill:
            refill(hands, winner, played)
            played.clear()
        leader = winner
        waiting = ()
