"""What stands above and below a replay: the game, its options and players; how long each seat took."""

from collections.abc import Iterable, Iterator
from statistics import median
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from protocol.shown import shown
from referee.records.format.record import Record
from referee.records.replay.decision_points import Course
from referee.records.replay.game_result_text import how_it_counts
from referee.records.replay.stderr_logs import Written
from referee.rules.games import build, spec
from referee.rules.options import in_words

Role: TypeAlias = Literal["title", "plain", "heading", "trick", "event", "result", "fault", "note"]

NAME: Final = 20
"""Characters of a name that are shown."""
LABEL: Final = NAME + 4
_VALUE: Final = 2000


class Line(NamedTuple):
    """A line of a replay: its text, what kind of line it is, and whether a reader may want to pause after it."""

    text: str
    role: Role = "plain"
    pause: bool = False


class View(NamedTuple):
    """What of a game is shown: one hand only, only what one seat knew, the bots' notes, what they wrote to stderr."""

    hand: int | None = None
    seat: int | None = None
    notes: bool = False
    stderr: Written | None = None
    width: int | None = None
    """Characters in which the table of tricks is to have room; None if it may be as wide as it likes."""
    called: str = "referee"
    """How this program is called where commands are shown."""

    def sees(self, seat: int) -> bool:
        """Whether what concerns this seat alone is shown."""
        return self.seat in (None, seat)


def name_of(record: Record, place: int) -> str:
    """The player's name, cut short and without control characters."""
    return shown(record.players[place].name, NAME) if place < len(record.players) else "dummy"


def named(record: Record, place: int) -> str:
    """A place by its number and its player's name."""
    return f"{place} {name_of(record, place)}"


def value_text(value: object) -> str:
    """Any JSON value on one line, without control characters."""
    return shown(value if isinstance(value, str) else msgspec.json.encode(value).decode(), _VALUE)


def header(record: Record, course: Course, view: View) -> Iterator[Line]:
    """The game, the options that are not the defaults, the players, and what makes the deal again."""
    variant = course.game.variant
    yield Line(f"game {shown(record.game)}: {spec(variant.name).title} ({variant.name})", "title")
    defaults = build(variant.name, {}, variant.seats).rules
    changed = [f"{key}={in_words(value)}" for key, value in variant.rules.items() if defaults.get(key) != value]
    yield Line(f"options: {', '.join(changed) or 'the defaults'}")
    for seat, player in enumerate(record.players):
        version = f" {shown(player.version, NAME)}" if player.version else ""
        yield Line(f"  seat {named(record, seat)}{version}")
    if record.sides and any(len(side) > 1 for side in record.sides):
        yield Line("sides: " + " against ".join("+".join(map(str, side)) for side in record.sides))
    for text in how_it_counts(course.game):
        yield Line(text)
    if record.seed and view.seat is None:
        yield Line(f"deal {record.deal}, table {record.table}, seed {shown(record.seed)}")
    if not record.counted:
        yield Line("a voided try: it does not count", "fault")


def times(record: Record, course: Course, view: View) -> Iterator[Line]:
    """How long each seat took, in milliseconds, where times were taken."""
    taken: dict[int, list[int]] = {}
    for moment in course.moments:
        if moment.action and view.sees(moment.decision.seat) and view.hand in (None, moment.hand.hand):
            taken.setdefault(moment.decision.seat, []).append(moment.action.ms)
    if not any(map(any, taken.values())):
        return
    yield Line("")
    yield Line(f"{'time in ms':{LABEL}}answers    total   median  longest", "heading")
    for seat, values in sorted(taken.items()):
        figures = f"{len(values):7}{sum(values):9}{median(values):9.0f}{max(values):9}"
        yield Line(f"{named(record, seat):{LABEL}}{figures}")


def labelled(label: str, cards: Iterable[object]) -> Line:
    """Cards behind a label."""
    return Line(f"  {label:{LABEL - 2}}{' '.join(map(str, cards))}")
