"""Sequential tests: their bounds, their error rates by simulation with fixed seeds, and what breaks formulas."""

from math import inf, log

import numpy as np
import pytest
from scipy import stats as scipy_stats

from referee.arena.statistics.sample import Sample
from referee.arena.statistics.sprt import (
    LEAST,
    Hypotheses,
    confidence_sequence,
    hypotheses,
    likelihood_ratio,
    verdict,
)

TEST = Hypotheses(0.0, 1.0)
SPREAD = 2.6  # points: the mean of two tables of a deal, between bots of like strength


def halves(mean: float, runs: int, deals: int, seed: int) -> np.ndarray:
    """Results a deal in half points, as integers of halves."""
    return np.rint(2 * np.random.default_rng(seed).normal(mean, SPREAD, (runs, deals))).astype(int)


def decided(row: np.ndarray, test: Hypotheses) -> str | None:
    """What the test says when it is looked at after every deal."""
    sample = Sample()
    for value in row:
        sample.add(int(value), 2)
        found = verdict(sample, test)
        if found:
            return found
    return None


def test_the_bounds_are_walds() -> None:
    assert Hypotheses(0, 1, 0.05, 0.1).bounds == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))


def test_the_ratio_is_that_of_the_best_normal_under_each_hypothesis() -> None:
    values = [1, -2, 3, 0, 2, 5, -1]

    def best(mean: float) -> float:
        spread = np.sqrt(np.mean((np.array(values) - mean) ** 2))
        return float(scipy_stats.norm.logpdf(values, mean, spread).sum())

    assert likelihood_ratio(Sample(values), TEST) == pytest.approx(best(1.0) - best(0.0))


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "H1"), (1.0, "H0")])
def test_the_error_rates_hold(truth: float, wrong: str) -> None:
    """Nominal 5 %: at most 6 %, and no run of these undecided."""
    verdicts = [decided(row, TEST) for row in halves(truth, 500, 400, seed=5)]
    assert None not in verdicts
    assert verdicts.count(wrong) / len(verdicts) <= 0.06


def test_a_naive_test_with_peeking_is_wrong_about_half_of_the_time() -> None:
    """What the sequential test is for: the same data, looked at after every deal with a plain z test."""
    values = halves(0.0, 500, 3_000, seed=5) / 2
    count = np.arange(1, values.shape[1] + 1)
    means = values.cumsum(axis=1) / count
    deviation = np.sqrt((values**2).cumsum(axis=1) / count - means**2)
    wrong = (np.abs(means) > 1.96 * deviation / np.sqrt(count))[:, LEAST:].any(axis=1)
    assert 0.3 < wrong.mean() < 0.7


def test_the_interval_to_watch_holds_the_truth_at_all_looks_at_once() -> None:
    missed = 0
    for row in halves(0.0, 200, 150, seed=9):
        sample = Sample()
        intervals = []
        for value in row:
            sample.add(int(value), 2)
            intervals.append(confidence_sequence(sample))
        known = np.flatnonzero(row)[LEAST - 1]
        assert intervals[known - 1] is None and intervals[known] is not None
        missed += any(interval is not None and not interval.holds(0) for interval in intervals)
    assert missed / 200 <= 0.06


def test_the_interval_to_watch_is_wider_than_the_fixed_one_and_shrinks() -> None:
    few, many = Sample([-3, 3] * 50), Sample([-3, 3] * 5_000)
    reach = []
    for sample in (few, many):
        watched, fixed = confidence_sequence(sample), sample.interval()
        assert watched is not None and fixed is not None
        assert fixed.high < watched.high < 3 * fixed.high
        reach.append(watched.high)
    assert reach[1] < reach[0] / 5


@pytest.mark.parametrize(("value", "found"), [(0, None), (1, "H1"), (-3, "H0"), (5, "H1")])
def test_results_that_never_vary_are_not_divided_by_zero(value: int, found: str | None) -> None:
    sample = Sample([value] * LEAST)
    assert verdict(sample, TEST) == found
    assert verdict(Sample([value] * (LEAST - 1)), TEST) is None


def test_nothing_and_one_value_decide_nothing() -> None:
    assert likelihood_ratio(Sample(), TEST) == likelihood_ratio(Sample([4]), TEST) == 0.0
    assert likelihood_ratio(Sample([1] * 5), TEST) == inf
    assert likelihood_ratio(Sample([0] * 5), TEST) == -inf


def test_the_hypotheses_of_the_command_line() -> None:
    assert hypotheses("0,0.3") == Hypotheses(0.0, 0.3)
    assert hypotheses("-0.5, 0") == Hypotheses(-0.5, 0.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "no pair"),
        ("a,b", "no pair"),
        ("1,1", "not above"),
        ("2,1", "above"),
        ("0,inf", "to be numbers"),
        ("nan,1", "to be numbers"),
    ],
)
def test_what_is_no_pair_of_hypotheses(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hypotheses(text)


@pytest.mark.parametrize("alike", [0.8, 0.98])
def test_a_difference_on_few_deals_is_not_taken_for_none(alike: float) -> None:
    """A patch that is worth 0.3 points per deal, on few deals: no more than the nominal 5 % of runs may accept H0."""
    rng = np.random.default_rng(20)
    shape = (300, 2_000)
    worth = np.rint(2 * rng.normal(0.3 / (1 - alike), SPREAD, shape))
    rows = np.where(rng.random(shape) < alike, 0, worth).astype(int)
    accepted = sum(decided(row, Hypotheses(0.0, 0.3)) == "H0" for row in rows)
    assert accepted / 300 <= 0.06


def test_level_deals_alone_decide_nothing() -> None:
    sample = Sample()
    sample.add(0, 2, 500)
    assert verdict(sample, Hypotheses(0.0, 0.3)) is None and confidence_sequence(sample) is None
