"""Files in TOML: what is wrong with one, in our own words."""

import re
import tomllib
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from referee.records.format.decode_errors import reason

_SPOT: Final = re.compile(r" \(at (line (\d+), column (\d+)|end of document)\)$")
_TABLE: Final = re.compile(r"^(\w+)(?:\[(\d+)\])?(?:\.(.+))?$")
_WRONG: Final = {
    "Invalid value": "this is no value; text stands in quotes",
    "Expected '='": "an = is missing after the key",
    "Cannot overwrite": "this key is given twice",
    "Cannot declare": "this table is given twice",
    "Expected newline": "there is more than one setting on the line",
    "Expected ']'": "a ] is missing",
    "Unclosed array": "a list is not closed",
    "Unterminated string": "a text is not closed",
    "Illegal character": "a text is not closed on its line, or holds a character that it may not",
    "Invalid statement": "this is neither a key nor a table",
    "Invalid initial character": "this is neither a key nor a table",
}
"""How a complaint of the parser begins, and what it means."""

Kind = TypeVar("Kind", bound=msgspec.Struct)


class BadToml(ValueError):
    """A file that is not as TOML is written, or does not hold what it is to hold; the text says what and where."""


def read_toml(path: Path) -> dict[str, object]:
    """What a file holds. BadToml, if it is no TOML; OSError, if it cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadToml(reason(error)) from None
    except RecursionError:
        raise BadToml("arrays or tables are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise BadToml(_no_toml(str(error))) from None
    except ValueError:  # the interpreter's own limit
        raise BadToml("an integer has too many digits") from None


def convert(table: dict[str, object], kind: type[Kind]) -> Kind:
    """The table as what it is to be. BadToml names the key that is wrong."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise BadToml(reason(error, kind, _place)) from None


def _no_toml(text: str) -> str:
    spot = _SPOT.search(text)
    where = f"line {spot[2]}, column {spot[3]}" if spot and spot[2] else "at its end"
    wrong = next((ours for theirs, ours in _WRONG.items() if text.startswith(theirs)), "this is not as TOML is written")
    return f"{where}: {wrong}"


def _place(path: str) -> str:
    """`bot[0].name` as one finds it in the file."""
    found = _TABLE.match(path)
    if found is None or (found[2] is None and found[3] is None):
        return path
    table = f"[{found[1]}]" if found[2] is None else f"[[{found[1]}]] number {int(found[2]) + 1}"
    return f"{found[3]} in {table}" if found[3] else table
