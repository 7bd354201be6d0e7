"""The cards worth telling apart: one that stands next to an equal one is no choice of its own."""

from collections.abc import Sequence
from typing import Final

from bots.maestro.deck import HELD, VALUE


def options(hands: Sequence[int], place: int, led: int, whole: Sequence[int]) -> tuple[int, ...]:
    """Return the codes of what a place may play, of equal neighbours the lowest.

    `led` is the suit led, or -1; `whole` the cards in hands and on the table, by suit: what stands between two cards.
    """
    base = 4 * place
    if led >= 0 and (held := hands[base + led]):
        return _of_suit(led, held, whole[led] ^ held)
    codes: tuple[int, ...] = ()
    for suit in (0, 1, 2, 3):
        held = hands[base + suit]
        if held:
            codes += _of_suit(suit, held, whole[suit] ^ held)
    return codes


def among(codes: Sequence[int], code: int) -> int:
    """Return the one of the options that stands for a card."""
    return max([option for option in codes if option <= code])


_EQUALS: Final[dict[int, tuple[int, ...]]] = {}


def _of_suit(suit: int, held: int, others: int) -> tuple[int, ...]:
    """Return the codes worth telling apart of the cards held in a suit: of equal neighbours the lowest."""
    key = (others << 10 | held) << 2 | suit
    found = _EQUALS.get(key)
    if found is None:
        codes, before = [], -1
        for rank in HELD[held]:
            between = others & (1 << rank) - (1 << before + 1)
            if before < 0 or between or VALUE[before] != VALUE[rank]:
                codes.append(suit << 4 | rank)
            before = rank
        found = _EQUALS[key] = tuple(codes)
    return found
