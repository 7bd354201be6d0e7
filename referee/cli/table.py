"""Standings as plain text: the verdict in a sentence, then the table, then who met whom."""

from collections.abc import Sequence

from protocol.shown import shown
from referee.arena.rating import Rating
from referee.arena.sample import Interval
from referee.arena.standings import Estimate, Meeting, Standing, Standings
from referee.cli.output import columns

_NAME = 24
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


def told(result: Standings, unit: str = "points", watched: bool = False) -> list[str]:
    """The lines that tell standings; `unit` is what utility is counted in.

    With `watched` the intervals are those that hold at every moment at once, for who looks while a match goes on.
    """
    if not result.bots:
        return ["no game has a result"]
    lines = []
    if len(result.bots) == 2 and result.meetings and not watched:
        lines += [verdict(result.meetings[0], unit), ""]
    heads = [head.format(unit=unit, when="at any time" if watched else "interval") for head in _HEAD]
    rows = [
        _row(line, line.anytime if watched else line.utility.interval if line.utility else None) for line in result.bots
    ]
    lines += columns([heads, *rows], right=(0, 2, 6, 7, 8, 9))
    lines += ["", _counts(result), *_remarks(result)]
    if len(result.bots) > 2:
        lines += ["", *_meetings(result.meetings, unit)]
    if result.ratings:
        lines += ["", *_ratings(result.ratings, unit)]
    if result.skills:
        rows = [
            (_name(each.name), f"{each.mu:.2f}", f"{each.sigma:.2f}", f"{each.ordinal:.2f}") for each in result.skills
        ]
        lines += ["", *columns([("ladder", "skill", "unsure by", "nearly sure"), *rows], right=(1, 2, 3))]
    return lines


def verdict(meeting: Meeting, unit: str) -> str:
    """Who is better, by how much, and how sure that is, in one sentence."""
    margin = meeting.margin or meeting.difference
    better, worse = _name(meeting.a), _name(meeting.b)
    if margin is None:
        return f"{better} and {worse} have no deal in common"
    mean, interval = margin.mean, margin.interval
    if mean < 0:
        better, worse = worse, better
    if interval is None:
        return f"{better} is {abs(mean):.2f} {unit} ahead of {worse}; one deal says nothing about how sure that is"
    low, high = sorted((interval.low, interval.high)) if mean >= 0 else (-interval.high, -interval.low)
    sure = f"95 % interval {low:+.2f} to {high:+.2f} over {_count(margin.size, 'deal')}"
    if mean == 0 and low == high:
        return f"{better} and {worse} came out equal on each of {_count(margin.size, 'deal')}"
    if low > 0:
        return f"{better} beats {worse} by {abs(mean):.2f} {unit} a deal: {sure}"
    return f"no difference shown between {better} and {worse}: {abs(mean):+.2f} {unit} a deal for {better}, {sure}"


def estimate_text(estimate: Estimate | None) -> tuple[str, str]:
    """A mean and its interval as two cells."""
    if estimate is None:
        return "-", ""
    interval = estimate.interval
    return f"{estimate.mean:+.2f}", f"{interval.low:+.2f} … {interval.high:+.2f}" if interval else "-"


def _row(line: Standing, interval: Interval | None) -> Sequence[str]:
    mean = f"{line.utility.mean:+.2f}" if line.utility else "-"
    won, level, lost = line.deals.won, line.deals.level, line.deals.lost
    shared = f" + {line.shared} shared" if line.shared else ""
    time = line.time
    return (
        f"{line.rank}.",
        _name(line.name),
        mean,
        f"{interval.low:+.2f} … {interval.high:+.2f}" if interval else "-",
        f"{won} of {won + level + lost}" + (f" ({level} level)" if level else ""),
        f"{line.won} of {line.games}{shared}",
        str(sum(line.faults.values())),
        *((f"{time.mean_ms:.1f}", str(time.p99_ms), str(time.longest_ms)) if time else ("-", "-", "-")),
    )


def _counts(result: Standings) -> str:
    ratio = next((line.variance_ratio for line in result.bots if line.variance_ratio is not None), None)
    text = f"{_count(result.games, 'game')} on {_count(result.deals, 'deal')}"
    if ratio is not None:
        text += f"; variance {ratio:.2f} of what as many tables with deals of their own would give"
    return text


def _remarks(result: Standings) -> list[str]:
    lines = []
    if result.incomplete:
        lines.append(f"{_count(result.incomplete, 'deal')} left out: not played at all tables")
    if result.voided:
        lines.append(f"{_count(result.voided, 'try', 'tries')} voided and played again")
    for line in result.bots:
        if line.faults:
            kinds = ", ".join(f"{count} {kind}" for kind, count in line.faults.items())
            unplayed = f"; disqualified, {_count(line.unplayed, 'game')} forfeited unplayed" if line.unplayed else ""
            lines.append(f"{_name(line.name)}: {kinds} in {_count(line.faulty_games, 'game')}{unplayed}")
    return lines


def _meetings(meetings: Sequence[Meeting], unit: str) -> list[str]:
    """Each two bots: what they made of shared tables; of shared deals, if no two ever sat at one table."""
    met = [meeting for meeting in meetings if meeting.margin is not None]
    rows = [("", "", f"{unit} a deal", "95 % interval", "deals", "p, corrected")]
    for meeting in met or meetings:
        found = meeting.margin or meeting.difference
        mean, interval = estimate_text(found)
        p_value = f"{meeting.adjusted:.3f}" if meeting.adjusted is not None else "-"
        size = str(found.size) if found else "0"
        rows.append((_name(meeting.a), f"over {_name(meeting.b)}", mean, interval, size, p_value))
    return columns(rows, right=(2, 4, 5))


def _ratings(ratings: Sequence[Rating], unit: str) -> list[str]:
    rows = [("rating", f"{unit} over the average", "95 % interval", "strength", "95 % interval")]
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
    return columns(rows, right=(1, 3))


def _name(name: str) -> str:
    return shown(name, _NAME)


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
