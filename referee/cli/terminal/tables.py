"""Standings as plain text: the verdict in a sentence, then the table, then who met whom."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from protocol.shown import shown
from referee.arena.statistics.rating import Rating
from referee.arena.statistics.sample import Interval
from referee.arena.statistics.standings import Estimate, Meeting, Standing, Standings
from referee.cli.terminal.output import fitting
from referee.records.plurals import quantity

_NAME: Final = 24
_FEW: Final = 5
"""Below so many deals no verdict is given."""
_ALIKE: Final = 30
"""Nor below so many that all came out alike, but not level: that they do not vary is then chance."""
_KINDS: Final = {
    "start": ("failed start", None),
    "crash": ("crash", "crashes"),
    "malformed": ("malformed answer", None),
    "illegal": ("illegal action", None),
    "resource": ("excess of resources", "excesses of resources"),
}
"""What a fault is called where several are counted."""
_HEAD = (
    "",
    "bot",
    "{unit} a deal",
    "95 % interval",
    "deals won",
    "games won",
    "faults",
    "mean ms",
    "99 % ms",
    "most ms",
)
_TIMES: Final = 7
"""Where the columns of times begin; they are left out where no line has any."""
_SPARE: Final = (9, 8, 5, 7, 4)
"""Columns that are left out where the terminal is narrow, the first first."""


def told(
    result: Standings,
    unit: str = "points",
    watched: bool = False,
    headline: bool = True,
    pairs: bool = True,
    width: int | None = None,
) -> list[str]:
    """The lines that tell standings; `unit` is what utility is counted in. The headline is the verdict of two.

    Fixed partners are one line, unless `pairs` is False, as it must be at a single seat: partners never share it.

    The tables are as wide as the terminal, or as `width`, at most.

    With `watched` the intervals are those that hold at every moment at once, for who looks while a match goes on.
    """
    if not result.bots:
        return ["no game has a result"]
    lines = []
    entrants = as_pairs(result) if pairs else named_bots(result)
    if not watched and headline:
        lines += _headline(result, entrants, unit)
    heads = [head.format(unit=unit) for head in _HEAD]
    rows = [
        _row(line, line.anytime if watched else line.utility.interval if line.utility else None) for line in entrants
    ]
    shown_columns = range(len(heads) if any(line.time for line in entrants) else _TIMES)
    lines += fitting(
        [[row[column] for column in shown_columns] for row in (heads, *rows)],
        [column for column in (0, 2, 6, 7, 8, 9) if column in shown_columns],
        [column for column in _SPARE if column in shown_columns],
        [1],
        width,
    )
    lines += ["", _counts(result), *_partners(result), *_remarks(result)]
    if len(result.bots) > 2 and result.meetings:
        lines += ["", *_meetings(result.meetings, unit, width)]
    if result.ratings:
        lines += ["", *_ratings(result.ratings, width)]
    if result.skills:
        rows = [
            (_name(each.name), f"{each.mu:.2f}", f"{each.sigma:.2f}", f"{each.ordinal:.2f}") for each in result.skills
        ]
        lines += ["", *fitting([("ladder", "skill", "unsure by", "nearly sure"), *rows], (1, 2, 3), (), [0], width)]
    return lines


def verdict(better: str, worse: str, margin: Estimate | None, unit: str) -> str:
    """Who is better, by how much, and how sure that is, in one sentence; the margin is the first's over the second."""
    if margin is None:
        return f"{better} and {worse} have no deal in common"
    mean, interval = margin.mean, margin.interval
    if mean < 0:
        better, worse = worse, better
    if interval is None:
        return f"{better} is {abs(mean):.2f} {unit} ahead of {worse}; one deal says nothing about how sure that is"
    if mean and not _tells(margin):
        count = quantity(margin.size, "deal")
        return f"too few deals to say who is better: {better} is {abs(mean):.2f} {unit} ahead of {worse} over {count}"
    low, high = sorted((interval.low, interval.high)) if mean >= 0 else (-interval.high, -interval.low)
    sure = f"95 % interval {low:+.2f} to {high:+.2f} over {quantity(margin.size, 'deal')}"
    if mean == 0 and low == high:
        return f"{better} and {worse} came out equal on each of {quantity(margin.size, 'deal')}"
    if low > 0:
        return f"{better} beats {worse} by {abs(mean):.2f} {unit} a deal: {sure}"
    return f"no difference shown between {better} and {worse}: {abs(mean):+.2f} {unit} a deal for {better}, {sure}"


def estimate_text(estimate: Estimate | None) -> tuple[str, str]:
    """A mean and its interval as two cells."""
    if estimate is None:
        return "-", ""
    interval = estimate.interval
    return f"{estimate.mean:+.2f}", _interval_text(interval, estimate)


def _interval_text(interval: Interval | None, estimate: Estimate | None) -> str:
    """Bounds as a cell; of no width, about a mean that is not zero, they say nothing if the deals are few."""
    if interval is None or estimate is None or _alike(estimate):
        return "-"
    return f"{interval.low:+.2f} … {interval.high:+.2f}"


def _tells(margin: Estimate) -> bool:
    return margin.size >= _FEW and not _alike(margin)


def _alike(estimate: Estimate) -> bool:
    return estimate.mean != 0 and estimate.deviation == 0 and estimate.size < _ALIKE


