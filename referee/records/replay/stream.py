"""A replay for programs: everything that happened, in order, as objects of one JSON line each."""

from collections.abc import Iterator

import msgspec

from referee.records.format.record import ActionRecord, FaultRecord, Record
from referee.records.replay.decision_points import Moment, course_of
from referee.records.replay.event_text import Seen
from referee.records.replay.replay_header import View
from referee.records.replay.timeline import passages
from referee.records.replay.unplayed import NotPlayed, end_of, not_played


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, tag="answer", tag_field="type", kw_only=True):
    """What a seat answered; `action` counts the actions of the attempt at the hand, from 0."""

    hand: int
    attempt: int
    action: int
    seat: int
    place: int
    """Where the card came from: the seat itself, or the dummy."""
    decision: str
    answer: str
    ms: int
    say: tuple[str, ...] = ()
    note: object = None
    by: str | None = None


class FaultFound(msgspec.Struct, frozen=True, omit_defaults=True, tag="fault", tag_field="type", kw_only=True):
    """A fault; clause and evidence only where the seat itself looks, or somebody from above the table."""

    hand: int
    attempt: int
    action: int
    seat: int
    fault: str
    consequence: str
    clause: str | None = None
    evidence: dict[str, object] | None = None


class Disagreement(msgspec.Struct, frozen=True, tag="differs", tag_field="type"):
    """From here the record does not go with the rules."""

    what: str


def stream(record: Record, view: View) -> Iterator[Seen | Answer | FaultFound | Disagreement | NotPlayed]:
    """Events (those of the protocol, `deal` with all hands where no seat is given), answers and faults.

    Differs if not even its first hand can be dealt.
    """
    unplayed = not_played(record)
    if unplayed is not None and record.result is not None:
        yield from (unplayed, end_of(record.result))
        return
    course = course_of(record)
    for passage in passages(course, view.seat, view.hand):
        match passage:
            case Moment():
                yield from (_fault(fault, view) for fault in passage.faults)
                if passage.action and view.sees(passage.decision.seat):
                    yield _answer(passage, passage.action, view)
            case FaultRecord():
                yield _fault(passage, view)
            case _:
                yield passage
    if course.differs:
        yield Disagreement(str(course.differs))


def _answer(moment: Moment, action: ActionRecord, view: View) -> Answer:
    remarks = action.remarks
    return Answer(
        hand=moment.hand.hand,
        attempt=moment.hand.attempt,
        action=moment.index,
        seat=moment.decision.seat,
        place=moment.decision.place,
        decision=moment.decision.kind,
        answer=action.action,
        ms=action.ms,
        say=remarks.sayings() if remarks else (),
        note=remarks.note if remarks and view.notes else None,
        by=remarks.by if remarks else None,
    )


def _fault(fault: FaultRecord, view: View) -> FaultFound:
    sees = view.sees(fault.seat)
    return FaultFound(
        hand=fault.hand,
        attempt=fault.attempt,
        action=fault.action,
        seat=fault.seat,
        fault=fault.fault,
        consequence=fault.consequence,
        clause=fault.clause if sees else None,
        evidence=fault.evidence if sees else None,
    )
