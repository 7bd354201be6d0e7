"""What a seat has left: limits, bank and delay, to the millisecond."""

import pytest

from referee.host.timing.clock import Clock, Times


@pytest.mark.parametrize(("used", "late"), [(119, False), (120, False), (121, True)])
def test_the_margin_is_forgiven_and_the_boundary_belongs_to_the_bot(used: int, late: bool) -> None:
    assert (used > Clock(Times(move_ms=100, margin_ms=20)).latest) is late


@pytest.mark.parametrize(("used", "late"), [(99, False), (100, False), (101, True)])
def test_a_margin_of_nothing_forgives_nothing(used: int, late: bool) -> None:
    assert (used > Clock(Times(move_ms=100, margin_ms=0)).latest) is late


def test_without_a_bank_every_move_has_the_same_time() -> None:
    clock = Clock(Times(move_ms=100))
    clock.charge(120)
    assert clock.allowance == 100


def test_what_goes_beyond_the_delay_comes_out_of_the_bank() -> None:
    clock = Clock(Times(move_ms=1000, bank_ms=500, delay_ms=50))
    for used, left in [(30, 500), (50, 500), (51, 499), (450, 99), (10, 99), (149, 0), (50, 0)]:
        clock.charge(used)
        assert clock.allowance == left + 50


def test_the_move_limit_stands_before_the_bank() -> None:
    assert Clock(Times(move_ms=100, bank_ms=500)).allowance == 100


@pytest.mark.parametrize(("used", "late"), [(169, False), (170, False), (171, True)])
def test_a_bank_that_runs_out_is_the_limit(used: int, late: bool) -> None:
    clock = Clock(Times(move_ms=1000, bank_ms=300, delay_ms=50, margin_ms=20))
    clock.charge(250)
    assert clock.allowance == 150
    assert (used > clock.latest) is late


def test_the_margin_is_charged_and_a_bank_holds_nothing_less_than_nothing() -> None:
    clock = Clock(Times(move_ms=1000, bank_ms=100, margin_ms=20))
    clock.charge(120)
    assert clock.allowance == 0
    assert clock.latest == 20


@pytest.mark.parametrize(("move_ms", "wait"), [(100, 1120), (250, 1270), (1000, 5020)])
def test_behind_a_processor_clock_stands_the_wall(move_ms: int, wait: int) -> None:
    assert Clock(Times(move_ms=move_ms, kind="cpu", margin_ms=20)).wait == wait


def test_the_wall_waits_as_long_as_an_answer_is_in_time() -> None:
    clock = Clock(Times(move_ms=100, margin_ms=20))
    assert clock.wait == clock.latest
