"""Student's t distribution: its distribution function and quantiles, to nearly the precision of a double."""

from functools import lru_cache
from math import exp, lgamma, log, log1p
from statistics import NormalDist
from typing import Final

_STEPS: Final = 100_000
_TINY: Final = 1e-300
_PRECISION: Final = 1e-15


def cdf(t: float, freedom: float) -> float:
    """The probability that a t variable with `freedom` > 0 degrees of freedom is at most t."""
    square = t * t
    tail = _incomplete_beta(freedom, square) / 2
    return tail if t < 0 else 1 - tail


@lru_cache(maxsize=4096)
def quantile(probability: float, freedom: float) -> float:
    """The t below which lies the given share (between 0 and 1, both excluded); ValueError outside."""
    if not 0 < probability < 1 or freedom <= 0:
        raise ValueError(f"no t quantile for probability {probability} and {freedom} degrees of freedom")
    if probability == 0.5:
        return 0.0
    if probability < 0.5:
        return -quantile(1 - probability, freedom)
    tail = 1 - probability
    low, high = 0.0, max(2.0, 2 * NormalDist().inv_cdf(probability))
    while _incomplete_beta(freedom, high * high) / 2 > tail:
        low, high = high, 2 * high
    while high - low > _PRECISION * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _incomplete_beta(freedom, middle * middle) / 2 > tail:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def two_sided(t: float, freedom: float) -> float:
    """The probability of a t variable at least as far from zero as t, in either direction."""
    return _incomplete_beta(freedom, t * t)


def _incomplete_beta(freedom: float, square: float) -> float:
    """The regularised incomplete beta function I_x(freedom/2, 1/2) at x = freedom / (freedom + square): both tails."""
    a, b = freedom / 2, 0.5
    if square == 0:
        return 1.0
    log_x, log_rest = -log1p(square / freedom), log(square) - log(freedom + square)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log_x + b * log_rest)
    x = freedom / (freedom + square)
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, square / (freedom + square)) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    numerator, denominator = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    value = denominator
    for step in range(1, _STEPS):
        change = 1.0
        for term in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            denominator = 1 / _away_from_zero(1 + term * denominator)
            numerator = _away_from_zero(1 + term / numerator)
            change = denominator * numerator
            value *= change
        if abs(change - 1) < _PRECISION:
            break
    return value


def _away_from_zero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
