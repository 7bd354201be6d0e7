"""What is wrong with a document, in our own words: where it is, what is there, what is to be there."""

import re
from collections.abc import Callable, Iterator
from types import UnionType
from typing import Annotated, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from protocol.shown import shown
from referee.rules.options import nearest

_AT: Final = re.compile(r" - at `(?:key(?:` in `)?)?\$(.*)`$")
_STEP: Final = re.compile(r"\.([^.\[]+)|\[([^\]]*)\]")
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of keys and values",
    "null": "nothing",
}
_EXPECTED: Final = re.compile(r"Expected `([^`]*)`(?:, got `([^`]*)`| (of .*|[<>]=? .*|matching .*))?")
_FIELD: Final = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")
_BYTE: Final = re.compile(r"\(byte (\d+)\)")


_LONGEST: Final = 400
"""Characters; a document may hold words of any length."""


def reason(error: Exception, kind: object = None, place: Callable[[str], str] = lambda path: path) -> str:
    """What a decoder of msgspec has to say of a document that was to be of a kind; any other error says so itself.

    `place` says where a path is, as `hands[0].dealer`.
    """
    if isinstance(error, UnicodeDecodeError):
        return f"the text is no UTF-8, at byte {error.start + 1}"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, msgspec.ValidationError):
        return shown(_invalid(str(error), kind, place), _LONGEST)
    if isinstance(error, msgspec.DecodeError):
        found = _BYTE.search(str(error))
        return f"it is no JSON, at byte {int(found[1]) + 1}" if found else "it is no JSON, it ends too early"
    return str(error)


def _invalid(text: str, kind: object, place: Callable[[str], str]) -> str:
    at = _AT.search(text)
    path = at[1].removeprefix(".").replace("[...]", " (one of its entries)") if at else ""
    where = place(path) if path else "it"
    text = text[: at.start()] if at else text
    field = _FIELD.match(text)
    if field and field[1] == "missing required":
        return f"{field[2]} is missing{f' in {where}' if path else ''}"
    if field:
        known = _fields(_at(kind, path))
        there = f": there are {', '.join(known)}" if known else ""
        has = f"{where} has no key" if path else "there is no key"
        return f"{has} {field[2]}{there}{nearest(field[2], known)}"
    if text.startswith("Invalid enum value"):
        word = text.removeprefix("Invalid enum value ").strip("'")
        words = [str(each) for each in _words(_at(kind, path))]
        may = f": it may be {', '.join(words)}" if words else ""
        return f"{where} is {word}, which is not possible{may}{nearest(word, words)}"
    return _expected(text, where)


def _expected(text: str, where: str) -> str:
    found = _EXPECTED.match(text)
    if found is None:
        return f"{where} has not the form that it is to have"
    kinds = [each.strip() for each in found[1].split("|")]
    wanted = " or ".join(_KINDS.get(each, each) for each in kinds if each != "null" or len(kinds) == 1)
    if found[2]:
        got = "a number that is not whole" if found[2] == "float" else _KINDS.get(found[2], found[2])
        return f"{where} is to be {wanted}, and is {got}"
    return f"{where} is to be {wanted}{_bound(found[3] or '')}"


def _bound(text: str) -> str:
    """`>= 1` and `of length 3, got 2` in words."""
    sign, _, number = text.partition(" ")
    words = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}
    if sign in words:
        return f", {words[sign].format(number)}"
    return f" {text.replace(', got', ', and has')}" if text.startswith("of ") else ", and is not" if text else ""


def _at(kind: object, path: str) -> object:
    """The type of what stands at a path in a document of a kind; None if that cannot be told."""
    for name, _index in _STEP.findall(f".{path}" if path and not path.startswith("[") else path):
        kind = _bare(kind)
        if name:
            hints = get_type_hints(kind) if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else {}
            kind = hints.get(name)
        else:
            inner = [each for each in get_args(kind) if each is not Ellipsis]
            kind = inner[-1] if inner else None
    return _bare(kind)


def _bare(kind: object) -> object:
    """A type without what is said of it, and without `| None`."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif get_origin(kind) in (Union, UnionType):
            kind = next((each for each in get_args(kind) if each is not type(None)), None)
        else:
            return kind


def _fields(kind: object) -> tuple[str, ...]:
    return kind.__struct_fields__ if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else ()


def _words(kind: object) -> Iterator[object]:
    if get_origin(kind) is Literal:
        yield from get_args(kind)
