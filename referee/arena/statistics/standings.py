"""Standings: the table of a match, and what any two bots made of each other, with how sure that is."""

from importlib.util import find_spec
from typing import Final

import msgspec

from referee.arena.statistics.answer_times import TimeUse
from referee.arena.statistics.bot_totals import Account
from referee.arena.statistics.comparisons import holm
from referee.arena.statistics.partners import Partnership
from referee.arena.statistics.rating import Rating
from referee.arena.statistics.sample import Interval, Sample
from referee.arena.statistics.skill import Skill
from referee.arena.statistics.sprt import confidence_sequence
from referee.arena.statistics.statistics import Merged, Running
from referee.arena.statistics.tally import Score, Tally

_SMALL: Final = 30
"""Below so many deals the bootstrap is shown beside Student's interval."""


class Estimate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mean over `size` observations; the interval is absent for a single one, and of no width if all are equal."""

    mean: float
    size: int
    interval: Interval | None = None
    deviation: float | None = None
    """The standard deviation of one observation."""


class Deals(msgspec.Struct, frozen=True):
    """Deals with a utility above, at and below zero, all tables together."""

    won: int
    level: int
    lost: int


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's line. `utility` is its mean utility a game, over deals: points in a game of two sides (R0.15)."""

    rank: int
    name: str
    games: int
    won: int
    shared: int
    lost: int
    win_rate: float
    """Games won, and half of those shared, over all."""
    deals: Deals
    utility: Estimate | None
    """None where no deal is complete."""
    anytime: Interval | None
    """For its mean: bounds that hold at every moment of the match at once, so that one may watch and stop at will."""
    bootstrap: Interval | None
    """Of its mean, where the deals are few and the extra `stats` is there."""
    per_hand: Estimate | None
    """None where no hand was counted."""
    superiority: float | None
    """The probability of a utility above zero on a deal, one at zero counted half."""
    variance_ratio: float | None
    """Variance of a deal's mean over that of as many tables with deals of their own; below 1 where pairing pays."""
    faults: dict[str, int]
    faulty_games: int
    suspects: int
    """Losses on time, among the faults, that would have been none but for the machine's own lateness."""
    substituted: int
    """Actions that the referee chose for it."""
    unplayed: int
    """Games forfeited unplayed after disqualification (P9)."""
    time: TimeUse | None


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """Two bots. `margin`, at shared tables: half the difference of their utilities, which with two sides is a's own.

    `difference`: of their mean utilities on the same deals, at whatever tables. Both are None where there is none.
    """

    a: str
    b: str
    margin: Estimate | None
    p_value: float | None
    """Of the margin against zero, two-sided; None where it does not vary or is a single one."""
    adjusted: float | None
    """The same, corrected for as many comparisons as there are meetings (Holm)."""
    superiority: float | None
    """The probability that a does better than b on a deal at shared tables, an equal result counted half."""
    difference: Estimate | None


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a match or of several, rebuilt from records alone (G7)."""

    games: int
    deals: int
    """Deals that count: complete ones, each with all its tables one observation."""
    incomplete: int
    """Deals left out because a table is missing."""
    voided: int
    """Tries that did not count and were played again (P9)."""
    bots: tuple[Standing, ...]
    """By mean utility, then win rate, then fewer faulty games, then name."""
    partners: tuple[Partnership, ...] | None
    """The sides, where no bot ever had another partner: then a result is a side's, and single bots are not compared."""
    uneven_partners: bool
    """Whether some two bots met only as partners or only as opponents, so that results are those of partners too."""
    meetings: tuple[Meeting, ...]
    """Empty where partners were fixed."""
    ratings: tuple[Rating, ...] | None
    """Best first, where more than two bots met; None for two, fixed partners, or without the extra `stats`."""
    skills: tuple[Skill, ...] | None
    """Best first, where every seat of several has a bot of its own.

    None elsewhere, where partners were fixed, and without the extra `ratings`.
    """


def standings(statistics: Running | Merged) -> Standings:
    """The standings from statistics that have been closed."""
    tally, partners = statistics.tally, statistics.partners.fixed()
    single = partners is None
    lines = [_standing(bot, account, tally.scores.get(bot)) for bot, account in statistics.accounts.items()]
    lines.sort(key=_place)
    ranks = [1 + sum(_place(other)[:3] < _place(line)[:3] for other in lines) for line in lines]
    return Standings(
        games=statistics.games,
        deals=tally.deals,
        incomplete=statistics.incomplete,
        voided=statistics.voided,
        bots=tuple(msgspec.structs.replace(line, rank=rank) for line, rank in zip(lines, ranks, strict=True)),
        partners=partners,
        uneven_partners=statistics.partners.uneven(),
        meetings=_meetings(tally) if single else (),
        ratings=_ratings(tally) if single else None,
        skills=statistics.ladder.skills() if statistics.ladder is not None and single else None,
    )


def estimate(sample: Sample) -> Estimate | None:
    """The mean of a sample with its interval; None for an empty one."""
    mean = sample.mean
    return None if mean is None else Estimate(mean, sample.size, sample.interval(), sample.deviation)


def _place(line: Standing) -> tuple[float, float, int, str]:
    mean = line.utility.mean if line.utility is not None else float("-inf")
    return (-mean, -line.win_rate, line.faulty_games, line.name)


def _standing(bot: str, account: Account, score: Score | None) -> Standing:
    score = score or Score()
    return Standing(
        rank=0,
        name=bot,
        games=account.games,
        won=account.won,
        shared=account.shared,
        lost=account.lost,
        win_rate=(account.won + account.shared / 2) / account.games if account.games else 0.0,
        deals=Deals(*score.deals.signs()),
        utility=estimate(score.deals),
        anytime=confidence_sequence(score.deals),
        bootstrap=_bootstrap(score.deals),
        per_hand=_per_hand(score),
        superiority=score.deals.superiority(),
        variance_ratio=score.variance_ratio(),
        faults=dict(sorted(account.faults.items())),
        faulty_games=account.faulty_games,
        suspects=account.suspects,
        substituted=account.substituted,
        unplayed=account.unplayed,
        time=account.times.use(),
    )


def _per_hand(score: Score) -> Estimate | None:
    mean = score.hands.mean
    return None if mean is None else Estimate(mean, score.hands.size, score.hands.interval())


def _bootstrap(sample: Sample) -> Interval | None:
    if not 2 <= sample.size < _SMALL or find_spec("numpy") is None:
        return None
    from referee.arena.statistics.bootstrap import bootstrap

    return bootstrap(sample)


def _ratings(tally: Tally) -> tuple[Rating, ...] | None:
    if tally.replicates is None:
        return None
    from referee.arena.statistics.ratings import ratings

    return ratings(tally.replicates)


def _meetings(tally: Tally) -> tuple[Meeting, ...]:
    pairs = sorted(tally.differences)
    margins = [tally.margins.get(pair, Sample()) for pair in pairs]
    p_values = [margin.p_value() for margin in margins]
    adjusted = holm(p_values)
    return tuple(
        Meeting(
            a=a,
            b=b,
            margin=estimate(margins[index]),
            p_value=p_values[index],
            adjusted=adjusted[index],
            superiority=margins[index].superiority(),
            difference=estimate(tally.differences[a, b]),
        )
        for index, (a, b) in enumerate(pairs)
    )
