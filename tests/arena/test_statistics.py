"""Statistics from records: the deal with all its tables is one observation, and nothing breaks the formulas."""

import random
from itertools import combinations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from referee.arena.schedule.schedule import Schedule
from referee.arena.schedule.seatings import Shape
from referee.arena.statistics.grouping import UnorderedError
from referee.arena.statistics.standings import Standings, standings
from referee.arena.statistics.statistics import Merged, Running
from referee.records.format.record import Record
from tests.arena.games import SIDES, game, pair_game

AB, BA = ("a", "b", "a", "b"), ("b", "a", "b", "a")


def scored(records: list[Record]) -> Standings:
    statistics = Running()
    for record in records:
        statistics.add(record)
    statistics.close()
    return standings(statistics)


def duplicate(first: list[int], second: list[int]) -> list[Record]:
    """A duplicate match of a and b by the points of the first side at both tables, in blocks of four deals."""
    records = []
    for start in range(0, len(first), 4):
        for table, (bots, points) in enumerate(((AB, first), (BA, second))):
            records += [pair_game(deal, table, bots, points[deal]) for deal in range(start, min(start + 4, len(first)))]
    return records


def test_the_interval_is_over_deals_and_agrees_with_scipy() -> None:
    chance = random.Random(7)
    first, second = ([chance.randint(-11, 11) for _ in range(50)] for _ in range(2))
    result = scored(duplicate(first, second))
    means = [(x - y) / 2 for x, y in zip(first, second, strict=True)]
    best = next(line for line in result.bots if line.name == "a")
    assert best.utility is not None and best.utility.interval is not None
    assert (result.deals, result.games, best.utility.size) == (50, 100, 50)
    assert best.utility.mean == pytest.approx(np.mean(means))
    low, high = scipy_stats.t.interval(0.95, 49, np.mean(means), scipy_stats.sem(means))
    assert (best.utility.interval.low, best.utility.interval.high) == pytest.approx((low, high))
    assert (best.deals.won, best.deals.level) == (sum(m > 0 for m in means), sum(m == 0 for m in means))


def test_two_equal_deterministic_bots_give_exactly_nothing() -> None:
    points = [3, -1, 11, 0, 5, -7]
    for line in scored(duplicate(points, points)).bots:
        assert line.utility is not None and line.utility.interval is not None
        assert (line.utility.mean, line.utility.interval.low, line.utility.interval.high) == (0.0, 0.0, 0.0)
        assert line.rank == 1


def test_games_won_shared_and_lost() -> None:
    lines = {line.name: line for line in scored(duplicate([3, 0, -2, 4], [1, 0, -5, 4])).bots}
    assert (lines["a"].won, lines["a"].shared, lines["a"].lost) == (3, 2, 3)
    assert (lines["b"].won, lines["b"].shared, lines["b"].lost) == (3, 2, 3)
    assert lines["a"].win_rate == 0.5


def test_partners_win_together_and_single_players_share() -> None:
    four = scored([pair_game(0, 0, ("a", "b", "c", "d"), 5), pair_game(1, 0, ("a", "b", "c", "d"), 0)])
    assert {line.name: (line.won, line.shared, line.lost) for line in four.bots} == {
        "a": (1, 1, 0),
        "b": (0, 1, 1),
        "c": (1, 1, 0),
        "d": (0, 1, 1),
    }
    alone = scored([game(0, 0, ("a", "b", "c"), (1, 1, -2), (0, 1))])
    assert [(line.won, line.shared, line.lost) for line in alone.bots] == [(0, 1, 0), (0, 1, 0), (0, 0, 1)]


def test_a_missing_table_leaves_the_deal_out() -> None:
    result = scored(duplicate([4, 6, 8], [-2, 0, 2])[:-1])
    best = result.bots[0]
    assert best.utility is not None
    assert (result.games, result.deals, result.incomplete) == (5, 2, 1)
    assert (best.name, best.utility.mean) == ("a", 3.0)


def test_a_voided_try_does_not_count() -> None:
    records = duplicate([4, 6], [-2, 0])
    result = scored([pair_game(0, 0, AB, 40, counted=False), *records])
    assert result.voided == 1
    assert [line.utility for line in result.bots] == [line.utility for line in scored(records).bots]


def test_one_deal_has_a_mean_and_no_interval() -> None:
    best = scored(duplicate([5], [1])).bots[0]
    assert best.utility is not None
    assert (best.utility.mean, best.utility.interval, best.variance_ratio) == (2.0, None, None)


def test_nothing_played() -> None:
    result = scored([])
    assert (result.bots, result.meetings, result.deals, result.ratings) == ((), (), 0, None)


