"""What to look at where something is wrong: by kind of fault, and for the points that have a hint of their own."""

from typing import Final

from referee.arena.check.run_script import Trouble
from referee.records.format.record import FaultKind

_KINDS: Final[dict[FaultKind, str]] = {
    "start": "the program cannot be run: look at its path, its permissions, and the build line of its bot.toml",
    "crash": "it ended or closed a pipe by itself: run it by hand, paste the line to its input and see what it says; "
    "what it writes to stderr is shown here",
    "timeout": "it took too long: spend less than time_ms on a decision, and none on what nobody has asked",
    "malformed": "an answer is one JSON object on one line with the id of the request, a whole number: "
    "write everything else to stderr, not to stdout",
    "illegal": "answer with one of the strings in legal, always; nothing else is ever allowed",
    "flood": "it prints lines that answer nothing: answer each line that has an id once, and write all else to stderr",
    "resource": "the sandbox ended it: it may use less memory, processes or disk than it wants",
}
_SILENT: Final = (
    "nothing came at all: flush stdout after every answer (a pipe is buffered, a terminal is not), "
    "and answer every line that has an id"
)
_WRONG_ID: Final = "lines came, but none with the id asked: copy the id of the request into the answer"
_SAYINGS: Final = ("R1.7", "R1.10")


def hint(trouble: Trouble, own: str | None = None) -> str:
    """A hint for the trouble; `own` is that of the point, where the same bot does well without what the point tries."""
    if own:
        return own
    if trouble.kind == "timeout" and trouble.silent:
        return _KINDS["timeout"] if trouble.answered else _SILENT
    if trouble.kind == "timeout" and trouble.stale:
        return _WRONG_ID
    if trouble.kind == "illegal" and trouble.clause in _SAYINGS:
        return "say only what `say` offers with the card that is played, and nothing where there is no `say`"
    return _KINDS[trouble.kind]
