"""A match: everything that decides what is played, so that from it alone a run can be begun, and gone on with."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from protocol.limits import LIMITS
from referee import __version__
from referee.arena.schedule.boards import Boards
from referee.arena.schedule.pairing import PAIRED, Format, Pairings, Round, next_round, swiss_rounds
from referee.arena.schedule.schedule import BLOCK, Sitting
from referee.arena.schedule.seatings import Seating, SeatingError, Shape
from referee.arena.statistics.sprt import Hypotheses
from referee.host.faults import Policy
from referee.host.game.block import Block, Deal
from referee.host.processes.bot import Bot
from referee.host.timing.clock import Times
from referee.records.format.decode_errors import reason
from referee.rules.deals import game_seed
from referee.rules.engine import Variant
from referee.rules.games import UnknownName, build
from referee.rules.options import BadRules

FORMAT: Final = "tressette-match"

MOST_DEALS: Final = 1_000_000_000
"""More would take years; a slip of the finger is told so at once."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]

SandboxName: TypeAlias = Literal["auto", "none", "limits", "bwrap"]
"""`auto` is the best level that this machine can give."""


class Team(msgspec.Struct, frozen=True):
    """Bots that play one side together: the first in the side's first seat, and so on."""

    name: str
    bots: tuple[int, ...]
    """Their numbers in the list of bots."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a match. Where it runs, and at how many tables at once, is no part of it."""

    format: Literal["tressette-match"] = FORMAT
    version: Literal[1] = 1
    referee: str = __version__
    game: str
    rules: dict[str, object]
    """Every option, complete."""
    players: int
    """Seats at a table."""
    bots: tuple[Bot, ...]
    teams: tuple[Team, ...] = ()
    """Where bots play as partners: the entrants, instead of the single bots."""
    tournament: Format = "round-robin"
    rounds: int | None = None
    """Of a Swiss; by default until at most one has won them all."""
    deals: Annotated[int, msgspec.Meta(ge=1, le=MOST_DEALS)]
    """In each round."""
    boards: bool = False
    """Whether the decks are given, in a file beside the settings (G9)."""
    seed: str
    nonce: str | None = None
    """32 hex digits, where a commitment was printed (deals.md 9)."""
    seating: Seating = "duplicate"
    block: Count = BLOCK
    restart: Literal["block", "game"] = "block"
    times: Times = Times()
    policy: Policy = Policy()
    anonymous: bool = True
    max_line: int = LIMITS.max_line
    sandbox: SandboxName = "auto"
    files: dict[str, str] = {}
    """The bots' files with their SHA-256 when the run began; empty in a run of an earlier version."""
    sprt: Hypotheses | None = None
    """About the first bot's points a deal over the second's: the match ends where the test decides."""

    def variant(self) -> Variant:
        """The game. UnknownName or BadRules, if this referee does not know it so."""
        return build(self.game, self.rules, self.players)

    @property
    def entrants(self) -> tuple[str, ...]:
        """The names of those who are paired: teams, or bots."""
        return tuple(team.name for team in self.teams) or tuple(bot.name for bot in self.bots)

    def shape(self) -> Shape:
        """What seatings have to know of the game."""
        variant = self.variant()
        return Shape(variant.seats, variant.sides)

    def at_table(self) -> int:
        """How many entrants meet at one table. SeatingError, if they cannot meet so in this game."""
        shape, entrants = self.shape(), len(self.entrants)
        two = shape.pairs or shape.seats == 2
        if (self.tournament in PAIRED or self.teams) and not two:
            what = "teams are" if self.teams else f"{self.tournament} is"
            raise SeatingError(f"{what} for games of two sides or two players, and {self.game} is none")
        if self.tournament == "individual" or self.seating == "individual":
            if entrants < shape.seats:
                raise SeatingError(f"seating individual is for four bots in a game of two pairs, not for {entrants}")
            return shape.seats
        if two and (self.tournament != "draws" or self.teams):
            return min(entrants, 2)
        return shape.at_table(entrants)

    def seating_of_rounds(self) -> Seating:
        """How each draw is seated. SeatingError, where the rules of the game allow no such seating."""
        if self.rules.get("partners") == "by_coins" and (
            self.at_table() != 4 or self.seating not in ("rotate", "fixed")
        ):
            raise SeatingError("partners = by_coins needs four bots, and seating rotate or fixed (R1.2)")
        return "individual" if self.tournament == "individual" else self.seating

    def pairings(self, history: Sequence[Round], out: frozenset[int] = frozenset()) -> Pairings | None:
        """Who meets in the next round, after those played; None when all is over. SeatingError, or ValueError."""
        rounds = self.rounds or swiss_rounds(len(self.entrants))
        return next_round(self.tournament, len(self.entrants), rounds, history, out, self.at_table())

    def seated(self, sitting: Sitting) -> tuple[Bot, ...]:
        """The bots by seat. Partners in a team sit in the order in which it names them, under the team's name."""
        if not self.teams:
            return tuple(self.bots[entrant] for entrant in sitting.bots)
        places: Counter[int] = Counter()
        bots = []
        for entrant in sitting.bots:
            team = self.teams[entrant]
            member = self.bots[team.bots[places[entrant] % len(team.bots)]]
            places[entrant] += 1
            bots.append(msgspec.structs.replace(member, name=team.name))
        return tuple(bots)

    def block_of(self, sitting: Sitting, sandbox: str, file: str, boards: Boards | None = None) -> Block:
        """What a worker has to know of a block; the seed of the match is no part of it."""
        numbers = range(sitting.first, sitting.first + sitting.count)
        given = {number: boards.game(number) for number in numbers} if boards is not None else {}
        return Block(
            bots=self.seated(sitting),
            deals=tuple(Deal(number, game_seed(self.seed, number), given.get(number)) for number in numbers),
            table=sitting.table,
            variant=self.game,
            rules=self.rules,
            times=self.times,
            policy=self.policy,
            restart=self.restart,
            anonymous=self.anonymous,
            max_line=self.max_line,
            sandbox=sandbox,
            file=file,
        )


class BadMatch(ValueError):
    """A file of settings that cannot be read; the text says why."""


def save(match: Match) -> bytes:
    """The settings as they stand in a run's directory."""
    return msgspec.json.format(msgspec.json.encode(match), indent=1) + b"\n"


def load(path: Path) -> Match:
    """The settings in a run's directory. BadMatch if they are damaged, or of a later version."""
    try:
        match = msgspec.json.decode(path.read_bytes(), type=Match)
        match.variant()
        match.at_table()
    except OSError as error:
        raise BadMatch(f"cannot read {path}: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadMatch(f"{path}: these are no settings of a match: {reason(error, Match)}") from None
    except (UnknownName, BadRules, SeatingError) as error:
        raise BadMatch(f"{path}: these are no settings of a match: {error}") from None
    return match
