"""Words for people: numbers with their nouns, and lists as one says them."""

from collections.abc import Sequence


def quantity(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: `1 game`, `2,000 games`, `-1 point`."""
    return f"{number:,} {noun if abs(number) == 1 else plural or noun + 's'}"


def listed(parts: Sequence[str], joint: str = "and") -> str:
    """Parts as one says them: `a`, `a and b`, `a, b and c`."""
    *before, last = parts
    return f"{', '.join(before)} {joint} {last}" if before else last


def verb(subjects: Sequence[object], singular: str, plural: str) -> str:
    """The form of a verb that goes with so many."""
    return singular if len(subjects) == 1 else plural
