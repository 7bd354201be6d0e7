"""A contest as a file describes it: many bots, a format, everything settable."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import asdict, replace

from referee.arena.schedule.pairing import Format
from referee.arena.schedule.schedule import BLOCK
from referee.arena.schedule.seatings import Seating
from referee.arena.statistics.sprt import Hypotheses, checked
from referee.arena.tournament.bot_spec import Entry, EntryError, described, numbered
from referee.arena.tournament.match import Match, SandboxName, Team
from referee.arena.tournament.toml import BadToml, convert, read_toml
from referee.host.faults import Policy
from referee.host.processes.bot import Bot, Quota
from referee.host.timing.clock import Times
from referee.rules.games import UnknownName, build, spec
from referee.rules.options import BadRules, Value, nearest

LEAST_BOTS: Final = 2

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]


class ContestError(ValueError):
    """A file that describes no contest; the text names the file, the place, and what would be right."""


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[match.sprt]`: means in points a deal, and the error rates."""

    h0: float
    h1: float
    alpha: float = 0.05
    beta: float = 0.05


class MatchTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[match]`."""

    game: str = "tressette"
    preset: str | None = None
    rules: dict[str, Value] = {}
    players: Count | None = None
    """At a table, in games for several numbers; by default as many as there are bots."""
    format: Format = "round-robin"
    rounds: Count | None = None
    """Of a Swiss."""
    deals: Count = 100
    """In each round."""
    boards: str | None = None
    seed: str | None = None
    """`@file` reads it from there; random if absent."""
    commit: bool = False
    seating: Seating = "duplicate"
    block: Count = BLOCK
    restart: Literal["block", "game"] = "block"
    tables: Count | None = None
    anonymous: bool = True
    strict: bool = False
    sprt: Sprt | None = None


class SandboxTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[sandbox]`: the level, and what every bot may use that has no `quota` of its own."""

    mode: SandboxName = "auto"
    memory_mb: int | None = None
    processes: int | None = None
    disk_mb: int | None = None
    files: int | None = None
    cpu_s: int | None = None

    def quota(self) -> Quota:
        """What every bot may use."""
        return Quota(self.memory_mb, self.processes, self.disk_mb, self.files, self.cpu_s)


class TeamTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[team]]`: bots that play one side together, by their names."""

    name: str
    bots: list[str]


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    match: MatchTable = MatchTable()
    clock: Times = Times()
    faults: Policy = Policy()
    sandbox: SandboxTable = SandboxTable()
    bot: list[Entry] = []
    team: list[TeamTable] = []


def read_contest(path: Path) -> Contest:
    """The contest in a file. ContestError, if it cannot be read or something in it is wrong."""
    try:
        table = read_toml(path)
        _check_keys(table)
        return convert(table, Contest)
    except OSError as error:
        raise ContestError(f"cannot read {path}: {error.strerror}") from None
    except (BadToml, ContestError) as error:
        raise ContestError(f"{path}: {error}") from None


def match_of(contest: Contest, folder: Path, seed: str, nonce: str | None) -> Match:
    """What is to be played; paths in the file are relative to `folder`. ContestError, if something makes no sense."""
    table = contest.match
    bots = _bots(contest, folder)
    try:
        seats = spec(table.game).seats
        players = table.players or (len(bots) if len(bots) in seats else None)
        variant = build(table.game, table.rules, players, table.preset)
        return Match(
            game=variant.name,
            rules=variant.rules,
            players=variant.seats,
            bots=bots,
            teams=_teams(contest, bots),
            tournament=table.format,
            rounds=table.rounds,
            deals=table.deals,
            boards=table.boards is not None,
            seed=seed,
            nonce=nonce,
            seating=table.seating,
            block=table.block,
            restart=table.restart,
            times=contest.clock,
            policy=contest.faults,
            anonymous=table.anonymous,
            sandbox=contest.sandbox.mode,
            sprt=_test(table.sprt, len(bots)),
        )
    except (UnknownName, BadRules) as error:
        raise ContestError(f"[match]: {error}") from None


def _bots(contest: Contest, folder: Path) -> tuple[Bot, ...]:
    """The bots with their ids; what `[sandbox]` allows holds for each that says nothing else."""
    usual = asdict(contest.sandbox.quota())
    bots = []
    for number, entry in enumerate(contest.bot, 1):
        try:
            bot = described(entry, folder)
        except EntryError as error:
            raise ContestError(f"[[bot]] number {number}: {error}") from None
        own = {key: value for key, value in asdict(bot.quota).items() if value is not None}
        bots.append(replace(bot, quota=Quota(**{**usual, **own})))
    if len(bots) < LEAST_BOTS:
        raise ContestError(f"a contest needs at least {LEAST_BOTS} bots, each in a [[bot]] table; it has {len(bots)}")
    return numbered(bots)


def _teams(contest: Contest, bots: Sequence[Bot]) -> tuple[Team, ...]:
    """The teams by the numbers of their bots: each bot in one of them, if there are any."""
    numbers = {bot.name: number for number, bot in enumerate(bots)}
    teams = []
    free = set(numbers)
    for team in contest.team:
        for name in team.bots:
            if name not in numbers:
                raise ContestError(f"team {team.name}: there is no bot {name}{nearest(name, numbers)}")
            if name not in free:
                raise ContestError(f"team {team.name}: bot {name} is in a team already")
            free.remove(name)
        if not team.bots:
            raise ContestError(f"team {team.name} has no bots")
        teams.append(Team(team.name, tuple(numbers[name] for name in team.bots)))
    if teams and free:
        raise ContestError(f"bot {min(free)} is in no team")
    if len({team.name for team in teams}) < len(teams):
        raise ContestError("two teams have the same name")
    return tuple(teams)


def _test(sprt: Sprt | None, bots: int) -> Hypotheses | None:
    if sprt is None:
        return None
    if bots != 2:
        raise ContestError(f"[match.sprt] compares two bots, and there are {bots}")
    try:
        return checked(Hypotheses(sprt.h0, sprt.h1, sprt.alpha, sprt.beta))
    except ValueError as error:
        raise ContestError(f"[match.sprt]: {error}") from None


_TABLES: Final[dict[str, type[msgspec.Struct]]] = {
    "match": MatchTable,
    "clock": Times,
    "faults": Policy,
    "sandbox": SandboxTable,
    "bot": Entry,
    "team": TeamTable,
}


def _check_keys(table: Mapping[str, object]) -> None:
    """ContestError for a key that does not exist, with the nearest that does."""
    for name, content in table.items():
        if name not in _TABLES:
            raise ContestError(f"there is no table [{name}]: there are {', '.join(_TABLES)}{nearest(name, _TABLES)}")
        known = _TABLES[name].__struct_fields__
        for each in content if isinstance(content, list) else [content]:
            for key in each if isinstance(each, dict) else ():
                if key not in known:
                    where = f"[[{name}]]" if isinstance(content, list) else f"[{name}]"
                    raise ContestError(f"{where} has no key {key}: there are {', '.join(known)}{nearest(key, known)}")
            _check_words(name, each)


def _check_words(name: str, table: object) -> None:
    """ContestError for a word in place of one of a few, with the nearest of these."""
    for key, kind in get_type_hints(_TABLES[name]).items():
        value = table.get(key) if isinstance(table, dict) and get_origin(kind) is Literal else None
        if isinstance(value, str) and value not in get_args(kind):
            words = ", ".join(get_args(kind))
            raise ContestError(
                f"{key} = {value} in [{name}] is not possible: it may be {words}{nearest(value, get_args(kind))}"
            )
