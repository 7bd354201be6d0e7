"""A game followed moment by moment: before each action, what had happened, what was asked and what was answered."""

from collections.abc import Callable

import msgspec

from referee.records.format.record import ActionRecord, FaultRecord, HandRecord, Record
from referee.records.verify.mismatch import Differs
from referee.records.verify.playback import begin, ending, follow
from referee.rules.decision import Decision
from referee.rules.engine import Game


class Moment(msgspec.Struct, frozen=True):
    """A decision of a record; `events` is how many events had happened before it."""

    number: int
    """Counted through the game, from 0."""
    hand: HandRecord
    index: int
    """Counted in the attempt at the hand, from 0."""
    events: int
    decision: Decision
    action: ActionRecord | None
    """None at the decision at which a fault ended the game."""
    faults: tuple[FaultRecord, ...]
    """The faults at this action."""


class Course(msgspec.Struct, frozen=True):
    """A game gone through: as far as its record goes with the rules, if it does not to the end."""

    game: Game
    moments: list[Moment]
    ended_by: FaultRecord | None
    differs: Differs | None
    reached: bool = False
    """Whether it ends at the moment that was sought."""


def course_of(record: Record, upto: Callable[[Moment], bool] | None = None) -> Course:
    """Follow a record, to its end or to the first moment for which `upto` is true, before its action is taken.

    Differs if not even its first hand can be dealt.
    """
    game = begin(record)
    moments: list[Moment] = []

    def watch(hand: HandRecord, index: int, decision: Decision) -> None:
        here = (hand.hand, hand.attempt, index)
        faults = [fault for fault in record.faults if (fault.hand, fault.attempt, fault.action) == here]
        action = hand.actions[index] if index < len(hand.actions) else None
        moment = Moment(len(moments), hand, index, len(game.log), decision, action, tuple(faults))
        moments.append(moment)
        if upto and upto(moment):
            raise _Reached

    try:
        follow(record, game, watch)
    except _Reached:
        return Course(game, moments, None, None, True)
    except Differs as error:
        return Course(game, moments, ending(record), error)
    return Course(game, moments, ending(record), None)


class _Reached(Exception):
    """The moment that was sought."""
