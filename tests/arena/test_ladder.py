"""The ladder against openskill itself, and when there is one."""

import pytest
from openskill import models

from referee.arena.statistics.standings import standings
from referee.arena.statistics.statistics import Running
from referee.records.format.record import Record
from tests.arena.games import game, pair_game


def climbed(records: list[Record]) -> dict[str, tuple[float, float, int]] | None:
    statistics = Running()
    for record in records:
        statistics.add(record)
    statistics.close()
    skills = standings(statistics).skills
    return None if skills is None else {skill.name: (skill.mu, skill.sigma, skill.games) for skill in skills}


def test_single_players_are_ranked_by_utility() -> None:
    model = models.PlackettLuce()
    one, two, three = ([model.rating()] for _ in range(3))
    one, two, three = model.rate([one, two, three], ranks=[1, 0, 1])
    one, two, three = model.rate([one, two, three], ranks=[0, 1, 2])
    found = climbed([game(0, 0, "abc", (-1, 2, -1), (1,)), game(1, 0, "abc", (4, 0, -4), (0,))])
    assert found is not None
    for name, (rating,) in zip("abc", (one, two, three), strict=True):
        assert found[name] == (pytest.approx(rating.mu), pytest.approx(rating.sigma), 2)


def test_partners_rise_and_fall_together() -> None:
    """Two games with other partners each: a and c win, then a and d."""
    model = models.PlackettLuce()
    a, b, c, d = (model.rating() for _ in range(4))
    (a, c), (b, d) = model.rate([[a, c], [b, d]], ranks=[0, 1])
    (a, d), (b, c) = model.rate([[a, d], [b, c]], ranks=[0, 1])
    found = climbed([pair_game(0, 0, ("a", "b", "c", "d"), 7), pair_game(1, 0, ("a", "b", "d", "c"), 7)])
    assert found is not None
    for name, rating in zip("abcd", (a, b, c, d), strict=True):
        assert found[name] == (pytest.approx(rating.mu), pytest.approx(rating.sigma), 2)


def test_partners_that_never_change_have_no_ladder() -> None:
    assert climbed([pair_game(0, 0, ("a", "b", "c", "d"), 7)]) is None


def test_two_bots_have_no_ladder() -> None:
    assert climbed([pair_game(0, 0, ("a", "b", "a", "b"), 7)]) is None
    assert climbed([game(0, 0, "ab", (1, -1), (0,))]) is None
