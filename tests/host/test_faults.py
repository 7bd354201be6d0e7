"""What follows from a fault, by the table of the configuration (P9)."""

import pytest

from referee.host.faults import CLAUSES, Policy, fault
from referee.records.format.record import FaultKind


@pytest.mark.parametrize("kind", CLAUSES)
def test_by_default_every_fault_forfeits(kind: FaultKind) -> None:
    assert Policy().consequence(kind, 0) == "forfeit"


@pytest.mark.parametrize(("before", "consequence"), [(0, "substitute"), (2, "substitute"), (3, "forfeit")])
def test_substitutes_run_out(before: int, consequence: str) -> None:
    assert Policy(timeout="substitute", max_substitutes=3).consequence("timeout", before) == consequence


def test_a_seat_is_replaced_whatever_went_before() -> None:
    assert Policy(crash="replace").consequence("crash", 99) == "replace"


def test_each_kind_has_its_own_consequence() -> None:
    policy = Policy("replace", "substitute", "forfeit", "substitute", "replace", "forfeit")
    kinds: tuple[FaultKind, ...] = ("crash", "timeout", "malformed", "illegal", "flood", "resource", "start")
    expected = ["replace", "substitute", "forfeit", "substitute", "replace", "forfeit", "forfeit"]
    assert [policy.consequence(kind, 0) for kind in kinds] == expected


def test_a_fault_names_the_clause_of_its_kind_or_the_rule_that_was_broken() -> None:
    assert fault("timeout", "too late").clause == "P4"
    assert fault("illegal", "no", "R0.4").clause == "R0.4"
