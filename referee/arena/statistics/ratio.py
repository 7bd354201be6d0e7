"""A ratio of two sums over deals, such as utility per hand, with its interval."""

from fractions import Fraction
from math import sqrt

from referee.arena.statistics.sample import LEVEL, Interval
from referee.arena.statistics.student import quantile


class Ratio:
    """Pairs (value, weight) of whole numbers by their sums; the ratio is all values over all weights."""

    __slots__ = ("size", "square", "value", "value_weight", "weight", "weight_square")

    def __init__(self) -> None:
        self.size = 0
        self.value = self.square = self.value_weight = self.weight = self.weight_square = 0

    def add(self, value: int, weight: int) -> None:
        """One more deal."""
        self.size += 1
        self.value += value
        self.square += value * value
        self.value_weight += value * weight
        self.weight += weight
        self.weight_square += weight * weight

    @property
    def mean(self) -> float | None:
        """None where all weights are zero."""
        return self.value / self.weight if self.weight else None

    def interval(self, level: float = LEVEL) -> Interval | None:
        """By the linear approximation of a ratio, with Student's t; None for fewer than two deals or no weight."""
        if self.size < 2 or not self.weight:
            return None
        ratio = Fraction(self.value, self.weight)
        squares = self.square - 2 * ratio * self.value_weight + ratio * ratio * self.weight_square
        variance = squares * self.size / (self.size - 1) / self.weight**2
        reach = sqrt(variance) * quantile((1 + level) / 2, self.size - 1)
        return Interval(float(ratio) - reach, float(ratio) + reach, level)
