"""Times: exact quantiles from counts."""

from hypothesis import given
from hypothesis import strategies as st

from referee.arena.statistics.answer_times import Times, TimeUse


@given(st.lists(st.integers(0, 1_000), min_size=1, max_size=300))
def test_quantiles_are_those_of_the_sorted_list(milliseconds: list[int]) -> None:
    times = Times()
    for ms in milliseconds:
        times.add(ms)
    ordered, count = sorted(milliseconds), len(milliseconds)
    assert times.use() == TimeUse(
        answers=count,
        total_ms=sum(ordered),
        mean_ms=sum(ordered) / count,
        median_ms=ordered[-(-count // 2) - 1],
        p99_ms=ordered[-(-count * 99 // 100) - 1],
        longest_ms=ordered[-1],
    )


def test_no_answer() -> None:
    assert Times().use() is None
