"""Manners of speaking: the same messages, written and sent in other ways than the referee usually does."""

import json
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

Dress: TypeAlias = Callable[[bytes], bytes]
"""From a line, its newline included, to the same line in other words."""

_UNKNOWN: Final[dict[str, object]] = {
    "aaa": {"id": 7, "type": "act", "legal": ["3b"], "deep": [[{"x": [None, True, -1.5e-3]}]]},
    "future": 'quotes " and \\ and ] } and \u2028 and \U0001f0a1',
}
_OPTIONAL: Final = {"act": ("as", "own", "say"), "game": ("sides",)}
_OPTIONAL_STATE: Final = ("contract", "declarer", "sides", "order", "active")


class Manner(msgspec.Struct, frozen=True):
    """How to speak to a bot."""

    dress: Dress | None = None
    slowly: bool = False
    """Byte by byte, with pauses."""
    together: bool = False
    """The end of a game and the beginning of the next in one piece."""
    news: bool = False
    """With messages of an unknown type in between, some of which want an answer."""


def reordered(line: bytes) -> bytes:
    """Fields in the opposite order, in the message and in every object in it."""
    return _encode(_map(json.loads(line), lambda members: dict(reversed(members.items()))))


def extended(line: bytes) -> bytes:
    """Unknown fields before and behind the known ones, in the message and in every object in it but `rules`, `say`."""

    def extend(members: dict[str, object]) -> dict[str, object]:
        return {"aaa": _UNKNOWN["aaa"], **members, "future": _UNKNOWN["future"]}

    return _encode(_map(json.loads(line), extend))


def with_nulls(line: bytes) -> bytes:
    """Optional fields that do not apply are null instead of absent."""
    message = json.loads(line)
    message = dict.fromkeys(_OPTIONAL.get(message["type"], ())) | message
    if "state" in message:
        message["state"] = dict.fromkeys(_OPTIONAL_STATE) | message["state"]
    return _encode(message)


def ended_as_dos(line: bytes) -> bytes:
    """A carriage return before the newline."""
    return line[:-1] + b"\r\n"


def spaced(line: bytes) -> bytes:
    """Spaces wherever JSON allows them."""
    return b" " + json.dumps(json.loads(line), separators=(" , ", " : ")).encode() + b" \n"


def with_new_events(line: bytes) -> bytes:
    """An event of an unknown type among the others."""
    message = json.loads(line)
    if "events" in message:
        message["events"].insert(0, {"type": "weather", "seat": 0, "card": None})
    return _encode(message)


def pieces(line: bytes) -> list[bytes]:
    """The line in small pieces: its first bytes one by one."""
    singly = 48
    size = max(1, (len(line) - singly) // 40)
    return [line[at : at + 1] for at in range(min(singly, len(line)))] + [
        line[at : at + size] for at in range(singly, len(line), size)
    ]


def _map(value: object, change: Callable[[dict[str, object]], dict[str, object]], kept: bool = False) -> object:
    """Change every object; those whose keys are data, and not fields, stay as they are."""
    if isinstance(value, dict):
        inner = {key: _map(each, change, key in ("rules", "say")) for key, each in value.items()}
        return inner if kept else change(inner)
    if isinstance(value, list):
        return [_map(each, change) for each in value]
    return value


def _encode(message: object) -> bytes:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
