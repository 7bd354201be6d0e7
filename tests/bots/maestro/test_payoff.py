"""What ends of hands are worth."""

import pytest

from bots.maestro.payoff import by_fewest, by_points, by_stake

PAIRS = (0, 1, 0, 1)
EACH = (0, 1, 2, 3)


def test_points_count_and_thirds_a_little() -> None:
    payoff = by_points(PAIRS, {"cappotto": "11"})
    even = payoff([9, 9, 9, 8], 0)
    assert even[0] == even[2] == -even[1] == -even[3] > 0  # 6 points to 5
    third, point = payoff([9, 9, 10, 7], 0)[0] - even[0], payoff([9, 7, 12, 7], 0)[0] - even[0]
    assert 0 < 3 * third < point


def test_all_the_points_may_be_worth_more() -> None:
    plain, more, most = (
        by_points(PAIRS, rules)([33, 0, 0, 2], 0)[0]
        for rules in ({"cappotto": "11"}, {"cappotto": "17"}, {"cappotto": "11", "stakes": "s1"})
    )
    assert plain < more < most


def test_a_declarer_needs_six_points_and_no_more() -> None:
    side = (0, 1, 1)
    payoff = by_stake(side, {"sweeps": False})
    won, lost, more = payoff([18, 9, 8], 0), payoff([17, 9, 9], 0), payoff([30, 5, 0], 0)
    assert won[0] > 0.5 and lost[0] < -0.5 and won[1] == won[2] == -won[0]
    assert 0 < more[0] - won[0] < 0.5
    sweeping = by_stake(side, {"sweeps": True})
    assert sweeping([35, 0, 0], 0)[0] > sweeping([33, 2, 0], 0)[0] > sweeping([32, 3, 0], 0)[0] + 0.5


def test_where_points_are_bad_fewest_is_best() -> None:
    payoff = by_fewest(EACH, EACH, 1, {"rounding": "drop", "slam": "none"})
    worth = payoff([18, 9, 5, 0], 3)
    assert worth[3] > worth[2] > worth[1] > worth[0]
    assert sum(worth) == pytest.approx(0, abs=0.1)
    pairs = by_fewest(PAIRS, EACH, 1, {"rounding": "drop", "slam": "none"})([18, 9, 5, 0], 3)
    assert pairs[0] == pairs[2] < pairs[1] == pairs[3]


def test_the_last_trick_takes_the_points_that_thirds_leave_over() -> None:
    rules = {"rounding": "remainder", "slam": "none"}
    thirds = [8, 8, 8, 9]  # 2, 2, 2 and 3 points of 11
    last_first, last_second = (by_fewest(EACH, EACH, 1, rules)(thirds, last) for last in (0, 1))
    assert last_first[0] < last_second[0]
    assert last_first[1] > last_second[1]


def test_who_takes_everything_gives_it_to_the_others() -> None:
    payoff = by_fewest(EACH, EACH, 1, {"rounding": "remainder", "slam": "give"})
    assert payoff([33, 0, 0, 0], 0)[0] > 0 > payoff([32, 0, 0, 1], 1)[0]
