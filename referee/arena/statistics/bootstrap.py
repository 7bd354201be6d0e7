"""The bootstrap of a mean, for samples too small to trust Student's interval (extra `stats`)."""

from statistics import NormalDist
from typing import Final

import numpy as np

from referee.arena.statistics.sample import LEVEL, Interval, Sample

RESAMPLES: Final = 10_000
_SEED: Final = 20_251


def bootstrap(sample: Sample, level: float = LEVEL, resamples: int = RESAMPLES) -> Interval | None:
    """The bias-corrected and accelerated interval (Efron) for the mean; the same for the same sample.

    None for fewer than two values; of no width where all are equal.
    """
    mean = sample.mean
    if mean is None or sample.size < 2:
        return None
    pairs = list(sample.values())
    values, counts = np.array([value for value, _ in pairs]), np.array([times for _, times in pairs])
    if len(values) == 1:
        return Interval(mean, mean, level)
    drawn = np.random.default_rng(_SEED).multinomial(sample.size, counts / sample.size, resamples)
    means = np.sort(drawn @ values / sample.size)
    low, high = (np.quantile(means, share) for share in _shares(mean, means, values, counts, level))
    return Interval(float(low), float(high), level)


def _shares(
    mean: float, means: np.ndarray, values: np.ndarray, counts: np.ndarray, level: float
) -> tuple[float, float]:
    """Which shares of the resampled means bound the interval: moved for bias and for skewness."""
    normal = NormalDist()
    below = (np.sum(means < mean) + np.sum(means <= mean)) / 2 / len(means)
    bias = normal.inv_cdf(min(max(below, 1 / len(means)), 1 - 1 / len(means)))
    apart = values - mean
    skew = float(np.sum(counts * apart**3) / (6 * np.sum(counts * apart**2) ** 1.5))
    ends = (normal.inv_cdf((1 - level) / 2), normal.inv_cdf((1 + level) / 2))
    low, high = (normal.cdf(bias + (bias + end) / (1 - skew * (bias + end))) for end in ends)
    return low, high
