"""Times of answers: how many took how many milliseconds, and what is told about them."""

from math import ceil

import msgspec


class TimeUse(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot's answers took, in whole milliseconds except the mean."""

    answers: int
    total_ms: int
    mean_ms: float
    median_ms: int
    p99_ms: int
    longest_ms: int


class Times:
    """A table of counts by millisecond, from which every quantile is exact."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}

    def add(self, ms: int, times: int = 1) -> None:
        """One more answer that took `ms`, or several."""
        self.counts[ms] = self.counts.get(ms, 0) + times

    def use(self) -> TimeUse | None:
        """The summary; None if there was no answer."""
        answers = sum(self.counts.values())
        if not answers:
            return None
        total = sum(ms * times for ms, times in self.counts.items())
        return TimeUse(
            answers=answers,
            total_ms=total,
            mean_ms=total / answers,
            median_ms=self._quantile(0.5, answers),
            p99_ms=self._quantile(0.99, answers),
            longest_ms=max(self.counts),
        )

    def _quantile(self, share: float, answers: int) -> int:
        """The smallest time that at least this share of the answers did not exceed."""
        wanted = ceil(share * answers)
        for ms in sorted(self.counts):
            wanted -= self.counts[ms]
            if wanted <= 0:
                return ms
        return max(self.counts)
