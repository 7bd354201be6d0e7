"""The evidence of a fault (P8): what its author, and whoever doubts it, needs to see."""

import shlex

import msgspec

from referee.host.faults import Fault
from referee.host.game.seat_state import Part
from referee.host.timing.clock import Times
from referee.host.wire.connection import Connection

_STDERR = 2_048
"""Bytes of the end of stderr that go into a record."""


class Timing(msgspec.Struct, frozen=True):
    """How long an answer took and might take, and how late the machine was meanwhile; all in milliseconds."""

    used_ms: int
    allowed_ms: int
    over_ms: int
    """By how much the limit was passed, margin and all; not more than 0 where it was something else than time."""
    late_ms: int = 0

    @property
    def suspect(self) -> bool:
        """Whether there would have been no loss on time but for the machine's lateness."""
        return 0 < self.over_ms <= self.late_ms


def timing_of(part: Part, fault: Fault, used: int, times: Times, ready: bool) -> Timing:
    """What a faulty answer took, or a seat that was not `ready` for the game, against what it might take there.

    The clock of a processor waits for no machine: only the wall behind it can be reached because of one.
    """
    link = part.seat.link
    if ready:
        allowed, latest = part.allowance, part.latest
    elif fault.kind == "start":
        allowed = latest = times.start_ms
    else:
        allowed, latest = times.game_ms, times.game_ms + times.margin_ms
    over = used - latest
    by_processor = ready and part.cpu is not None
    if link is None or (by_processor and over > 0):
        return Timing(used, allowed, over)
    if by_processor:
        over = (link.ended - link.began) // 1_000_000 - part.wait
    return Timing(used, allowed, over, link.late_ms())


def evidence(fault: Fault, link: Connection | None, timing: Timing, again: str) -> dict[str, object]:
    """The evidence as it stands in a record; bytes that are no UTF-8 are escaped."""
    found: dict[str, object] = {"reason": fault.reason, "again": again}
    found |= {"used_ms": timing.used_ms, "allowed_ms": timing.allowed_ms}
    if fault.kind in ("timeout", "start"):
        found |= {"machine_late_ms": timing.late_ms, "suspect": timing.suspect}
    if link is None:
        return found
    head, tail, size = link.inbox.received()
    found |= {"received": _text(head), "received_bytes": size}
    found["own_us"] = 0 if link.inbox.line else link.own_ns // 1_000  # an answer at the first look: nothing to speak of
    if tail:
        found["received_end"] = _text(tail)
    if link.inbox.lines or link.inbox.bytes:
        found |= {"dropped_lines": link.inbox.lines, "dropped_bytes": link.inbox.bytes}
    ending = link.process.ending()
    if ending is not None:
        found["ended"] = str(ending)
    stderr = link.process.errors.tail(_STDERR)
    if stderr:
        found["stderr"] = _text(stderr)
    return found


def rerun(file: str, command: tuple[str, ...], game: str, seat: int, action: int) -> str:
    """The command that plays a logged game again up to a decision with this bot."""
    bot = shlex.join(command)
    return shlex.join(["referee", "rerun", file, bot, "--game", game, "--seat", str(seat), "--stop-at", str(action)])


def _text(text: bytes) -> str:
    return text.decode("utf-8", "backslashreplace")
