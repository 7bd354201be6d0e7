"""The digest of a game and of a run (G5): what two runs with the same bots, seed and settings have in common."""

import re
from collections.abc import Iterable
from hashlib import sha256
from operator import attrgetter
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from referee.records.format.canonical import canonical, number
from referee.records.format.record import ActionRecord, BadRecord, FaultRecord, Record, Remarks

_Object: TypeAlias = dict[str, object]
_Bare: TypeAlias = tuple[int, str] | tuple[int, str, Remarks]

_DONE: Final = attrgetter("seat", "action")
_REMARKS: Final = attrgetter("remarks")

_LEFT_OUT: Final = ("digest", "started", "referee", "sandbox")
_DIGITS_AS_ZEROS: Final = bytes.maketrans(b"123456789", b"000000000")
_NEAR_THE_LIMIT: Final = re.compile(rb"9\d{15}")

_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final = msgspec.json.Decoder(_Object)
_FAST_DECODER: Final = msgspec.json.Decoder(_Object, float_hook=lambda text: msgspec.Raw(number(float(text)).encode()))


def digest_of(record: Record) -> str:
    """The digest of a record of ours; the same as `digest_of_line` of its line."""
    hands = [replace(hand, actions=_bare(hand.actions)) for hand in record.hands]
    faults = [_without_evidence(fault) for fault in record.faults]
    bare = replace(record, hands=hands, faults=faults, digest=None, started=None, referee=None, sandbox=None)
    return sha256(_ENCODER.encode(bare)).hexdigest()


def digest_of_line(line: bytes) -> str:
    """The digest of the game in a line, over every field that stands there, also those unknown to us.

    BadRecord if the line is no JSON object.
    """
    fast = _is_plain(line)
    try:
        record = (_FAST_DECODER if fast else _DECODER).decode(line)
        _strip(record)
        return sha256(_ENCODER.encode(record) if fast else canonical(record)).hexdigest()
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadRecord(str(error)) from None


def _is_plain(line: bytes) -> bool:
    """Whether msgspec's sorted text is sure to be the canonical one: no names beyond ASCII, no integers beyond 2^53.

    The seeds of bots have up to 16 digits, so longer numbers are looked for, and those of 16 that begin with a 9. One
    regular expression for both would take ten times as long.
    """
    if not line.isascii() or b"\\u" in line or _NEAR_THE_LIMIT.search(line):
        return False
    return b"0" * 17 not in line.translate(_DIGITS_AS_ZEROS)


class RunDigest:
    """SHA-256 over the digests of the counted games of a run as text, one after the other, in order (G5)."""

    def __init__(self) -> None:
        self._sha256 = sha256()

    def add(self, digest: str) -> None:
        """Take the digest of the next game."""
        self._sha256.update(digest.encode())

    def text(self) -> str:
        """The digest of the run so far, as hex digits."""
        return self._sha256.hexdigest()


def digest_of_run(digests: Iterable[str]) -> str:
    """The digest of a run from those of its counted games, in order."""
    run = RunDigest()
    for digest in digests:
        run.add(digest)
    return run.text()


def _bare(actions: list[ActionRecord]) -> list[_Bare]:
    """Actions without their times and notes."""
    if any(map(_REMARKS, actions)):
        return [_said(action) for action in actions]
    return list(map(_DONE, actions))


def _said(action: ActionRecord) -> _Bare:
    remarks = action.remarks
    if remarks is None or (remarks.say is None and remarks.by is None):
        return action.seat, action.action
    return action.seat, action.action, replace(remarks, note=None)


def _without_evidence(fault: FaultRecord) -> _Object:
    fields: _Object = asdict(fault)
    del fields["evidence"]
    return fields


def _strip(record: _Object) -> None:
    """Take out of a record as it was read what does not belong to the digest."""
    for name in _LEFT_OUT:
        record.pop(name, None)
    for fault in _objects(record.get("faults")):
        fault.pop("evidence", None)
    for hand in _objects(record.get("hands")):
        actions = hand.get("actions")
        if isinstance(actions, list):
            hand["actions"] = [
                action[:2] if isinstance(action, list) and len(action) == 3 else _stripped(action) for action in actions
            ]


def _stripped(action: object) -> object:
    """An action with remarks, as it was read, without its time and its note."""
    if not (isinstance(action, list) and len(action) == 4 and isinstance(action[3], dict)):
        return action
    left = {name: value for name, value in action[3].items() if name != "note"}
    return [*action[:2], left] if left else action[:2]


def _objects(value: object) -> list[_Object]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
