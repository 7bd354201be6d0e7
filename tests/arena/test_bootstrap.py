"""The bootstrap against scipy's, and Holm's correction against scipy-free arithmetic done by hand."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from referee.arena.statistics.bootstrap import bootstrap
from referee.arena.statistics.comparisons import holm
from referee.arena.statistics.sample import Interval, Sample


@pytest.mark.parametrize("skewed", [False, True])
@pytest.mark.parametrize("size", [8, 20, 60])
def test_it_agrees_with_scipys(size: int, skewed: bool) -> None:
    random = np.random.default_rng(size)
    values = np.rint(random.exponential(5, size) if skewed else random.normal(1, 4, size)).astype(int)
    ours = bootstrap(Sample(map(int, values)), resamples=40_000)
    theirs = scipy_stats.bootstrap((values,), np.mean, n_resamples=40_000, method="BCa", random_state=3)
    width = theirs.confidence_interval.high - theirs.confidence_interval.low
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.04 * width)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.04 * width)


def test_it_is_the_same_every_time() -> None:
    assert bootstrap(Sample([1, 2, 5, -3])) == bootstrap(Sample([-3, 5, 2, 1]))


def test_the_samples_that_break_formulas() -> None:
    assert bootstrap(Sample()) is None
    assert bootstrap(Sample([4])) is None
    assert bootstrap(Sample([4, 4, 4])) == Interval(4.0, 4.0)
    two = bootstrap(Sample([0, 1]))
    assert 0 <= two.low <= two.high <= 1


def test_holm_by_hand() -> None:
    """Sorted 0.005, 0.01, 0.03, 0.04: times 4, 3, 2, 1, never falling."""
    assert holm([0.01, 0.04, None, 0.03, 0.005]) == [
        pytest.approx(0.03),
        pytest.approx(0.06),
        None,
        pytest.approx(0.06),
        0.02,
    ]


def test_holm_stays_below_one() -> None:
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
    assert holm([None]) == [None]
