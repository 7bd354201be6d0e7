"""The record of one game (record.md): what a line of `games.jsonl` holds, and the way from line to record and back."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from referee.records.format.decode_errors import reason

FORMAT: Final = "tressette-record"
VERSION: Final = 1
"""Grows with any change that an older reader would misread (G8)."""

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
Sides: TypeAlias = tuple[tuple[Whole, ...], ...]
Values: TypeAlias = tuple[Number | None, ...]
"""By side, or by seat where sides change by hand or there are none; None for one who is out."""
Settings: TypeAlias = dict[str, str | Number | bool | None]

GAME: Final = "game"
"""What stands as `asked` in the evidence of a fault at the message that begins a game, when there was no decision."""

FaultKind: TypeAlias = Literal["start", "crash", "timeout", "malformed", "illegal", "flood", "resource"]
Consequence: TypeAlias = Literal["forfeit", "substitute", "replace", "void"]


class Remarks(msgspec.Struct, omit_defaults=True, frozen=True):
    """What stands beside an action (G3)."""

    say: str | tuple[str, ...] | None = None
    note: object = None
    """Any JSON from the bot; no part of the digest."""
    by: Literal["referee"] | None = None
    """Given where the referee played for the bot (substituted or replaced)."""

    def sayings(self) -> tuple[str, ...]:
        """What was said, as the rules take it."""
        if self.say is None:
            return ()
        return (self.say,) if isinstance(self.say, str) else self.say


class ActionRecord(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False):
    """One decision: the place played from, the action, and the milliseconds it took (G3)."""

    seat: Whole
    action: str
    ms: Whole
    remarks: Remarks | None = None


class PlayerRecord(msgspec.Struct, omit_defaults=True, kw_only=True, frozen=True):
    """Who sat at a seat; `bot` is the bot's id in the configuration, `seed` the one it was told (deals.md 8)."""

    name: str
    version: str | None = None
    bot: str | None = None
    seed: Whole | None = None


class HandRecord(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One attempt at a hand (G4). `deck` is in dealing order, top first, cards removed for the game left out."""

    hand: Whole
    attempt: Whole
    dealer: Whole
    deck: str
    actions: list[ActionRecord]
    points: Values | None
    """What the hand adds to the scores; None where the hand was not counted."""
    declared: Values | None
    scores: Values
    ended: str | None = None
    """How it ended, if not by play: annulled, thrown_in, claim, immediate, stakes, forfeit."""
    sides: Sides | None = None
    contract: str | None = None


class FaultRecord(msgspec.Struct, kw_only=True, frozen=True):
    """A bot's fault; `action` counts the actions of the attempt at the hand, from 0.

    The evidence is no part of the digest.
    """

    hand: Whole
    attempt: Whole
    action: Whole
    seat: Whole
    fault: FaultKind
    clause: str
    consequence: Consequence
    evidence: dict[str, object] = {}

    @property
    def suspect(self) -> bool:
        """Whether it is a loss on time that would have been none but for the machine's own lateness."""
        return self.evidence.get("suspect") is True


class ResultRecord(msgspec.Struct, omit_defaults=True, kw_only=True, frozen=True):
    """How the game came out. `because` names the faulty games of a disqualified bot (G6)."""

    winners: tuple[Whole, ...]
    scores: Values
    utility: tuple[Number, ...]
    stakes: Whole
    reason: str
    because: tuple[str, ...] | None = None


def _no_hands() -> list[HandRecord]:
    """Not `list` itself: msgspec would leave an empty list out of the line, knowing it to be the default."""
    return []


def _no_faults() -> list[FaultRecord]:
    return []


class Record(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One game. What a record made elsewhere may leave out (G9) has None as its default."""

    format: str
    version: Whole
    game: str
    variant: str
    rules: dict[str, object]
    seed: str | None
    """The game seed, or None where the decks were given (G9)."""
    deal: Whole | None = None
    table: Whole | None = None
    players: tuple[PlayerRecord, ...]
    sides: Sides | None = None
    """None where sides change by hand (G4)."""
    clock: Settings | None = None
    policy: Settings | None = None
    """The faults table (P9)."""
    sandbox: str | dict[str, object] | None = None
    referee: str | None = None
    started: str | None = None
    """UTC, as `2026-11-29T21:00:00Z`."""
    hands: list[HandRecord] = msgspec.field(default_factory=_no_hands)
    faults: list[FaultRecord] = msgspec.field(default_factory=_no_faults)
    result: ResultRecord | None = None
    counted: bool = True
    """False for a voided try (G6)."""
    digest: str | None = None


class BadRecord(ValueError):
    """A line that is not a record this referee can read; the message says why."""


class _Head(msgspec.Struct):
    """Enough to tell a record of another version from a damaged line."""

    format: str
    version: int


_RECORD: Final = msgspec.json.Decoder(Record)
_HEAD: Final = msgspec.json.Decoder(_Head)
_ENCODER: Final = msgspec.json.Encoder()


def decode(line: bytes) -> Record:
    """The record in a line; BadRecord, with one readable sentence, whatever the bytes are."""
    try:
        record = _RECORD.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        _check_head(line)
        raise BadRecord(f"the line is damaged or no record: {reason(error, Record)}") from None
    if record.format != FORMAT or record.version != VERSION:
        _check_head(line)
    return record


def encode(record: Record) -> bytes:
    """The line of a record, with its newline, in the order of record.md."""
    hands = [replace(hand, actions=[_written(action) for action in hand.actions]) for hand in record.hands]
    return _ENCODER.encode(replace(record, hands=hands)) + b"\n"


def _written(action: ActionRecord) -> tuple[int, str, int] | ActionRecord:
    """An action without remarks ends after the time."""
    return action if action.remarks else (action.seat, action.action, action.ms)


def _check_head(line: bytes) -> None:
    """BadRecord if the line is of another format or version; nothing if it is a record of ours, or no JSON object."""
    try:
        head = _HEAD.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return
    if head.format != FORMAT:
        raise BadRecord(f"the format is {head.format[:40]!r}, where {FORMAT!r} is expected")
    if head.version > VERSION:
        raise BadRecord(f"a record of version {head.version}; this referee reads up to {VERSION}: get a newer referee")
    if head.version < 1:
        raise BadRecord(f"there is no version {head.version} of {FORMAT}")
