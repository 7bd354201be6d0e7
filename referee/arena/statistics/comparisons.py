"""Many comparisons at once: p-values corrected so that the whole table, not each cell, errs rarely (Holm)."""

from collections.abc import Sequence


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """The adjusted p-values in the same order; None stays None and does not count as a comparison."""
    order = sorted((value, index) for index, value in enumerate(p_values) if value is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    worst = 0.0
    for rank, (value, index) in enumerate(order):
        worst = max(worst, min(1.0, (len(order) - rank) * value))
        adjusted[index] = worst
    return adjusted
