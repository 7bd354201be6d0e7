"""What a bot answers now beside what was answered then: decision by decision, game by game."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

Verdict: TypeAlias = Literal["same", "different", "illegal", "slow", "failed"]
"""`failed`: there was no answer that could be read. A fault that comes again as it was is `same`."""


class Compared(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One decision. `then` and `now` are actions, or the kinds of faults."""

    action: int
    """Its number in the game, over all hands, from 0."""
    hand: int
    attempt: int
    trick: int
    decision: str
    legal: tuple[str, ...]
    then: str
    now: str
    say_then: tuple[str, ...] = ()
    say_now: tuple[str, ...] = ()
    verdict: Verdict
    ms: int
    """What it took now."""
    allowed_ms: int
    why: str | None = None
    """What is wrong with the answer, where something is."""


class GameRerun(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What came of one game at one seat."""

    game: str
    seat: int
    player: str
    """Who sat there then."""
    compared: tuple[Compared, ...]
    unready: str | None = None
    """Why the bot could not be asked: no good answer to `hello` or `game`."""
    broke_off: bool = False
    """Whether it could not be asked to the end, because it had ended."""

    @property
    def same(self) -> bool:
        """Whether everything is as it was."""
        return self.unready is None and not self.broke_off and self.first() is None

    def first(self) -> Compared | None:
        """The first decision that is not the same."""
        return next((each for each in self.compared if each.verdict != "same"), None)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All games of a file that were asked again."""

    file: str
    bot: str
    command: tuple[str, ...]
    games: tuple[GameRerun, ...]
    decisions: int
    counts: dict[Verdict, int]

    @property
    def same(self) -> bool:
        """Whether everything is as it was."""
        return all(game.same for game in self.games)


def counted(games: Iterable[GameRerun]) -> dict[Verdict, int]:
    """How often each verdict was given."""
    verdicts: Counter[Verdict] = Counter(each.verdict for game in games for each in game.compared)
    return dict(verdicts)
