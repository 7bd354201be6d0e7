"""A block: consecutive deals in one seating, each seat being one process (P10). What a worker gets, and all it gets."""

from typing import Literal

import msgspec

from protocol.limits import LIMITS
from referee.host.faults import Policy
from referee.host.processes.bot import Bot
from referee.host.timing.clock import Times
from referee.rules.cards import Card


class Deal(msgspec.Struct, frozen=True):
    """What is dealt in one game."""

    number: int
    """In the match, from 0."""
    seed: str
    """The game seed (deals.md 2); of given decks only the bots' own seeds follow from it."""
    given: tuple[tuple[tuple[Card, ...], int | None], ...] | None = None
    """Given decks by hand, each with its dealer if one is given (G9); None: they follow from the seed."""


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a block: numbers and texts, so that it can be sent anywhere."""

    bots: tuple[Bot, ...]
    """By seat."""
    deals: tuple[Deal, ...]
    table: int = 0
    """The number of the seating among those of a deal."""
    variant: str = "tressette"
    rules: dict[str, object] = {}
    times: Times = Times()
    policy: Policy = Policy()
    restart: Literal["block", "game"] = "block"
    """Whether a process plays the whole block or one game."""
    anonymous: bool = True
    """Whether players are called `p0 p1 …`."""
    max_line: int = LIMITS.max_line
    sandbox: str = "none"
    """The level, as it stands in the records."""
    file: str = "games.jsonl"
    """Where the records will be, for the command that plays a deal again (P8)."""

    def game(self, deal: Deal) -> str:
        """The id of the game on a deal."""
        return f"{deal.number}/{self.table}"