def test_a_match_of_single_tables_counts_each() -> None:
    records = [pair_game(deal, 0, AB if deal < 3 else BA, points) for deal, points in enumerate([4, 2, 0, -6, 1, 0])]
    result = scored(records)
    assert (result.deals, result.incomplete) == (6, 0)
    assert result.bots[0].utility is not None and result.bots[0].utility.mean == pytest.approx((4 + 2 + 6 - 1) / 6)
    assert result.bots[0].variance_ratio is None


def test_faults_time_and_unplayed_games() -> None:
    records = [
        pair_game(0, 0, AB, -44, faults=[(0, "timeout"), (2, "crash")], times=[(0, 5), (1, 1), (2, 7)]),
        pair_game(0, 1, BA, 44, faults=[(1, "timeout")], times=[(1, 1000), (0, 2)]),
        pair_game(1, 0, AB, -44, reason="disqualified", hands=0),
        pair_game(1, 1, BA, 44, reason="disqualified", hands=0),
    ]
    lines = {line.name: line for line in scored(records).bots}
    a, b = lines["a"], lines["b"]
    assert (a.faults, a.faulty_games, a.unplayed) == ({"crash": 1, "timeout": 2}, 2, 2)
    assert (b.faults, b.faulty_games, b.unplayed) == ({}, 0, 2)
    assert a.utility is not None and a.utility.mean == -44.0
    assert a.time is not None and (a.time.answers, a.time.total_ms, a.time.longest_ms) == (3, 1012, 1000)
    assert b.time is not None and (b.time.answers, b.time.mean_ms, b.time.median_ms) == (2, 1.5, 1)


def test_utility_per_hand_weighs_the_hands() -> None:
    records = [
        pair_game(0, 0, AB, 10, hands=4),
        pair_game(0, 1, BA, 0, hands=1),
        pair_game(1, 0, AB, 5, hands=5),
        pair_game(1, 1, BA, -5, hands=2),
    ]
    best = scored(records).bots[0]
    assert best.per_hand is not None and best.per_hand.interval is not None
    assert best.per_hand.mean == pytest.approx(20 / 12)
    totals, hands = np.array([20, 20]), np.array([10, 14])
    rest = totals - 20 / 12 * hands
    error = np.sqrt(rest @ rest / (2 - 1) * 2) / hands.sum()
    reach = scipy_stats.t.ppf(0.975, 1) * error
    assert best.per_hand.interval.high == pytest.approx(20 / 12 + reach)


def test_pairing_shows_in_the_variance() -> None:
    """Cards worth 8 either way and skill worth 1: alone the cards would hide the skill."""
    chance = random.Random(1)
    first, second = [], []
    for _ in range(400):
        cards = chance.gauss(0, 4)
        first.append(round(cards + chance.gauss(0, 3)))
        second.append(round(cards + chance.gauss(0, 3)))
    ratio = scored(duplicate(first, second)).bots[0].variance_ratio
    tables = first + [-points for points in second]
    means = [(x - y) / 2 for x, y in zip(first, second, strict=True)]
    assert ratio == pytest.approx(2 * np.var(means, ddof=1) / np.var(tables, ddof=1))
    assert ratio is not None and 0.25 < ratio < 0.5


