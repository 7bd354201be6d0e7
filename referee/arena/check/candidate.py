"""The bot that is examined, the terms of the examination, and what was measured so far."""

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec

from referee.arena.check.finding import CATEGORIES, Category
from referee.arena.check.finding import Times as Measured
from referee.host.game.seat import Host
from referee.host.processes.bot import Bot
from referee.host.timing.clock import Times
from referee.rules.games import names

_KEPT = 5
_SHOWN = 100  # bytes of each


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, and how much of it."""

    games: tuple[str, ...] = msgspec.field(default_factory=names)
    categories: tuple[Category, ...] = CATEGORIES
    """What is looked at, beside the start and whether it answers at all."""
    rounds: int = 10
    """In a round every game is played once with every number of players, and one position of each decision asked."""
    seconds: float = 60.0
    """After so long no new round begins; the first is always played to its end."""
    times: Times = Times()
    memory_mb: int = 1024
    seed: str = "check"
    """What cards, positions and the other players' choices follow from."""
    sandbox: str = "none"
    """The level at which the bot runs, as it stands in the report."""


class Candidate:
    """One bot under examination."""

    def __init__(self, bot: Bot, terms: Terms, host: Host, tell: Callable[[str], None] = lambda text: None) -> None:
        self.bot = bot
        self.terms = terms
        self.host = host
        self.tell = tell
        """Gets a word now and then about what is going on."""
        self.games: tuple[str, ...] | None = None
        """The games that it says it plays, if not all."""
        self.start_ms: int | None = None
        self.answer_us: list[int] = []
        """How long each answer to `act` took, in microseconds."""
        self.asked: Counter[str] = Counter()
        """Decisions asked, by kind."""
        self.stray: list[bytes] = []
        """What it printed that answers nothing, the beginnings of some of it."""
        self.stray_bytes = 0
        self.warnings: list[str] = []
        """Why notes were dropped."""
        self.stderr_lost = 0
        self.memory_kb = 0

    def strayed(self, text: bytes) -> None:
        """Note something that it printed, and that answers nothing."""
        self.stray_bytes += len(text)
        if text and len(self.stray) < _KEPT:
            self.stray.append(text[:_SHOWN])

    def luck(self, about: str) -> Random:
        """Chance that is always the same for the same seed and purpose."""
        return Random(f"{self.terms.seed}/{about}")

    def plays(self) -> tuple[str, ...]:
        """The games to examine it in."""
        return tuple(game for game in self.terms.games if self.games is None or game in self.games)

    def times(self) -> Measured | None:
        """The percentiles of the answers so far."""
        ordered = sorted(self.answer_us)
        if not ordered:
            return None

        def at(share: float) -> float:
            return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] / 1000, 3)

        return Measured(len(ordered), at(0.5), at(0.95), at(0.99), at(1), self.terms.times.move_ms)
