"""The points about the end: that it ends when it is asked to, in every way, and leaves nothing."""

import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from referee.arena.check.bot_session import Dialogue
from referee.arena.check.candidate import Candidate
from referee.arena.check.finding import Point, flaw, good, left_out
from referee.arena.check.leftover_processes import survivors
from referee.arena.check.play_game import Failure, bout
from referee.arena.check.run_script import converse
from referee.arena.check.variants_to_try import plain, shapes
from referee.host.processes.shutdown import TERM_MS

NAMES: Final = ("ends at quit", "ends at the end of its input", "ends at SIGTERM", "leaves no process")

_WAITS: Final = "that will do: the referee ends the input right after quit; who ends at quit itself is sooner done"
_PATIENCE: Final = 4
"""After so many times what is allowed, it is taken to end never."""


def endings(candidate: Candidate) -> Iterator[Point]:
    """Every way of being asked to end, each tried after hello and after a game."""
    quit_ms = candidate.terms.times.quit_ms
    left: list[str] = []
    for name, allowed, end, advice in (
        (NAMES[0], quit_ms, Dialogue.say_quit, "end when the message quit comes, or when the input ends just after it"),
        (
            NAMES[1],
            quit_ms,
            _close_input,
            "end when a read finds the end of the input: the referee is gone then",
        ),
        (NAMES[2], TERM_MS, _terminate, "leave SIGTERM as it is by default, or end at once when it comes"),
    ):
        farewell = _Farewell(end, allowed, left)
        trouble = converse(candidate, partial(farewell.take, 0))
        if not trouble and not farewell.never:
            trouble = converse(candidate, partial(farewell.take, 1))
        yield left_out("processes", name, trouble.evidence) if trouble else _point(name, farewell, advice)
    if left:
        advice = "end and wait for everything you start before you end yourself"
        yield flaw("processes", NAMES[3], f"left running: {', '.join(left)}", advice)
    else:
        yield good("processes", NAMES[3], "nothing of it was there after its end")


class _Farewell:
    """One way of being asked to end, and how the bot took it."""

    def __init__(self, end: Callable[[Dialogue], None], allowed_ms: int, left: list[str]) -> None:
        self.end = end
        self.by_quit = end is Dialogue.say_quit
        self.patience = 1 if self.by_quit else _PATIENCE
        self.allowed_ms = allowed_ms
        self.left = left
        self.longest_ms = 0.0
        self.never = ""
        """After what it did not end at all."""
        self.code = 0
        """An exit status that was not 0."""
        self.waited = False
        """Whether it ended only with its input, which the referee ends right after `quit` (P10)."""

    def take(self, games: int, dialogue: Dialogue) -> Failure | None:
        """Play some games, and ask it to end."""
        candidate = dialogue.candidate
        for _ in range(games):
            result = bout(dialogue, plain(shapes(candidate.plays())[0], 1), candidate.luck("ending"))
            if isinstance(result, Failure):
                return result
        began = time.monotonic()
        self.end(dialogue)
        how = dialogue.ends_within(self.patience * self.allowed_ms)
        if how is None and self.by_quit:
            self.waited, began = True, time.monotonic()
            dialogue.process.close_stdin()
            how = dialogue.ends_within(_PATIENCE * self.allowed_ms)
        self.longest_ms = max(self.longest_ms, (time.monotonic() - began) * 1000)
        if how is None:
            self.never = "a game" if games else "hello"
        else:
            self.code = self.code or how.code
            self.left += survivors(dialogue.process, candidate.terms.times.quit_ms)
        return None


def _point(name: str, farewell: _Farewell, advice: str) -> Point:
    allowed, longest = farewell.allowed_ms, farewell.longest_ms
    if farewell.never:
        return flaw("processes", name, f"after {farewell.never} it still ran {longest:.0f} ms later", advice)
    if longest > allowed:
        evidence = f"within {longest:.0f} ms, where it is killed after {allowed}"
        return flaw("processes", name, evidence, f"on a busy machine this may happen to anyone; else {advice}", "note")
    if farewell.waited:
        evidence = f"it waits for the end of its input, and ended within {longest:.0f} ms of that"
        return flaw("processes", name, evidence, _WAITS, "note")
    if farewell.code and name == NAMES[0]:
        advice = "end with exit status 0 and without an error when all is well"
        return flaw("processes", name, f"it ended with {farewell.code}", advice, "note")
    return good("processes", name, f"within {longest:.0f} ms, of {allowed}")


def _close_input(dialogue: Dialogue) -> None:
    dialogue.process.close_stdin()


def _terminate(dialogue: Dialogue) -> None:
    dialogue.process.signal(signal.SIGTERM)
