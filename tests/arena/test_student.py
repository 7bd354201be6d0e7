"""Our own Student t against scipy's."""

import pytest
from scipy import stats as scipy_stats

from referee.arena.statistics.student import cdf, quantile, two_sided

FREEDOM = [1, 2, 3, 5, 9, 29, 99, 9_999, 1_000_000]


@pytest.mark.parametrize("freedom", FREEDOM)
@pytest.mark.parametrize("probability", [0.5, 0.6, 0.9, 0.975, 0.995, 0.9999, 0.025, 1e-6])
def test_quantiles(freedom: int, probability: float) -> None:
    assert quantile(probability, freedom) == pytest.approx(scipy_stats.t.ppf(probability, freedom), rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("freedom", FREEDOM)
@pytest.mark.parametrize("t", [-40.0, -3.0, -0.1, 0.0, 0.3, 2.0, 9.0])
def test_distribution(freedom: int, t: float) -> None:
    assert cdf(t, freedom) == pytest.approx(scipy_stats.t.cdf(t, freedom), abs=1e-9)
    assert two_sided(t, freedom) == pytest.approx(2 * scipy_stats.t.sf(abs(t), freedom), abs=1e-9)


@pytest.mark.parametrize(("probability", "freedom"), [(0.0, 5), (1.0, 5), (0.5, 0)])
def test_outside_its_range(probability: float, freedom: int) -> None:
    with pytest.raises(ValueError, match="no t quantile"):
        quantile(probability, freedom)
