"""How everybody is imagined to play on in the search."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

Refill: TypeAlias = Callable[[list[int], int, list[tuple[int, int]]], None]
"""What comes to the hands after a trick: told the hands, the winner and the trick's cards as (place, code)."""


class Trick(NamedTuple):
    """The trick on the table."""

    leader: int
    waiting: tuple[int, ...] = ()
    """The places still to play, in turn; nobody before the lead."""
    led: int = 0
    """The suit led."""
    best: int = -1
    """The best rank in it."""
    winner: int = -1
    """Its place."""
    thirds: int = 0
    """On the table."""


class Choose(Protocol):
    """A decision by the maxims."""

    def __call__(self, hands: Sequence[int], live: Sequence[int], side: Sequence[int], trick: Trick, left: int) -> int:
        """Return the code of the card that the next player plays; nothing is changed.

        `hands` holds suits by place, `live` the cards of each suit that are not played, `side` is by place, and `left`
        tricks are to be won, the one on the table included.
        """


class PlayOn(Protocol):
    """A hand played to its end by the maxims."""

    def __call__(
        self,
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
        """Play to the end and return who wins the last trick.

        `hands` and `live` are used up. To `taken`, by place, the thirds of the cards are added. `after` has by leader
        the others in turn; `table` has the cards of the trick, for `refill`.
        """


class Style(NamedTuple):
    """A way to play."""

    choose: Choose
    play_on: PlayOn
