"""Samples: exact sums, and intervals that agree with scipy's, also for the samples that break formulas."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from referee.arena.statistics.sample import Interval, Sample

HALVES = st.lists(st.integers(-44, 44).map(lambda twice: Fraction(twice, 2)), min_size=2, max_size=60)


@given(HALVES)
def test_mean_variance_and_interval_agree_with_scipy(values: list[Fraction]) -> None:
    sample, floats = Sample(values), [float(value) for value in values]
    assert sample.mean == pytest.approx(np.mean(floats))
    assert sample.variance == pytest.approx(np.var(floats, ddof=1))
    interval = sample.interval()
    assert interval is not None
    if len(set(values)) > 1:
        low, high = scipy_stats.t.interval(0.95, len(values) - 1, np.mean(floats), scipy_stats.sem(floats))
        assert (interval.low, interval.high) == pytest.approx((low, high), rel=1e-9, abs=1e-9)
        assert sample.p_value() == pytest.approx(scipy_stats.ttest_1samp(floats, 0).pvalue, abs=1e-10)
    assert sample.superiority() == pytest.approx(np.mean([1.0 if x > 0 else 0.5 if x == 0 else 0.0 for x in floats]))


@given(HALVES)
def test_the_order_changes_nothing(values: list[Fraction]) -> None:
    mixed, whole = Sample(sorted(values, reverse=True)), Sample(values)
    assert (mixed.counts, mixed.size, mixed.mean, mixed.variance) == (
        whole.counts,
        whole.size,
        whole.mean,
        whole.variance,
    )


def test_no_value() -> None:
    sample = Sample()
    assert (sample.mean, sample.variance, sample.interval(), sample.p_value(), sample.superiority()) == (None,) * 5


def test_one_value_has_a_mean_and_no_interval() -> None:
    sample = Sample([3])
    assert (sample.mean, sample.variance, sample.interval(), sample.p_value()) == (3.0, None, None, None)


def test_equal_values_give_an_interval_of_no_width() -> None:
    third = Fraction(1, 3)
    assert Sample([0] * 100).interval() == Interval(0.0, 0.0)
    assert Sample([third] * 7).variance == 0.0
    assert Sample([third] * 7).interval() == Interval(float(third), float(third))
    assert Sample([third] * 7).p_value() is None


def test_signs() -> None:
    assert Sample([2, -1, 0, 0, 5, Fraction(-1, 2), 1]).signs() == (3, 2, 2)


def test_values_come_in_order_with_their_counts() -> None:
    assert list(Sample([2, Fraction(-1, 2), 2, 0]).values()) == [(-0.5, 1), (0.0, 1), (2.0, 2)]


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Dice of mean 3.5, forty at a time: 95 of 100 intervals hold it."""
    dice = np.random.default_rng(2024).integers(1, 7, size=(2_000, 40))
    held = sum(interval.holds(3.5) for row in dice if (interval := Sample(map(int, row)).interval()) is not None)
    assert 0.935 <= held / 2_000 <= 0.965


def test_a_million_values_make_a_small_table() -> None:
    sample = Sample()
    for value in range(-22, 23):
        sample.add(value, 2, 25_000)
    assert sample.size == 1_125_000
    assert len(sample.counts) == 45
