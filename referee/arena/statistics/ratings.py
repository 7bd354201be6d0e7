"""Ratings of many bots from all their meetings at once, with bootstrap intervals (extra `stats`).

They do not depend on the order of the games: both scales are the best fit to the sums over all deals.
"""

from math import log
from typing import Final

import numpy as np

from referee.arena.statistics.rating import Rating
from referee.arena.statistics.replicates import Floats, Replicates, Sums
from referee.arena.statistics.sample import LEVEL, Interval

_STEPS: Final = 2_000
_CLOSE: Final = 1e-10
_SCALE: Final = 400 / log(10)
_DRAWN: Final = 0.5
"""Deals that each pair that met is taken to have won and lost besides, so that who never lost has a strength too."""


def ratings(replicates: Replicates) -> tuple[Rating, ...]:
    """The ratings, best first. Bots that no chain of meetings connects can only be compared with their own part."""
    names = replicates.bots()
    if not names:
        return ()
    sums = replicates.matrices()
    points, strengths = least_squares(sums), bradley_terry(sums)
    found = [
        Rating(
            name,
            float(points[0, bot]),
            _interval(points[1:, bot]),
            float(strengths[0, bot]),
            _interval(strengths[1:, bot]),
        )
        for bot, name in enumerate(names)
    ]
    return tuple(sorted(found, key=lambda rating: (-rating.points, rating.name)))


def least_squares(sums: Sums) -> Floats:
    """By replicate and bot: points whose differences fit the margins best, every deal counting once."""
    bots = sums.deals.shape[1]
    laplacian = -sums.deals
    laplacian[:, range(bots), range(bots)] = sums.deals.sum(axis=2)
    inverse = np.linalg.pinv(laplacian, hermitian=True)
    points: Floats = np.einsum("rij,rj->ri", inverse, sums.margins.sum(axis=2))
    return points


def bradley_terry(sums: Sums) -> Floats:
    """By replicate and bot: 400 log10 of the strength under which the deals won are the likeliest (Hunter's MM)."""
    met = (sums.deals[:1] > 0).astype(float)
    won = (sums.won + _DRAWN * met).sum(axis=2)
    deals = sums.deals + 2 * _DRAWN * met
    strength = np.ones_like(won)
    for _step in range(_STEPS):
        total = (deals / (strength[:, :, None] + strength[:, None, :])).sum(axis=2)
        better = won / np.maximum(total, _CLOSE)
        better /= np.exp(np.log(better).mean(axis=1, keepdims=True))
        change = np.abs(np.log(better / strength)).max()
        strength = better
        if change < _CLOSE:
            break
    logarithm: Floats = np.log(strength)
    return _SCALE * logarithm


def _interval(values: Floats) -> Interval:
    low, high = np.quantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high))
