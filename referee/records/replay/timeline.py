"""A game in the order in which it is read: what was seen, what was answered, and the fault that ended it."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from referee.records.format.record import FaultRecord
from referee.records.replay.decision_points import Course, Moment
from referee.records.replay.event_text import Seen
from referee.records.replay.omniscient_view import seen
from referee.rules import events as full

Passage: TypeAlias = Seen | Moment | FaultRecord


def passages(course: Course, seat: int | None = None, hand: int | None = None) -> Iterator[Passage]:
    """Every event that `seat` was told (all of them if None), every action before the events that it made happen, and
    the last fault before the end of the game. With `hand` only what belongs to the hand of this number.
    """
    log = course.game.log
    done = 0
    for moment in course.moments:
        yield from _events(log, done, moment.events, seat, hand)
        done = moment.events
        if moment.action and hand in (None, moment.hand.hand):
            yield moment
    end = len(log) - 1 if course.ended_by and log and isinstance(log[-1], full.GameEnded) else len(log)
    yield from _events(log, done, end, seat, hand)
    if course.ended_by and hand in (None, course.ended_by.hand):
        yield course.ended_by
    yield from _events(log, end, len(log), seat, hand)


def _events(log: Sequence[full.Event], start: int, end: int, seat: int | None, hand: int | None) -> Iterator[Seen]:
    number = _hand_at(log, start) if hand is not None else None
    for event in log[start:end]:
        if isinstance(event, full.Dealt):
            number = event.hand
        told = seen(event, seat)
        if told is not None and (hand is None or number == hand):
            yield told


def _hand_at(log: Sequence[full.Event], place: int) -> int | None:
    """The number of the hand to which the event at this place belongs, if it is no deal."""
    return next((event.hand for event in reversed(log[:place]) if isinstance(event, full.Dealt)), None)
