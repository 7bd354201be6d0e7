"""Making the record of a game that was played, or that a disqualified bot was not let play."""

from collections.abc import Sequence
from typing import Final

import msgspec

from referee.records.format.digest import digest_of
from referee.records.format.record import (
    FORMAT,
    VERSION,
    ActionRecord,
    FaultRecord,
    HandRecord,
    PlayerRecord,
    Record,
    ResultRecord,
    Settings,
    Sides,
)
from referee.rules.cards import NAMES
from referee.rules.deals import GivenDeals
from referee.rules.engine import Ended, Game, Hand, Result, Variant

DISQUALIFIED: Final = "disqualified"
"""The reason of a game that was not played because a bot had been at fault too often (P9)."""


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """What is true of a game before it is played; the fields are those of the record, None where it has none (G9)."""

    game: str
    seed: str | None
    deal: int | None
    table: int | None
    players: tuple[PlayerRecord, ...]
    clock: Settings | None = None
    policy: Settings | None = None
    sandbox: str | dict[str, object] | None = None
    referee: str | None = None
    started: str | None = None


def record_of(
    game: Game,
    actions: Sequence[list[ActionRecord]],
    circumstances: Circumstances,
    faults: Sequence[FaultRecord] = (),
    counted: bool = True,
) -> Record:
    """The record, digest included, of a game that is over, or with `counted` false of a voided try.

    `actions` are by attempt at a hand, as `game.hands`; ValueError if there are not as many.
    """
    hands = [_hand(game, made, done) for made, done in zip(game.hands, actions, strict=True)]
    result = _result(game.result) if game.result and counted else None
    return _record(game.variant, circumstances, sides_of(game), hands, [*faults], result, counted)


def unplayed(variant: Variant, seat: int, because: Sequence[str], circumstances: Circumstances) -> Record:
    """The record, digest included, of a game that is lost unplayed by the bot at this seat, disqualified for what it
    did in the games `because` (G6, P9).
    """
    sides = variant.sides
    if sides is None and variant.unit == "seat" and not variant.hand_sides:
        sides = tuple((each,) for each in range(variant.seats))
    result = _result(surrendered(variant, seat), tuple(because))
    return _record(variant, circumstances, sides, [], [], result, True)


def _record(
    variant: Variant,
    circumstances: Circumstances,
    sides: Sides | None,
    hands: list[HandRecord],
    faults: list[FaultRecord],
    result: ResultRecord | None,
    counted: bool,
) -> Record:
    record = Record(
        format=FORMAT,
        version=VERSION,
        game=circumstances.game,
        variant=variant.name,
        rules=variant.rules,
        seed=circumstances.seed,
        deal=circumstances.deal,
        table=circumstances.table,
        players=circumstances.players,
        sides=sides,
        clock=circumstances.clock,
        policy=circumstances.policy,
        sandbox=circumstances.sandbox,
        referee=circumstances.referee,
        started=circumstances.started,
        hands=hands,
        faults=faults,
        result=result,
        counted=counted,
    )
    record.digest = digest_of(record)
    return record


def _hand(game: Game, made: Hand, actions: list[ActionRecord]) -> HandRecord:
    return HandRecord(
        hand=made.hand,
        attempt=made.attempt,
        dealer=made.dealer,
        deck=" ".join(map(NAMES.__getitem__, made.deck)),
        actions=actions,
        points=made.points,
        declared=made.declared,
        scores=tuple(game.state.scores) if made.scores is None else made.scores,
        ended=made.ended,
        sides=made.sides,
        contract=made.contract,
    )


def _result(result: Result, because: tuple[str, ...] | None = None) -> ResultRecord:
    return ResultRecord(
        winners=result.winners,
        scores=result.scores,
        utility=result.utility,
        stakes=result.stakes,
        reason=result.reason,
        because=because,
    )


def sides_of(game: Game) -> Sides | None:
    """The sides that stand at the top of a record: of the whole game, each seat its own where there are none; None
    where they change by hand (G4).
    """
    if game.variant.hand_sides:
        return None
    if game.state.fixed_sides is None and game.variant.unit == "seat":
        return tuple((seat,) for seat in range(game.variant.seats))
    return game.state.fixed_sides


def surrendered(variant: Variant, seat: int) -> Result:
    """How a game comes out that is not played because the bot of this seat is disqualified (P9).

    Where the cards decide the sides there are none yet, and the seat loses alone.
    """
    undealt = Game(msgspec.structs.replace(variant, finish=_undecided), GivenDeals(()))
    return msgspec.structs.replace(undealt.forfeit(seat), reason=DISQUALIFIED)


def _undecided(game: Game, ended: Ended | None, last: bool) -> Result:
    """The result of a game without a hand: nobody's."""
    return Result((), tuple(game.state.scores), tuple(game.state.utility), 1, "")
