"""Reading one line of a bot as a JSON object with nothing taken on trust."""

import json
import re
from typing import Final, NamedTuple

from protocol.limits import LIMITS
from protocol.shown import quoted


class BadLine(ValueError):
    """A line that is malformed; `reason` is one readable phrase that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Beyond:
    """Stands for a number that is too large to be carried on: an integer beyond 2^53 or more than a double holds."""


class Member(NamedTuple):
    """What one key of the line's object holds."""

    value: object
    source: str
    """The JSON of the value as it was sent."""


BEYOND: Final = Beyond()
_MARKS: Final = {'"': "a key in quotes", ":": "a colon", "}": "a comma or a closing brace"}
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_STRING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_BRACKET: Final = re.compile(r"[\[\]{}]")


def read_object(line: bytes, max_line: int = LIMITS.max_line) -> dict[str, Member]:
    """Return the members of the JSON object that `line` is (its `\\n` or `\\r\\n` may be there or not).

    Raises BadLine, and nothing else, if it is over-long, no UTF-8, no JSON object, nested deeper than 32 or has a key
    twice, at whatever depth. Takes time in proportion to the length.
    """
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    if len(line) > max_line:
        raise BadLine(f"longer than {max_line} bytes")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadLine(f"invalid UTF-8 at byte {error.start + 1}") from None
    if not text.strip(" \t\r"):
        raise BadLine("a blank line")
    if text.startswith("\ufeff"):
        raise BadLine("it begins with a byte-order mark")
    _check_nesting(text)
    try:
        return _members(text)
    except json.JSONDecodeError as error:
        raise BadLine(f"not JSON: {error.msg} (character {error.pos + 1})") from None


def _check_nesting(text: str) -> None:
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > LIMITS.nesting:
            raise BadLine(f"nested deeper than {LIMITS.nesting}")


def _members(text: str) -> dict[str, Member]:
    at = _skip(text, 0)
    if text[at : at + 1] != "{":
        raise BadLine(f"not a JSON object: it begins with {quoted(text, 20)}")
    members: dict[str, Member] = {}
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}" or members:
        _expect(text, at, '"')
        key, at = _DECODER.raw_decode(text, at)
        at = _expect(text, _skip(text, at), ":")
        value, end = _DECODER.raw_decode(text, at)
        if key in members:
            raise _twice(key)
        members[key] = Member(value, text[at:end])
        at = _skip(text, end)
        if text[at : at + 1] != ",":
            break
        at = _skip(text, at + 1)
    at = _expect(text, at, "}")
    if at != len(text):
        raise json.JSONDecodeError("more after the object", text, at)
    return members


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _expect(text: str, at: int, mark: str) -> int:
    """Check that `mark` stands at `at`; return where what follows it begins."""
    if text[at : at + 1] != mark:
        raise json.JSONDecodeError(f"expected {_MARKS[mark]}", text, at)
    return _skip(text, at + 1)


def _twice(key: str) -> BadLine:
    return BadLine(f"the key {quoted(key, 40)} is there twice")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _twice(key)
            seen.add(key)
    return members


def _integer(digits: str) -> object:
    if len(digits) > len(str(-LIMITS.integer)):
        return BEYOND
    number = int(digits)
    return number if abs(number) <= LIMITS.integer else BEYOND


def _double(digits: str) -> object:
    number = float(digits)
    return number if abs(number) != float("inf") else BEYOND


def _constant(name: str) -> object:
    raise BadLine(f"{name} is not JSON")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_double, parse_constant=_constant
)
