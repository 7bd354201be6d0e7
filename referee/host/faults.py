"""What a bot can do wrong, and what follows from it (protocol.md, Faults)."""

from typing import Final, Literal, TypeAlias

import msgspec

from referee.records.format.record import Consequence, FaultKind

Choice: TypeAlias = Literal["forfeit", "substitute", "replace"]

CLAUSES: Final[dict[FaultKind, str]] = {
    "start": "P3",
    "crash": "P7",
    "timeout": "P4",
    "malformed": "P1",
    "illegal": "R0.16",
    "flood": "P7",
    "resource": "P10",
}
"""The clause that a fault offends where nothing more exact is known."""


class Fault(msgspec.Struct, frozen=True):
    """A bot's fault: data, never an exception. `reason` is one readable sentence, for the record and for the bot."""

    kind: FaultKind
    reason: str
    clause: str


def fault(kind: FaultKind, reason: str, clause: str | None = None) -> Fault:
    """A fault under the clause of its kind, or under a given rule."""
    return Fault(kind, reason, clause or CLAUSES[kind])


class Policy(msgspec.Struct, frozen=True):
    """What follows from each kind of fault (P9). Faults at `start`, and at `game` of whatever kind, always forfeit."""

    crash: Choice = "forfeit"
    timeout: Choice = "forfeit"
    malformed: Choice = "forfeit"
    illegal: Choice = "forfeit"
    flood: Choice = "forfeit"
    resource: Choice = "forfeit"
    max_substitutes: int = 3
    """For one seat in one game; then forfeit."""
    max_faults: int = 3
    """Faulty games, in the order of the schedule; then the bot is disqualified."""
    suspect: Literal["void", "keep", "report"] = "report"
    """What follows from a loss on time that is the machine's own lateness: the game is played again, the loss stands,
    or stands and is told at the end of the run. It is marked in the record in any case.
    """

    def consequence(self, kind: FaultKind, substituted: int) -> Consequence:
        """What follows from a fault at a decision, after so many substitutes for this seat in this game."""
        table: dict[FaultKind, Choice] = {
            "start": "forfeit",
            "crash": self.crash,
            "timeout": self.timeout,
            "malformed": self.malformed,
            "illegal": self.illegal,
            "flood": self.flood,
            "resource": self.resource,
        }
        choice = table[kind]
        return "forfeit" if choice == "substitute" and substituted >= self.max_substitutes else choice
