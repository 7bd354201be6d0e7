"""Figures as ratios of two things measured in turn in one run, with their spread."""

import statistics
from collections.abc import Callable, Mapping

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the report."""

    name: str
    value: float
    """The median over the rounds."""
    low: float
    """The lower quartile."""
    high: float
    """The upper quartile."""
    unit: str = "x"
    aim: float | None = None
    floor: float | None = None
    """The worst value that is still good enough."""
    least: bool = False
    """Less is better."""
    parts: dict[str, float] = {}
    """The medians that the ratio was made of, by name and unit."""

    @property
    def good(self) -> bool | None:
        """Whether the floor (or, without one, the aim) is kept; None where there is neither."""
        bound = self.floor if self.floor is not None else self.aim
        if bound is None:
            return None
        return self.value <= bound if self.least else self.value >= bound


def alternate(rounds: int, sides: Mapping[str, Callable[[], float]]) -> dict[str, list[float]]:
    """Measure every side once a round, each round beginning with another side, after one round that does not count."""
    order = list(sides)
    measured: dict[str, list[float]] = {side: [] for side in order}
    for turn in range(-1, rounds):
        for side in order if turn % 2 else reversed(order):
            value = sides[side]()
            if turn >= 0:
                measured[side].append(value)
    return measured


def ratio(
    name: str,
    above: list[float],
    below: list[float],
    *,
    unit: str = "x",
    aim: float | None = None,
    floor: float | None = None,
    least: bool = False,
    parts: dict[str, list[float]] | None = None,
) -> Figure:
    """The figure of `above[i] / below[i]`, round by round: what slows the machine for a while slows both."""
    return figure(
        name,
        [left / right for left, right in zip(above, below, strict=True)],
        unit=unit,
        aim=aim,
        floor=floor,
        least=least,
        parts=parts,
    )


def figure(
    name: str,
    values: list[float],
    *,
    unit: str,
    aim: float | None = None,
    floor: float | None = None,
    least: bool = False,
    parts: dict[str, list[float]] | None = None,
) -> Figure:
    """The median and the quartiles of what was measured."""
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 1 else values * 3
    return Figure(
        name=name,
        value=middle,
        low=low,
        high=high,
        unit=unit,
        aim=aim,
        floor=floor,
        least=least,
        parts={part: statistics.median(found) for part, found in (parts or {}).items()},
    )
