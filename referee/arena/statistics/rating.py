"""A rating: where a bot stands among many, on two scales."""

import msgspec

from referee.arena.statistics.sample import Interval


class Rating(msgspec.Struct, frozen=True):
    """A bot on two scales, both with mean zero over all bots."""

    name: str
    points: float
    """Points a deal ahead of an average bot: differences fit the mean margins best (least squares over deals)."""
    points_interval: Interval
    strength: float
    """By Bradley and Terry from deals won: 400 more means ten times as many won as lost."""
    strength_interval: Interval
