"""What commands write: JSON documents, tables in plain text, and nothing else on stdout."""

import sys
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from typing import Final

import msgspec

_ENDLESS: Final = 1 << 20


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


def fitting(rows: Iterable[Sequence[str]], right: Sequence[int], spare: Sequence[int], width: int) -> list[str]:
    """The same, without as many of the columns numbered in `spare`, the first of them first, as do not fit in."""
    table = [list(row) for row in rows]
    lines = columns(table, right)
    left = list(range(len(table[0])))
    for column in spare:
        if max(map(len, lines)) <= width:
            break
        left.remove(column)
        lines = columns([[row[index] for index in left] for row in table], [left.index(i) for i in right if i in left])
    return lines


def terminal_width() -> int:
    """Characters in a line of the terminal, or as COLUMNS says; without either, more than any table needs."""
    return get_terminal_size((_ENDLESS, 0)).columns
