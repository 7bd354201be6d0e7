"""What an examination says: points, each with a verdict, the evidence, and a hint where something is wrong."""

from typing import Final, Literal, TypeAlias, get_args

import msgspec

Verdict: TypeAlias = Literal["good", "note", "fault", "left out"]
"""`note`: it may be so, but its author should know. `left out`: not looked at, because of another fault."""

Category: TypeAlias = Literal["start", "messages", "play", "games in a row", "processes", "burden", "output"]
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)


class Point(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One point of the report. `name` is a few words, the same in every report."""

    category: Category
    name: str
    verdict: Verdict
    evidence: str
    """What was seen, in one line without control characters."""
    hint: str | None = None
    """What to look at, where the verdict is not good."""


class Times(msgspec.Struct, frozen=True):
    """How long the answers to `act` took, in milliseconds; percentiles over all of them."""

    answers: int
    median_ms: float
    p95_ms: float
    p99_ms: float
    longest_ms: float
    allowed_ms: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The whole examination. `fit`: no point is a fault."""

    bot: str
    command: tuple[str, ...]
    sandbox: str
    fit: bool
    points: tuple[Point, ...]
    start_ms: int | None
    """From the launch to the answer to `hello`."""
    times: Times | None
    memory_mb: int | None
    """The most that one process with all it started has had in memory."""
    decisions: dict[str, int]
    """How often each kind of decision was asked."""


def good(category: Category, name: str, evidence: str) -> Point:
    """A point with nothing to object to."""
    return Point(category=category, name=name, verdict="good", evidence=evidence)


def flaw(category: Category, name: str, evidence: str, hint: str, verdict: Verdict = "fault") -> Point:
    """A point with something wrong, or to be noted."""
    return Point(category=category, name=name, verdict=verdict, evidence=evidence, hint=hint)


def left_out(category: Category, name: str, why: str) -> Point:
    """A point that was not looked at."""
    return Point(category=category, name=name, verdict="left out", evidence=why)
