"""Sequential inference on a mean per deal: a test that may stop by itself, and an interval that may be watched."""

from math import inf, isfinite, log, sqrt
from typing import Final, Literal, TypeAlias

import msgspec

from referee.arena.statistics.sample import LEVEL, Interval, Sample

LEAST: Final = 20
"""Deals that are not level before which nothing is decided. Until then the variance is not known well enough, whatever
the numbers look like: bots that play alike on nearly every deal show none at first.
"""

Verdict: TypeAlias = Literal["H0", "H1"]


class Hypotheses(msgspec.Struct, frozen=True):
    """A mean of `h0` points a deal against one of `h1`, which is larger, with the error rates of the test."""

    h0: float
    h1: float
    alpha: float = 0.05
    """The probability of accepting H1 where H0 is true."""
    beta: float = 0.05
    """The probability of accepting H0 where H1 is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first log-likelihood ratio H0 is accepted, above the second H1 (Wald)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


def hypotheses(text: str, alpha: float = 0.05, beta: float = 0.05) -> Hypotheses:
    """From `H0,H1`, as on the command line; ValueError with the reason if that is no pair of means."""
    try:
        h0, h1 = (float(word) for word in text.split(","))
    except ValueError:
        raise ValueError(f"{text} is no pair of means: write H0,H1 in points a deal, as in 0,0.5") from None
    return checked(Hypotheses(h0, h1, alpha, beta))


def checked(test: Hypotheses) -> Hypotheses:
    """The hypotheses themselves; ValueError with the reason if they can be no test."""
    if not (isfinite(test.h0) and isfinite(test.h1)):
        raise ValueError(f"H0 and H1 are to be numbers of points a deal, and not {test.h0:g} and {test.h1:g}")
    if not test.h0 < test.h1:
        raise ValueError(f"H1 is to be above H0, and {test.h1:g} is not above {test.h0:g}")
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise ValueError("the error rates are to be between 0 and 0.5")
    return test


def likelihood_ratio(sample: Sample, test: Hypotheses) -> float:
    """The generalised log-likelihood ratio of H1 over H0 for a normal mean whose variance is estimated under each."""
    mean, variance = sample.mean, sample.variance
    if mean is None or variance is None:
        return 0.0
    spread = variance * (sample.size - 1) / sample.size
    under = (spread + (mean - test.h0) ** 2, spread + (mean - test.h1) ** 2)
    if not all(under):  # all values are equal to one of the means
        return -inf if under[1] else inf
    return sample.size / 2 * log(under[0] / under[1])


def verdict(sample: Sample, test: Hypotheses) -> Verdict | None:
    """What the deals so far decide; None: play on."""
    if not _enough(sample):
        return None
    ratio = likelihood_ratio(sample, test)
    low, high = test.bounds
    return "H1" if ratio >= high else "H0" if ratio <= low else None


def _enough(sample: Sample) -> bool:
    """Whether the variance is known well enough for a decision."""
    level = sum(times for (numerator, _), times in sample.counts.items() if numerator == 0)
    return sample.size - level >= LEAST


def confidence_sequence(sample: Sample, level: float = LEVEL, tuned: int = 200) -> Interval | None:
    """Bounds that hold the mean at every moment at once, with probability `level`: one may watch and stop at will.

    The asymptotic sequence with a normal mixture (Waudby-Smith and others), narrowest near `tuned` deals. None before
    enough deals are played.
    """
    mean, deviation = sample.mean, sample.deviation
    if mean is None or deviation is None or not _enough(sample):
        return None
    alpha = 1 - level
    mixture = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / tuned
    weight = sample.size * mixture + 1
    reach = deviation * sqrt(2 * weight / (sample.size**2 * mixture) * log(sqrt(weight) / alpha))
    return Interval(mean - reach, mean + reach, level)
