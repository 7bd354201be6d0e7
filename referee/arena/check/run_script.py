"""A conversation with the candidate from hello to its end, and what went wrong in it."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from protocol.messages import HelloReply
from protocol.shown import shown
from referee.arena.check.bot_session import Dialogue, Unanswered
from referee.arena.check.candidate import Candidate
from referee.arena.check.play_game import Failure
from referee.arena.check.wire_variations import Manner
from referee.host.faults import Fault
from referee.host.processes.process import CannotLaunch
from referee.records.format.record import FaultKind

Script: TypeAlias = Callable[[Dialogue], Failure | None]
"""What is said after hello."""

_SHOWN = 300
_PLAIN = Manner()


class Trouble(NamedTuple):
    """What went wrong, with all that was seen."""

    kind: FaultKind
    evidence: str
    silent: bool = True
    """Whether the bot had sent nothing."""
    answered: bool = False
    """Whether it had answered a message act before, in the same process."""
    clause: str = ""
    """The rule or clause that was offended."""
    stale: bool = False
    """Whether it had sent a line that answers nothing."""


def converse(
    candidate: Candidate,
    script: Script,
    manner: Manner = _PLAIN,
    heard: Callable[[HelloReply], None] = lambda reply: None,
) -> Trouble | None:
    """Start the bot, say hello, go through the script, and end it; None if nothing went wrong.

    `heard` gets the answer to hello.
    """
    try:
        with Dialogue(candidate, manner) as dialogue:
            reply = dialogue.hello()
            if isinstance(reply, Fault):
                return trouble_of(dialogue, Failure(reply, "at hello"))
            heard(reply)
            try:
                failure = script(dialogue)
            except Unanswered as unanswered:
                failure = Failure(unanswered.fault, "at a message of an unknown type with an id")
            return trouble_of(dialogue, failure) if failure else None
    except CannotLaunch as error:
        return Trouble("start", shown(str(error), _SHOWN))


def trouble_of(dialogue: Dialogue, failure: Failure) -> Trouble:
    """The failure with what the bot has sent and written; it is ended before, so that its last words are there."""
    fault, received = failure.fault, dialogue.received()
    dialogue.close()
    parts = [f"{fault.kind} ({fault.clause}): {fault.reason}", failure.where]
    if received and fault.kind != "illegal":
        parts.append(f"it sent {shown(received, _SHOWN)}")
    said = dialogue.said()
    if said:
        parts.append(f"its stderr ends {said}")
    return Trouble(
        fault.kind, "; ".join(parts), not received, dialogue.asked > 1, fault.clause, stale=b"\n" in received
    )
