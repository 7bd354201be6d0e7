"""A match: everything that decides what is played, so that from it alone a run can be begun, and gone on with."""

from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from protocol.limits import LIMITS
from referee import __version__
from referee.arena.boards import Boards
from referee.arena.draws import draws
from referee.arena.schedule import BLOCK, Schedule, Sitting
from referee.arena.seatings import Seating, SeatingError, Shape
from referee.arena.sequential import Hypotheses
from referee.host.block import Block, Deal
from referee.host.bot import Bot
from referee.host.clock import Times
from referee.host.faults import Policy
from referee.rules.deals import game_seed
from referee.rules.engine import Variant
from referee.rules.games import build

FORMAT: Final = "tressette-match"

SandboxName: TypeAlias = Literal["auto", "none", "limits", "bwrap"]
"""`auto` is the best level that this machine can give."""


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
    deals: int
    boards: bool = False
    """Whether the decks are given, in a file beside the settings (G9)."""
    seed: str
    nonce: str | None = None
    """32 hex digits, where a commitment was printed (deals.md 9)."""
    seating: Seating = "duplicate"
    block: int = BLOCK
    restart: Literal["block", "game"] = "block"
    times: Times = Times()
    policy: Policy = Policy()
    anonymous: bool = True
    max_line: int = LIMITS.max_line
    sandbox: SandboxName = "auto"
    sprt: Hypotheses | None = None
    """About the first bot's points a deal over the second's: the match ends where the test decides."""

    def variant(self) -> Variant:
        """The game. UnknownName or BadRules, if this referee does not know it so."""
        return build(self.game, self.rules, self.players)

    def schedule(self) -> Schedule:
        """What is played, in its order. SeatingError if the bots cannot be seated so."""
        variant = self.variant()
        shape = Shape(variant.seats, variant.sides)
        drawn = draws(len(self.bots), shape.at_table(len(self.bots)))
        if variant.rules.get("partners") == "by_coins" and (
            len(self.bots) != 4 or self.seating not in ("rotate", "fixed")
        ):
            raise SeatingError("partners = by_coins needs four bots, and seating rotate or fixed (R1.2)")
        schedule = Schedule(shape, drawn, self.deals, self.block, self.seating)
        next(iter(schedule))  # where the seating is not for these bots it says so here
        return schedule

    def block_of(self, sitting: Sitting, sandbox: str, file: str, boards: Boards | None = None) -> Block:
        """What a worker has to know of a block; the seed of the match is no part of it."""
        numbers = range(sitting.first, sitting.first + sitting.count)
        given = {number: boards.game(number) for number in numbers} if boards is not None else {}
        return Block(
            bots=tuple(self.bots[bot] for bot in sitting.bots),
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
        return msgspec.json.decode(path.read_bytes(), type=Match)
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        raise BadMatch(f"{path}: the settings cannot be read: {error}") from None
