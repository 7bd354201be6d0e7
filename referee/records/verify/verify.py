"""Verifying records: deal again, play every action through the rules, count again, and name what differs (G6)."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import takewhile
from typing import TypeAlias

import msgspec

from referee.records.format.digest import digest_of, digest_of_line
from referee.records.format.from_game import DISQUALIFIED, sides_of, surrendered
from referee.records.format.record import BadRecord, Record, ResultRecord, decode
from referee.records.verify.fault_checks import Penalties
from referee.records.verify.mismatch import Difference, Differs, difference
from referee.records.verify.playback import begin, follow, variant_of
from referee.rules.deals import bot_seed
from referee.rules.engine import Game, Result, Variant

Told: TypeAlias = tuple[str | None, str, tuple[str, ...]]
"""Seed, id and bots: what tells a game from all others."""


class Verified(msgspec.Struct, frozen=True, gc=False):
    """What is kept of a game that agrees with the rules, for what concerns several games."""

    line: int
    game: str
    bots: tuple[str, ...]
    counted: bool
    hands: int
    actions: int
    digest: str | None
    seed: str | None
    deal: int | None
    table: int | None
    faulty: tuple[str, ...]
    """The bots at fault."""
    because: tuple[str, ...]
    """The games that are said to have disqualified a bot."""


class Checked(msgspec.Struct):
    """What came of some lines: the games that agree with the rules, and the first difference of each that does not."""

    verified: list[Verified]
    differences: list[Difference]


def verify_lines(file: str, lines: Iterable[tuple[int, bytes]]) -> Checked:
    """Verify the records in some lines of a file, given with their numbers. Never raises for what a line holds."""
    checked = Checked([], [])
    for number, line in lines:
        try:
            record = decode(line)
        except BadRecord as error:
            what = str(error)
            checked.differences.append(Difference(file=file, line=number, game="", what=what))
            continue
        try:
            verify(record, line)
        except Differs as error:
            checked.differences.append(difference(file, number, record.game, error))
        else:
            checked.verified.append(_verified(number, record))
    return checked


def verify(record: Record, line: bytes | None = None) -> None:
    """Check a record against the rules. Differs at the first thing that is not as it says.

    With the line it was read from, the digest is taken over every field there, also those unknown to us.
    """
    if record.result is not None and record.result.reason == DISQUALIFIED:
        _check_unplayed(record, variant_of(record))
    else:
        _check_played(record)
    _check_seeds(record)
    if record.digest is not None:
        digest = digest_of(record) if line is None else digest_of_line(line)
        if record.digest != digest:
            raise Differs("digest", digest, record.digest)


def _check_played(record: Record) -> None:
    game = begin(record)
    if not record.hands:
        raise Differs("hands", 1, 0)
    penalties = Penalties(record) if record.faults or not record.counted or _by_referee(record) else None
    follow(record, game, penalties.watch if penalties else None)
    if penalties:
        penalties.check_met()
    sides = sides_of(game)
    if record.sides != sides:
        raise Differs("sides", sides, record.sides)
    _check_length(record, game)
    if record.result is not None:
        if game.result is None:
            raise Differs("a voided try has no result", None, None)
        _check_result(record.result, game.result)


def _check_length(record: Record, game: Game) -> None:
    """G9: given decks may run out in a race to a target only."""
    hands = game.variant.rules.get("hands")
    if record.seed is not None or not isinstance(hands, int) or game.result is None or game.result.reason != "hands":
        return
    if len(record.hands) < hands:
        raise Differs("number of hands", hands, len(record.hands))


def _check_result(found: ResultRecord, expected: Result) -> None:
    if found.because is not None:
        raise Differs("result: because", None, found.because)
    for name in ("winners", "scores", "utility", "stakes", "reason"):
        if getattr(found, name) != getattr(expected, name):
            raise Differs(f"result: {name}", getattr(expected, name), getattr(found, name))


def _check_unplayed(record: Record, variant: Variant) -> None:
    """G6: a game that a disqualified bot was not let play."""
    assert record.result is not None
    if record.hands or record.faults or not record.counted:
        raise Differs("a game forfeited unplayed has no hands and no faults, and counts", None, None)
    if not record.result.because:
        raise Differs("because: the games in which the disqualified bot was at fault", None, record.result.because)
    found = msgspec.structs.replace(record.result, because=None)
    possible = [surrendered(variant, seat) for seat in range(variant.seats)]
    for expected in possible:
        if found.utility == expected.utility:
            return _check_result(found, expected)
    raise Differs("result: utility", [result.utility for result in possible], found.utility)


def _check_seeds(record: Record) -> None:
    """Deals.md 8: what each bot was given for its own chance."""
    for seat, player in enumerate(record.players):
        if player.seed is None or record.seed is None:
            continue
        seed = bot_seed(record.seed, record.table or 0, seat)
        if player.seed != seed:
            raise Differs(f"seed of the bot at seat {seat}", seed, player.seed)


def _by_referee(record: Record) -> bool:
    return any(action.remarks and action.remarks.by for hand in record.hands for action in hand.actions)


def games_of(lines: Iterable[tuple[int, bytes]], before: int) -> Iterator[Told]:
    """What tells the counted games of the lines before one from all others; lines that hold none are passed over."""
    for _, line in takewhile(lambda entry: entry[0] < before, lines):
        with suppress(BadRecord):
            record = decode(line)
            if record.counted and record.seed is not None:
                yield record.seed, record.game, _bots(record)


def _bots(record: Record) -> tuple[str, ...]:
    return tuple(player.bot or player.name for player in record.players)


def _verified(line: int, record: Record) -> Verified:
    bots = _bots(record)
    because = record.result.because if record.result else None
    return Verified(
        line=line,
        game=record.game,
        bots=bots,
        counted=record.counted,
        hands=len(record.hands),
        actions=sum(len(hand.actions) for hand in record.hands),
        digest=record.digest,
        seed=record.seed,
        deal=record.deal,
        table=record.table,
        faulty=tuple({bots[fault.seat] for fault in record.faults if fault.seat < len(bots)}),
        because=because or (),
    )