def test_rotations_of_three_players() -> None:
    utility = {"a": 6, "b": -2, "c": -4}
    records = []
    for deal in range(3):
        for table, bots in enumerate((("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))):
            values = tuple(utility[bot] for bot in bots)
            records.append(game(deal, table, bots, values, (bots.index("a"),)))
    result = scored(sorted(records, key=lambda record: (record.table, record.deal)))
    assert [line.name for line in result.bots] == ["a", "b", "c"]
    assert [line.utility.mean for line in result.bots if line.utility] == [6.0, -2.0, -4.0]
    meeting = next(meeting for meeting in result.meetings if (meeting.a, meeting.b) == ("a", "c"))
    assert meeting.margin is not None and meeting.margin.mean == 5.0
    assert meeting.difference is not None and meeting.difference.mean == 10.0


def test_bots_that_never_met_are_compared_on_the_deals_that_both_played() -> None:
    records = []
    for deal, strength in enumerate((1, 2, 4)):
        for pair, rival in enumerate(("x", "y")):
            win = strength * (pair + 1)
            records.append(pair_game(deal, 2 * pair, ("champion", rival) * 2, win))
            records.append(pair_game(deal, 2 * pair + 1, (rival, "champion") * 2, -win))
    meetings = {(m.a, m.b): m for m in scored(sorted(records, key=lambda r: r.table or 0)).meetings}
    apart = meetings["x", "y"]
    assert apart.margin is None and apart.p_value is None
    assert apart.difference is not None
    assert (apart.difference.mean, apart.difference.size) == (pytest.approx(7 / 3), 3)


@pytest.mark.parametrize("deals", [3, 4, 10])
def test_deals_are_closed_range_by_range(deals: int) -> None:
    """Live, a deal is known as soon as its range is over, and each deal is handed on once, in order."""
    schedule = Schedule(Shape(4, SIDES), tuple(combinations(range(3), 2)), deals=deals, block=4)
    statistics = Running()
    closed: list[int] = []
    statistics.on_deal = lambda deal: closed.append(len(deal.tables))
    for sitting in schedule:
        names = tuple("abc"[bot] for bot in sitting.bots)
        for deal in range(sitting.first, sitting.first + sitting.count):
            statistics.add(pair_game(deal, sitting.table, names, deal))
        assert len(closed) >= sitting.first
    statistics.close()
    assert closed == [6] * deals


def test_records_in_no_order_are_noticed() -> None:
    records = duplicate([1, 2, 3, 4, 5, 6, 7, 8], [0] * 8)
    with pytest.raises(UnorderedError, match="deal 0"):
        scored([*records[4:], *records[:4]])


def test_merged_runs_give_what_one_run_gives_in_any_order() -> None:
    chance = random.Random(3)
    records = duplicate([chance.randint(-9, 9) for _ in range(20)], [chance.randint(-9, 9) for _ in range(20)])
    mixed = records[:]
    chance.shuffle(mixed)
    merged = Merged()
    for record in mixed:
        merged.add(record)
    merged.close()
    assert standings(merged) == scored(records)


def test_the_same_cards_in_two_runs_are_one_deal() -> None:
    """Played twice, a match is not twice as sure."""
    merged = Merged()
    for run in ("one", "two"):
        for deal, points in enumerate((5, 1, -2)):
            merged.add(pair_game(deal, 0, AB, points, seed=f"{deal:032x}"), run)
            merged.add(pair_game(deal, 1, BA, -points, seed=f"{deal:032x}"), run)
    merged.close()
    result = standings(merged)
    assert (result.games, result.deals) == (12, 3)


def test_rivals_in_different_files_are_compared_on_the_same_cards() -> None:
    merged = Merged()
    for rival, points in (("x", (4, 2)), ("y", (1, 3))):
        for deal, won in enumerate(points):
            merged.add(pair_game(deal, 0, ("champion", rival) * 2, won, seed=f"{deal:032x}"), rival)
            merged.add(pair_game(deal, 1, (rival, "champion") * 2, -won, seed=f"{deal:032x}"), rival)
    merged.close()
    meeting = next(m for m in standings(merged).meetings if (m.a, m.b) == ("x", "y"))
    assert meeting.difference is not None
    assert (meeting.difference.mean, meeting.difference.size) == (-1.0, 2)


def test_ranks_are_shared_where_nothing_tells_two_bots_apart() -> None:
    records = [pair_game(0, 0, AB, 0), pair_game(0, 1, BA, 0)]
    assert [(line.rank, line.name) for line in scored(records).bots] == [(1, "a"), (1, "b")]


def test_many_bots_are_rated_and_two_are_not() -> None:
    pairs = [
        pair_game(deal, table, bots, 2) for table, bots in enumerate((AB, ("b", "c", "b", "c"))) for deal in (0, 1)
    ]
    result = scored(pairs)
    assert result.ratings is not None
    assert [(rating.name, rating.points) for rating in result.ratings] == [
        ("a", pytest.approx(2)),
        ("b", pytest.approx(0)),
        ("c", pytest.approx(-2)),
    ]
    assert scored(duplicate([1, 2], [0, 1])).ratings is None


def test_many_comparisons_are_corrected() -> None:
    chance = random.Random(11)
    records = [
        pair_game(deal, table, bots * 2, round(chance.gauss(1, 3)))
        for table, bots in enumerate(combinations("abcd", 2))
        for deal in range(30)
    ]
    meetings = scored(records).meetings
    raw = [meeting.p_value or 0.0 for meeting in meetings]
    adjusted = [meeting.adjusted or 0.0 for meeting in meetings]
    assert min(adjusted) == pytest.approx(6 * min(raw))
    assert all(p <= q <= 1 for p, q in zip(raw, adjusted, strict=True))


def test_few_deals_have_a_bootstrap_and_many_an_interval_to_watch() -> None:
    few = scored(duplicate([1, 5, -2, 3], [0, 1, 1, -4])).bots[0]
    assert few.bootstrap is not None and few.anytime is None
    chance = random.Random(2)
    many = scored(
        duplicate([chance.randint(-5, 5) for _ in range(60)], [chance.randint(-5, 5) for _ in range(60)])
    ).bots[0]
    assert many.bootstrap is None and many.anytime is not None