def as_pairs(result: Standings) -> list[Standing]:
    """The lines of the table: bots, or sides where two fixed ones met, each with the result that its bots share.

    Times are a single bot's, and left out for sides.
    """
    if result.partners is None or len(result.partners) != 2:
        return named_bots(result)
    bots = {line.name: line for line in result.bots}
    sides = []
    for partners in result.partners:
        lines = [bots[bot] for bot in partners]
        faults = {line.name: sum(line.faults.values()) for line in lines}
        sides.append(replace(lines[0], name=" + ".join(map(_name, partners)), faults=faults, time=None))
    sides.sort(key=lambda side: -(side.utility.mean if side.utility else 0.0))
    level = len({side.utility.mean if side.utility else None for side in sides}) == 1
    return [replace(side, rank=1 if level else rank) for rank, side in enumerate(sides, 1)]


def named_bots(result: Standings) -> list[Standing]:
    """A line for each bot, its name fit to be shown."""
    return [replace(line, name=_name(line.name)) for line in result.bots]


def _headline(result: Standings, entrants: Sequence[Standing], unit: str) -> list[str]:
    """The verdict, where two bots met or two fixed sides."""
    if len(result.bots) == 2 and result.meetings:
        (meeting,) = result.meetings
        return [verdict(_name(meeting.a), _name(meeting.b), meeting.margin or meeting.difference, unit), ""]
    if result.partners is not None and len(entrants) == 2:
        first, second = entrants
        return [verdict(first.name, second.name, first.utility, unit), ""]
    return []


def _partners(result: Standings) -> list[str]:
    """What partners have to do with the result."""
    if result.partners is not None:
        sides = (" + ".join(map(_name, side)) for side in result.partners)
        joint = " against " if len(result.partners) == 2 else ", "
        return [f"partners were fixed: {joint.join(sides)}; use --seating individual to rank single bots"]
    if result.uneven_partners:
        return [
            "partners were not even: some bots met only as partners or only as opponents, so that a bot's",
            "result is its partners' too; use --seating individual to rank single bots",
        ]
    return []


def _row(line: Standing, interval: Interval | None) -> Sequence[str]:
    mean = f"{line.utility.mean:+.2f}" if line.utility else "-"
    won, level, lost = line.deals.won, line.deals.level, line.deals.lost
    shared = f" + {line.shared} shared" if line.shared else ""
    time = line.time
    return (
        f"{line.rank}.",
        line.name,
        mean,
        _interval_text(interval, line.utility),
        f"{won} of {won + level + lost}" + (f" ({level} level)" if level else ""),
        f"{line.won} of {line.games}{shared}",
        str(sum(line.faults.values())),
        *((f"{time.mean_ms:.1f}", str(time.p99_ms), str(time.longest_ms)) if time else ("-", "-", "-")),
    )


def _counts(result: Standings) -> str:
    ratio = next((line.variance_ratio for line in result.bots if line.variance_ratio is not None), None)
    text = f"{quantity(result.games, 'game')} on {quantity(result.deals, 'deal')}"
    if ratio is not None:
        text += f"; variance {ratio:.2f} of what as many tables with deals of their own would give"
    return text


def _remarks(result: Standings) -> list[str]:
    lines = []
    if result.incomplete:
        lines.append(f"{quantity(result.incomplete, 'deal')} left out: not played at all tables")
    if result.voided:
        lines.append(f"{quantity(result.voided, 'try', 'tries')} voided and played again")
    for line in result.bots:
        if line.faults:
            kinds = ", ".join(quantity(count, *_KINDS.get(kind, (kind, None))) for kind, count in line.faults.items())
            unplayed = f"; disqualified, {quantity(line.unplayed, 'game')} forfeited unplayed" if line.unplayed else ""
            suspect = f"; {line.suspects} of them suspect: the machine itself was late" if line.suspects else ""
            lines.append(f"{_name(line.name)}: {kinds} in {quantity(line.faulty_games, 'game')}{suspect}{unplayed}")
    return lines


def _meetings(meetings: Sequence[Meeting], unit: str, width: int | None) -> list[str]:
    """Each two bots: what they made of shared tables; of shared deals, if no two ever sat at one table."""
    met = [meeting for meeting in meetings if meeting.margin is not None]
    rows = [("", "", "", f"{unit} a deal", "95 % interval", "deals", "p, corrected")]
    for meeting in met or meetings:
        found = meeting.margin or meeting.difference
        mean, interval = estimate_text(found)
        p_value = _p_value(meeting.adjusted)
        size = str(found.size) if found else "0"
        rows.append((_name(meeting.a), "over", _name(meeting.b), mean, interval, size, p_value))
    return fitting(rows, (3, 5, 6), (5,), (0, 2), width)


def _ratings(ratings: Sequence[Rating], width: int | None) -> list[str]:
    """Each bot's rating in points a deal over the average, and its strength."""
    rows = [("rating", "over the average", "95 % interval", "strength", "95 % interval")]
    for rating in ratings:
        points, strength = rating.points_interval, rating.strength_interval
        rows.append(
            (
                _name(rating.name),
                f"{rating.points:+.2f}",
                f"{points.low:+.2f} … {points.high:+.2f}",
                f"{rating.strength:+.0f}",
                f"{strength.low:+.0f} … {strength.high:+.0f}",
            )
        )
    return fitting(rows, (1, 3), (4,), (0,), width)


def _name(name: str) -> str:
    return shown(name, _NAME)


def _p_value(value: float | None) -> str:
    """A probability to three digits; none is printed as 0."""
    if value is None:
        return "-"
    return f"{value:.3f}" if value >= 0.001 else "< 0.001"
