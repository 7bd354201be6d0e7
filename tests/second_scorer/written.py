"""What a record says, read into plain types; whatever is not of the form is refused (record.md)."""

from collections.abc import Mapping
from dataclasses import dataclass

Row = tuple[int | None, ...]
Sides = tuple[tuple[int, ...], ...]


def side_of(sides: Sides, seat: int) -> int:
    """The number of the side that a seat belongs to."""
    return next(side for side, seats in enumerate(sides) if seat in seats)


class Malformed(ValueError):
    """The record is not of the form; the message says where."""


@dataclass(frozen=True)
class Action:
    """One decision as written."""

    seat: int
    word: str
    say: tuple[str, ...]


@dataclass(frozen=True)
class Attempt:
    """One attempt at a hand as written."""

    hand: int
    attempt: int
    dealer: int
    deck: list[str]
    actions: list[Action]
    points: Row | None
    declared: Row | None
    scores: Row
    ended: str | None
    sides: Sides | None
    contract: str | None


@dataclass(frozen=True)
class Verdict:
    """How a game came out."""

    winners: tuple[int, ...]
    scores: Row
    utility: tuple[int, ...]
    stakes: int
    reason: str


@dataclass(frozen=True)
class Written:
    """A whole record as written."""

    game: str
    rules: Mapping[str, object]
    players: int
    seed: str | None
    sides: Sides | None
    attempts: list[Attempt]
    result: Verdict | None
    cut: bool
    """Given up or voided: the last attempt stops anywhere."""


def read(record: Mapping[str, object]) -> Written:
    """Raises Malformed."""
    result = record.get("result")
    attempts = [_attempt(_object(each, "hands")) for each in _list(record.get("hands"), "hands")]
    return Written(
        game=_text(record.get("variant"), "variant"),
        rules=_object(record.get("rules"), "rules"),
        players=len(_list(record.get("players"), "players")),
        seed=_maybe_text(record.get("seed"), "seed"),
        sides=_sides(record.get("sides"), "sides"),
        attempts=attempts,
        result=None if result is None else _verdict(_object(result, "result")),
        cut=record.get("counted") is False or bool(attempts and attempts[-1].ended == "forfeit"),
    )


def _attempt(hand: Mapping[str, object]) -> Attempt:
    return Attempt(
        hand=_whole(hand.get("hand"), "hand"),
        attempt=_whole(hand.get("attempt"), "attempt"),
        dealer=_whole(hand.get("dealer"), "dealer"),
        deck=_text(hand.get("deck"), "deck").split(),
        actions=[_action(each) for each in _list(hand.get("actions"), "actions")],
        points=_maybe_row(hand.get("points"), "points"),
        declared=_maybe_row(hand.get("declared"), "declared"),
        scores=_row(hand.get("scores"), "scores"),
        ended=_maybe_text(hand.get("ended"), "ended"),
        sides=_sides(hand.get("sides"), "sides"),
        contract=_maybe_text(hand.get("contract"), "contract"),
    )


def _action(written: object) -> Action:
    parts = _list(written, "action")
    if not 3 <= len(parts) <= 4:
        raise Malformed("action")
    remarks = _object(parts[3], "remarks") if len(parts) == 4 else {}
    say = remarks.get("say", [])
    said = [say] if isinstance(say, str) else _list(say, "say")
    return Action(_whole(parts[0], "seat"), _text(parts[1], "action"), tuple(_text(each, "say") for each in said))


def _verdict(result: Mapping[str, object]) -> Verdict:
    return Verdict(
        winners=tuple(_whole(each, "winners") for each in _list(result.get("winners"), "winners")),
        scores=_row(result.get("scores"), "scores"),
        utility=tuple(_whole(each, "utility") for each in _list(result.get("utility"), "utility")),
        stakes=_whole(result.get("stakes"), "stakes"),
        reason=_text(result.get("reason"), "reason"),
    )


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise Malformed(where)
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise Malformed(where)
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise Malformed(where)
    return value


def _maybe_text(value: object, where: str) -> str | None:
    return None if value is None else _text(value, where)


def _whole(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed(where)
    return value


def _row(value: object, where: str) -> Row:
    return tuple(None if each is None else _whole(each, where) for each in _list(value, where))


def _maybe_row(value: object, where: str) -> Row | None:
    return None if value is None else _row(value, where)


def _sides(value: object, where: str) -> Sides | None:
    if value is None:
        return None
    return tuple(tuple(_whole(seat, where) for seat in _list(side, where)) for side in _list(value, where))
