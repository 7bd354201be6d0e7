"""The faults of a record and what followed from them: each consequence where its fault is, and nowhere else (P9)."""

from collections import Counter
from typing import Final

from referee.records.format.record import FaultRecord, HandRecord, Record
from referee.records.verify.mismatch import Differs
from referee.rules.decision import Decision, action_of, text_of

MAX_SUBSTITUTES: Final = 3
"""For a seat in a game, where the faults table does not say otherwise (P9)."""


class Penalties:
    """Watches a record being played through the rules."""

    def __init__(self, record: Record) -> None:
        """Differs if a consequence is not what the record's own faults table says."""
        self._faults: dict[tuple[int, int, int], FaultRecord] = {}
        self._replaced: set[int] = set()
        for fault in _going_on(record):
            self._faults[fault.hand, fault.attempt, fault.action] = fault
        if record.policy is not None:
            _check_policy(record)

    def watch(self, hand: HandRecord, index: int, decision: Decision) -> None:
        """See whether the right one acts: the referee where it must, and then by the first legal action."""
        if index == len(hand.actions):
            return
        fault = self._faults.pop((hand.hand, hand.attempt, index), None)
        here = hand.hand, hand.attempt, index
        if fault is not None:
            if fault.seat != decision.seat:
                raise Differs("seat of the fault", decision.seat, fault.seat, *here)
            if fault.consequence == "replace":
                self._replaced.add(fault.seat)
        remarks = hand.actions[index].remarks
        by = remarks.by if remarks else None
        expected = "referee" if fault is not None or decision.seat in self._replaced else None
        if by != expected:
            raise Differs("who acted", expected or "the bot", by or "the bot", *here)
        if by and action_of(hand.actions[index].action) != decision.first():
            first = text_of(decision.first())
            raise Differs("the referee plays the first legal action", first, hand.actions[index].action, *here)

    def check_met(self) -> None:
        """Differs if a fault stands where nothing was decided."""
        for here, fault in self._faults.items():
            raise Differs(f"a fault ({fault.fault}) where seat {fault.seat} decided nothing", None, None, *here)


def _going_on(record: Record) -> list[FaultRecord]:
    """The faults after which the game goes on. Differs if one before the last ends it, or two are at one decision."""
    places = set()
    for number, fault in enumerate(record.faults):
        here = fault.hand, fault.attempt, fault.action
        if fault.consequence in ("forfeit", "void"):
            if number < len(record.faults) - 1:
                raise Differs(f"a fault after the one that ended the game ({fault.consequence})", None, None, *here)
            if (fault.consequence == "void") == record.counted:
                raise Differs("counted", fault.consequence != "void", record.counted, *here)
            return record.faults[:-1]
        if here in places:
            raise Differs("two faults at one decision", None, None, *here)
        places.add(here)
    if not record.counted:
        raise Differs("a voided try ends with a fault whose consequence is void", None, None)
    return record.faults


def _check_policy(record: Record) -> None:
    """Each consequence is the faults table's, or a forfeit where the table allows no more than that."""
    policy = record.policy or {}
    most = policy.get("max_substitutes", MAX_SUBSTITUTES)
    substituted: Counter[int] = Counter()
    for number, fault in enumerate(record.faults):
        told = policy.get(fault.fault, "forfeit")
        if told == "substitute" and isinstance(most, int) and substituted[fault.seat] >= most:
            told = "forfeit"
        substituted[fault.seat] += fault.consequence == "substitute"
        if fault.consequence in (told, "void") or (fault.consequence == "forfeit" and not_ready(record, number)):
            continue
        here = fault.hand, fault.attempt, fault.action
        raise Differs(f"consequence of the fault ({fault.fault})", told, fault.consequence, *here)


def not_ready(record: Record, number: int) -> bool:
    """Whether the fault of this number may be one of a bot that never became ready: at the start of the game, or when
    it was started again after it had ended, by itself or by the sandbox. Such a fault always forfeits, and its seat
    need not be the one that is asked.
    """
    fault = record.faults[number]
    before = (hand for hand in record.hands if (hand.hand, hand.attempt) < (fault.hand, fault.attempt))
    nothing_done = fault.action == 0 and not any(hand.actions for hand in before)
    return nothing_done or any(_starts_again(other) for other in record.faults[:number] if other.seat == fault.seat)


def _starts_again(fault: FaultRecord) -> bool:
    return fault.fault in ("crash", "resource") and fault.consequence == "substitute"
