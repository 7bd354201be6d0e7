"""A sample: exact values and how often each occurred, which is all that means, intervals and distributions need."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import gcd, sqrt
from typing import Final

import msgspec

from referee.arena.statistics.student import quantile, two_sided

LEVEL: Final = 0.95


class Interval(msgspec.Struct, frozen=True):
    """Bounds that hold the true value with probability `level`, if the sample is fair."""

    low: float
    high: float
    level: float = LEVEL

    def holds(self, value: float) -> bool:
        """Whether the value lies within the bounds, both included."""
        return self.low <= value <= self.high


class Sample:
    """Fractions with their counts. Sums are exact, so the order of arrival and the number of parts change nothing.

    Results of games are small fractions of a few kinds, so that a million deals still make a small table.
    """

    __slots__ = ("_sums", "counts", "size")

    def __init__(self, values: Iterable[Fraction | int] = ()) -> None:
        self.counts: dict[tuple[int, int], int] = {}
        self.size = 0
        self._sums: dict[int, tuple[int, int]] = {}  # by denominator: of the numerators, and of their squares
        for value in values:
            self.add(value.numerator, value.denominator)

    def add(self, numerator: int, denominator: int = 1, times: int = 1) -> None:
        """One more value, given as a fraction with a positive denominator, or `times` of them."""
        plain, squares = self._sums.get(denominator, (0, 0))
        self._sums[denominator] = (plain + times * numerator, squares + times * numerator * numerator)
        common = gcd(numerator, denominator)
        key = (numerator // common, denominator // common)
        self.counts[key] = self.counts.get(key, 0) + times
        self.size += times

    def values(self) -> Iterator[tuple[float, int]]:
        """Each different value with its count, in ascending order."""
        return iter(sorted((numerator / denominator, times) for (numerator, denominator), times in self.counts.items()))

    @property
    def total(self) -> Fraction:
        """The exact sum."""
        return sum((Fraction(plain, under) for under, (plain, _) in self._sums.items()), Fraction())

    @property
    def mean(self) -> float | None:
        """None for an empty sample."""
        return float(self.total / self.size) if self.size else None

    @property
    def variance(self) -> float | None:
        """The unbiased variance: exactly 0 where all values are equal, None for fewer than two."""
        if self.size < 2:
            return None
        squares = sum((Fraction(square, under * under) for under, (_, square) in self._sums.items()), Fraction())
        return float((squares - self.total**2 / self.size) / (self.size - 1))

    @property
    def deviation(self) -> float | None:
        """The standard deviation of one value; None for fewer than two."""
        variance = self.variance
        return None if variance is None else sqrt(variance)

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None for fewer than two values."""
        variance = self.variance
        return None if variance is None else sqrt(variance / self.size)

    def interval(self, level: float = LEVEL) -> Interval | None:
        """Student's interval for the mean; of no width where all values are equal, None for fewer than two."""
        mean, error = self.mean, self.error
        if mean is None or error is None:
            return None
        reach = error * quantile((1 + level) / 2, self.size - 1)
        return Interval(mean - reach, mean + reach, level)

    def p_value(self) -> float | None:
        """Of a mean of zero, two-sided, by Student's t; None where the values do not vary or are fewer than two."""
        mean, error = self.mean, self.error
        if mean is None or not error:
            return None
        return two_sided(mean / error, self.size - 1)

    def signs(self) -> tuple[int, int, int]:
        """How many values are above, at and below zero."""
        above = sum(times for (numerator, _), times in self.counts.items() if numerator > 0)
        level = self.counts.get((0, 1), 0)
        return above, level, self.size - above - level

    def superiority(self) -> float | None:
        """The probability that a value is above zero, those at zero counted half; None for an empty sample."""
        above, level, _below = self.signs()
        return (above + level / 2) / self.size if self.size else None
