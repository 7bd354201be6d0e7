"""How the search lets everybody play on: maxims for games in which points are wanted, as tables.

A choice depends on one's own cards, on the best card of those that others still hold in the suit, and on who is
winning the trick; so each maxim is a table with an entry for every holding of a suit. The weights were found by playing
millions of deals against each other; a unit means nothing but against the others.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bots.maestro.deck import ACE, ALL, HELD, RANKS, THREE, TOP, TWO, VALUE

Row = list[int]

NONE: Final = 15
"""No rank: no such card."""
_KINGS: Final = range(4, ACE)
"""The ranks J, Q and K."""


def _kind(cards: int) -> int:
    top = TOP[cards]
    ace, two = cards >> ACE & 1, cards >> TWO & 1
    return top + 1 if top < TWO else TWO + 1 + ace if top == TWO else TWO + 3 + ace + 2 * two


KIND: Final = tuple(_kind(cards) for cards in range(1 << RANKS))
"""What others hold in a suit, as far as the maxims tell it apart: the strongest rank, and with a 2 or a 3 whether the
ace is there, with a 3 whether the 2 is."""
_KINDS: Final = tuple(
    next(cards for cards in range(1 << RANKS) if KIND[cards] == kind) for kind in range(max(KIND) + 1)
)
"""An example of each."""


class Maxims:
    """The tables. A choice with a score is `score << 6 | rank`, so that suits are compared by adding `suit << 4`."""

    def __init__(self) -> None:
        """Reckon them all; this takes some tenths of a second."""
        self.lead = [[_best(_lead(others, stage)) for others in _KINDS] for stage in range(3)]
        """What to lead: by stage of the hand, kind of the others' cards, own cards of the suit."""
        self.help = [_best(_help(others)) for others in _KINDS]
        """What to throw into a friend's trick when one cannot follow: by kind, own cards of a suit."""
        self.spare = [_best(_spare(others)) for others in _KINDS]
        """What to throw into an opponent's trick."""
        self.give = _ranked(_GIFTS)
        """What to add to a friend's trick: by own cards of the suit led."""
        self.lose = _ranked(_LOSERS)
        """What to lose to an opponent's trick."""
        self.sure = [_by_holding(_cheapest_above(best)) for best in range(RANKS)]
        """What wins for certain: by the best card that is out or on the table, own cards; NONE if nothing does."""
        self.win = [_by_holding(self._or_lose(_cheapest_above(best))) for best in range(RANKS)]
        """What to play last against an opponent's card that takes something."""
        self.take = [_by_holding(self._or_lose(_only_cheap(_cheapest_above(best)))) for best in range(RANKS)]
        """The same where nothing lies on the table yet that counts."""
        self.force = [_by_holding(self._or_lose(_highest_above(best))) for best in range(RANKS)]
        """What to play last but one: the highest, for the one behind to beat."""

    def _or_lose(self, choose: Callable[[int], int]) -> Callable[[int], int]:
        return lambda cards: self.lose[cards] if choose(cards) == NONE else choose(cards)


STAGE: Final = (2, 2, 2, 2, 1, 1, 1, *[0] * 15)
"""By tricks left: the stage of the hand, 0 early, 2 late."""

HIGH_FRIEND: Final = ACE
"""A friend's card of this rank or higher is trusted to win when one throws something into the trick."""


def _lead(others: int, stage: int) -> Callable[[int, int], float]:
    """Return the worth of leading a rank from a holding, the others having a kind of cards left in the suit."""
    top, ace_is_out = TOP[others], others >> ACE & 1

    def master(cards: int, rank: int) -> float:
        masters = sum(other > top for other in HELD[cards])
        alone = masters == 1
        worth = (19, 71, 130)[stage] + 31 * VALUE[rank] + 21 * masters + (100 if top < 0 else 0) - (80 if alone else 0)
        worth += (-30, -31, -80)[stage] if ace_is_out else 0
        if rank == THREE:
            worth += 9 - (10 if alone and not cards >> TWO & 1 and not ace_is_out else 0)
        return worth - rank * 0.01

    def loser(cards: int, rank: int) -> float:
        worth = (8, -2, -2)[stage] * len(HELD[cards]) - rank * 0.1
        worth += -43 if rank == ACE else 70 if cards >> ACE & 1 else 0
        worth += -6 if rank == TWO or cards >> TWO & 1 else 0
        worth += {4: -8, 5: -8, 6: 2}.get(rank, 0)
        worth += (-14, -70, -4)[stage] if TOP[cards] > top else 0
        worth += 3 if cards == 1 << rank else 0
        return worth + (7 if top < THREE and not cards >> THREE & 1 else 0)

    return lambda cards, rank: master(cards, rank) if rank > top else loser(cards, rank)


_GIFT: Final = (60, 59, 58, 57, 129, 128, 127, 299, -60, -80)
"""By rank: what one is glad to give a friend."""


def _help(others: int) -> Callable[[int, int], float]:
    top = TOP[others]

    def worth(cards: int, rank: int) -> float:
        kept = 340 if rank > top >= 0 else -113 if rank == TWO and top == THREE else 0
        return _GIFT[rank] - kept - 2 * len(HELD[cards]) + (6 if cards == 1 << rank else 0) - rank * 0.1

    return worth


def _spare(others: int) -> Callable[[int, int], float]:
    top = TOP[others]

    def worth(cards: int, rank: int) -> float:
        guards = rank != ACE and cards >> ACE & 1 and top > ACE and len(HELD[cards]) <= 3
        kept = 130 if rank > top else -10 if rank == TWO and top == THREE else 0
        loss = 49 * VALUE[rank] + 5 * rank + (100 if guards else 0) + kept - (3 if rank in _KINGS else 0)
        return 300 - loss - 3 * len(HELD[cards]) + (11 if cards == 1 << rank else 0) - rank * 0.1

    return worth


def _best(worth: Callable[[int, int], float]) -> Row:
    """Return by holding the rank of greatest worth, with its worth as the score."""

    def best(cards: int) -> int:  # of equals the lowest rank
        return max(int((worth(cards, rank) + 2000) * 10) << 6 | NONE - rank for rank in HELD[cards]) ^ NONE

    return [0, *map(best, range(1, ALL + 1))]


_GIFTS: Final = sorted(range(RANKS), key=lambda rank: -_GIFT[rank])
_LOSERS: Final = (0, 1, 2, 3, 4, 5, 6, TWO, THREE, ACE)


def _ranked(order: Sequence[int]) -> Row:
    """Return by holding the first rank of an order that it has."""
    return _by_holding(lambda cards: next((rank for rank in order if cards >> rank & 1), NONE))


def _by_holding(choose: Callable[[int], int]) -> Row:
    return [choose(cards) for cards in range(ALL + 1)]


def _above(best: int, cards: int) -> Iterable[int]:
    return HELD[cards >> best + 1 << best + 1]


def _cheapest_above(best: int) -> Callable[[int], int]:
    """The ace, whose thirds it brings home; else the lowest that wins."""
    return lambda cards: ACE if best < ACE and cards >> ACE & 1 else next(iter(_above(best, cards)), NONE)


def _only_cheap(choose: Callable[[int], int]) -> Callable[[int], int]:
    return lambda cards: NONE if choose(cards) > ACE else choose(cards)


def _highest_above(best: int) -> Callable[[int], int]:
    return lambda cards: max((rank for rank in _above(best, cards) if rank != ACE), default=NONE)
