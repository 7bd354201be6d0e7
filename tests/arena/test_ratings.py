"""Ratings: against an independent fit, blind to the order of deals, and sane where someone always wins."""

import random
from itertools import combinations
from math import log

import numpy as np
import pytest
from scipy import optimize as scipy_optimize

from referee.arena.statistics.deal_result import Deal, table_of
from referee.arena.statistics.ratings import ratings
from referee.arena.statistics.replicates import Replicates

SKILL = {"a": 2.0, "b": 1.0, "c": 0.0, "d": -3.0}


def league(deals: int, pairs: list[tuple[str, str]]) -> list[Deal]:
    """Deals at which these pairs of bots met at two tables each, with the exchange of seats."""
    chance = random.Random(4)
    found = []
    for number in range(deals):
        deal = Deal(f"deal {number}")
        for a, b in pairs:
            for first, second in ((a, b), (b, a)):
                points = round(SKILL[first] - SKILL[second] + chance.gauss(0, 4))
                deal.tables.append(table_of((first, second) * 2, (points, -points, points, -points), 1))
        found.append(deal)
    return found


def rated(deals: list[Deal]) -> dict[str, object]:
    replicates = Replicates()
    for deal in deals:
        replicates.add(deal)
    return {rating.name: rating for rating in ratings(replicates)}


def test_points_are_the_least_squares_fit() -> None:
    pairs = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "c")]
    deals = league(40, pairs)
    rows, values = [], []
    for deal in deals:
        for (a, b), (numerator, denominator) in deal.margins().items():
            rows.append([float(name == a) - float(name == b) for name in "abcd"])
            values.append(numerator / denominator)
    fit = np.linalg.lstsq(np.array([*rows, [1.0] * 4]), np.array([*values, 0.0]), rcond=None)[0]
    found = rated(deals)
    assert [found[name].points for name in "abcd"] == pytest.approx(list(fit), abs=1e-9)


def test_strengths_are_the_likeliest_ones() -> None:
    deals = league(30, list(combinations("abcd", 2)))

    def unlikely(strength: np.ndarray) -> float:
        total = 0.0
        for (a, b), sums in by_pair.items():
            gap = strength["abcd".index(a)] - strength["abcd".index(b)]
            total += (sums[0] + 0.5) * np.log1p(np.exp(-gap)) + (sums[1] + 0.5) * np.log1p(np.exp(gap))
        return float(total + strength.sum() ** 2)

    by_pair: dict[tuple[str, str], list[float]] = {}
    for deal in deals:
        for pair, (numerator, _) in deal.margins().items():
            won = 0.5 if numerator == 0 else float(numerator > 0)
            sums = by_pair.setdefault(pair, [0.0, 0.0])
            sums[0] += won
            sums[1] += 1 - won
    fit = scipy_optimize.minimize(unlikely, np.zeros(4), tol=1e-12).x * 400 / log(10)
    found = rated(deals)
    assert [found[name].strength for name in "abcd"] == pytest.approx(list(fit), abs=0.05)


def test_the_order_of_the_deals_changes_nothing() -> None:
    deals = league(30, list(combinations("abc", 2)))
    forward, back = rated(deals), rated(deals[::-1])
    for name in "abc":
        assert forward[name].points == pytest.approx(back[name].points, abs=1e-12)
        assert forward[name].points_interval.low == pytest.approx(back[name].points_interval.low, abs=1e-12)


def test_the_interval_is_that_of_the_mean_over_deals() -> None:
    """For two bots it is the plain bootstrap of half the margin."""
    deals = league(200, [("a", "b")])
    rating = rated(deals)["a"]
    margins = [numerator / denominator for deal in deals for numerator, denominator in deal.margins().values()]
    error = np.std(margins) / np.sqrt(len(margins)) / 2
    assert rating.points == pytest.approx(np.mean(margins) / 2)
    assert rating.points_interval.high - rating.points == pytest.approx(1.96 * error, rel=0.15)


def test_who_always_wins_has_a_strength_and_no_warning() -> None:
    deals = []
    for number in range(10):
        deal = Deal(str(number))
        deal.tables.append(table_of(("a", "b"), (5, -5), 1))
        deals.append(deal)
    found = rated(deals)
    assert found["a"].strength > 250 and np.isfinite(found["a"].strength_interval.high)
    assert found["a"].points == 2.5 and found["a"].points_interval.low == pytest.approx(2.5)


def test_parts_that_never_met_are_rated_each_for_itself() -> None:
    deals = league(20, [("a", "b"), ("c", "d")])
    found = rated(deals)
    assert found["a"].points + found["b"].points == pytest.approx(0, abs=1e-9)
    assert found["c"].points + found["d"].points == pytest.approx(0, abs=1e-9)


def test_nobody() -> None:
    assert ratings(Replicates()) == ()
