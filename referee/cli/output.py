"""What commands write: JSON documents, tables in plain text, and nothing else on stdout."""

import sys
from collections.abc import Iterable, Sequence

import msgspec


def write_json(document: object) -> None:
    """One JSON document on stdout, on one line."""
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")


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


def quantity(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: `1 game`, `2,000 games`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
