"""What commands write: JSON documents, tables in plain text, and nothing else on stdout."""

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from itertools import product
from shutil import get_terminal_size
from typing import Final

import msgspec

from protocol.shown import shown

_ENDLESS: Final = 1 << 20
_SHORT: Final = 18
"""Characters of a name that are kept as long as there are columns to be left out."""
_SHORTEST: Final = 10
"""Characters of a name that are left of it in the narrowest table."""
_NARROWEST: Final = 40
"""Characters below which a line is left to the terminal to fold."""
_LABEL: Final = re.compile(r"\s*\S+(?: \S+)*\s{2,}")
"""What stands in the first column of a line, with the space behind it."""
_NUMBERED: Final = re.compile(r"(?<=\d) (?=[^\W\d])")
"""The space in `3 anna` and `18 thirds`, at which no line is broken."""


def write_json(document: object) -> None:
    """One JSON document on stdout, on one line."""
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")


def write_indented(document: object) -> None:
    """One JSON document on stdout, for people too."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n")


def columns(rows: Iterable[Sequence[str]], right: Sequence[int] = (), gap: str = "  ") -> list[str]:
    """The rows as lines with their columns under one another; those numbered in `right` are set to the right."""
    table = [list(row) for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = [
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(gap.join(cells).rstrip())
    return lines


def fitting(
    rows: Iterable[Sequence[str]],
    right: Sequence[int],
    spare: Sequence[int] = (),
    names: Sequence[int] = (),
    width: int | None = None,
) -> list[str]:
    """The same, as wide as the terminal (or `width`) at most. What does not fit in: the columns numbered in `names`
    are cut a little, then those in `spare` are left out, the first of them first, then names are cut as far as needed.
    """
    room = terminal_width() if width is None else width
    table = [list(row) for row in rows]
    left = list(range(len(table[0])))

    def lines() -> list[str]:
        kept = [[row[index] for index in left] for row in table]
        return columns(kept, [left.index(index) for index in right if index in left])

    def wide() -> bool:
        return max(map(len, lines())) > room

    longest = max((len(row[column]) for row in table for column in names), default=0)
    for most in range(longest - 1, _SHORTEST - 1, -1):
        if most < _SHORT:
            for column in spare:
                if column in left and wide():
                    left.remove(column)
        if not wide():
            break
        for row, column in product(table, names):
            row[column] = shown(row[column], most)
    for column in spare:
        if column in left and wide():
            left.remove(column)
    return lines()


def terminal_width() -> int:
    """Characters in a line of the terminal, or as COLUMNS says; without either, more than any table needs."""
    return get_terminal_size((_ENDLESS, 0)).columns


def folded(line: str, width: int | None = None, indent: int | None = None) -> list[str]:
    """A line in as many as the terminal (or `width`) needs, those after the first under its second column, or as far
    in as `indent` says.
    """
    room = terminal_width() if width is None else width
    if len(line) <= room or room < _NARROWEST:
        return [line]
    label = _LABEL.match(line)
    if indent is None and label and label.end() <= room // 2:
        indent = label.end()
    if indent is None:
        indent = len(line) - len(line.lstrip()) + 4
    hanging = " " * min(indent, room // 2)
    held = _NUMBERED.sub("\u00a0", line)
    parts = textwrap.wrap(held, room, subsequent_indent=hanging, break_on_hyphens=False)
    return [part.replace("\u00a0", " ") for part in parts] or [line]


def packed(label: str, items: Iterable[str], gap: str = "  ", width: int | None = None) -> list[str]:
    """Items behind a label, none of them broken, in as many lines as the terminal (or `width`) needs."""
    room = terminal_width() if width is None else width
    lines, line = [], label
    for item in items:
        grown = f"{line}{gap}{item}" if len(line) > len(label) else f"{line}{item}"
        if len(grown) > room and len(line) > len(label):
            lines.append(line)
            grown = " " * min(len(label), room // 2) + item
        line = grown
    return [*lines, line]


def error_width() -> int:
    """Characters in a line of the terminal that stderr is; more than any line needs, if it is none."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        return _ENDLESS


def show(lines: Iterable[str]) -> None:
    """Lines on stdout, none wider than the terminal."""
    for line in lines:
        print("\n".join(folded(line)))
