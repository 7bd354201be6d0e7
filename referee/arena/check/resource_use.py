"""The points about what it prints besides, and what it costs: time, memory, rest."""

import time
from collections.abc import Iterator
from typing import Final

from protocol.shown import shown
from referee.arena.check.bot_session import Dialogue
from referee.arena.check.candidate import Candidate
from referee.arena.check.finding import Point, flaw, good, left_out
from referee.arena.check.play_game import Failure, bout
from referee.arena.check.run_script import converse
from referee.arena.check.variants_to_try import plain, shapes
from referee.records.plurals import quantity

_REST_S: Final = 0.2
_BUSY: Final = 0.1
"""The share of a core from which on a bot that nobody asks is called busy."""
_CLOSE: Final = 0.5
"""The share of the clock from which on an answer is called close."""


def output(candidate: Candidate) -> Iterator[Point]:
    """What it printed besides its answers, in all that was said to it."""
    if candidate.stray:
        examples = ", ".join(shown(text.rstrip(b"\r\n"), 60) or "an empty line" for text in candidate.stray[:3])
        evidence = f"{quantity(candidate.stray_bytes, 'byte')} that answer nothing, among them: {examples}"
        advice = "stdout belongs to the protocol: one line for each line that has an id, all else to stderr"
        yield flaw("output", "nothing but answers on stdout", evidence, advice)
    else:
        yield good("output", "nothing but answers on stdout", quantity(sum(candidate.asked.values()), "decision"))
    if candidate.warnings:
        evidence = f"{quantity(len(candidate.warnings), 'time')}: {candidate.warnings[0]}"
        yield flaw("output", "notes", evidence, "a note is JSON of at most 1,024 bytes; others are dropped", "note")
    if candidate.stderr_lost:
        evidence = f"{quantity(candidate.stderr_lost, 'byte')} more than is kept of one process"
        yield flaw(
            "output", "stderr", evidence, "of what goes to stderr only the beginning and the end are kept", "note"
        )


def burdens(candidate: Candidate) -> Iterator[Point]:
    """Time by the clock, work while nobody asks, memory."""
    yield _times(candidate)
    yield _rest(candidate)
    yield _memory(candidate)


def _times(candidate: Candidate) -> Point:
    times = candidate.times()
    if times is None:
        return left_out("burden", "time for a decision", "nothing was answered")
    evidence = (
        f"{quantity(times.answers, 'answer')}: half within {times.median_ms:.3g} ms, 95 % within {times.p95_ms:.3g}, "
        f"99 % within {times.p99_ms:.3g}, the longest {times.longest_ms:.3g}, of {times.allowed_ms}"
    )
    if times.longest_ms > times.allowed_ms * _CLOSE:
        advice = "leave a margin: on a busy machine the same work takes longer; go by time_ms in act"
        return flaw("burden", "time for a decision", evidence, advice, "note")
    return good("burden", "time for a decision", evidence)


def _rest(candidate: Candidate) -> Point:
    """How much it works between two decisions (P6)."""
    name, share = "rest while nobody asks", 0.0

    def script(dialogue: Dialogue) -> Failure | None:
        nonlocal share
        result = bout(dialogue, plain(shapes(candidate.plays())[0], 1), candidate.luck("rest"))
        if isinstance(result, Failure):
            return result
        before, began = dialogue.process.cpu_ns(), time.perf_counter_ns()
        time.sleep(_REST_S)
        share = (dialogue.process.cpu_ns() - before) / (time.perf_counter_ns() - began)
        return None

    trouble = converse(candidate, script)
    if trouble:
        return left_out("burden", name, trouble.evidence)
    evidence = f"{share:.0%} of a core"
    if share > _BUSY:
        advice = (
            "wait for input in a blocking read: what it works between decisions is taken from it where ponder is off"
        )
        return flaw("burden", name, evidence, advice, "note")
    return good("burden", name, evidence)


def _memory(candidate: Candidate) -> Point:
    allowed, used = candidate.terms.memory_mb, candidate.memory_kb // 1024
    if not candidate.memory_kb:
        return left_out("burden", "memory", "this system does not tell")
    evidence = f"{used:,} MB at most, of {allowed:,}"
    if used > allowed:
        return flaw("burden", "memory", evidence, "use less, or set memory_mb under [quota] in bot.toml")
    return good("burden", "memory", evidence)
