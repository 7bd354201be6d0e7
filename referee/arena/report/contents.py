"""What a report holds, as the page gets it: numbers and texts, no markup."""

import msgspec

from referee.arena.statistics.standings import Standings

Point = tuple[int, float, float | None, float | None]
"""After so many deals: the mean, and the bounds of the interval that may be watched."""


class Curve(msgspec.Struct, frozen=True):
    """A bot's mean utility a deal as the match went on."""

    bot: str
    points: tuple[Point, ...]


class Spread(msgspec.Struct, frozen=True):
    """How often a bot came out of a deal with each utility, ascending."""

    bot: str
    values: tuple[tuple[float, int], ...]


class Tempo(msgspec.Struct, frozen=True):
    """How many answers of a bot took how long: 0 ms, 1 ms, up to 2, 4, 8 … ms."""

    bot: str
    answers: tuple[int, ...]


class Offence(msgspec.Struct, frozen=True):
    """A fault, in the words of its evidence."""

    game: str
    bot: str
    fault: str
    clause: str
    consequence: str
    suspect: bool
    """Whether it is a loss on time in which the machine itself was late."""
    reason: str


class Lopsided(msgspec.Struct, frozen=True):
    """A deal that one bot made much more of than another: half the difference of their utilities."""

    games: tuple[str, ...]
    better: str
    worse: str
    margin: float


class Replay(msgspec.Struct, frozen=True):
    """A game that can be stepped through: the events of the protocol, seen from above."""

    game: str
    variant: str
    players: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...] | None
    events: tuple[object, ...]


class Program(msgspec.Struct, frozen=True):
    """What played under a bot's name: its command, and the files of that by their SHA-256."""

    name: str
    command: tuple[str, ...]
    version: str | None = None
    files: dict[str, str] = {}


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """The whole page. Lists of bots are in the order of the standings, and not longer than can be read."""

    title: str
    made: str
    """UTC."""
    referee: str
    sources: tuple[str, ...]
    standings: Standings
    curves: tuple[Curve, ...]
    spreads: tuple[Spread, ...]
    tempos: tuple[Tempo, ...]
    offences: tuple[Offence, ...]
    more_offences: int
    lopsided: tuple[Lopsided, ...]
    replays: tuple[Replay, ...]
    programs: tuple[Program, ...]
    """As the summaries beside the records tell them; empty where there are none."""
