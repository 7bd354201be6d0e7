"""Words that an option may be, where they are a few; a wrong one is told the nearest."""

from typing import Final, Literal, TypeAlias, TypeVar, get_args

from referee.arena.schedule.seatings import Seating
from referee.arena.tournament.match import SandboxName
from referee.cli.errors import UserError
from referee.host.faults import Choice
from referee.rules.options import nearest

ExecutorName: TypeAlias = Literal["local", "dask"]
Suspect: TypeAlias = Literal["void", "keep", "report"]
ClockKind: TypeAlias = Literal["wall", "cpu"]
Kind: TypeAlias = Literal["crash", "timeout", "malformed", "illegal", "flood", "resource"]
"""Faults whose consequence may be chosen; at the start there is none but to forfeit (P9)."""

SEATINGS: Final[tuple[Seating, ...]] = get_args(Seating)
SANDBOXES: Final[tuple[SandboxName, ...]] = get_args(SandboxName)
CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)
SUSPECTS: Final[tuple[Suspect, ...]] = get_args(Suspect)
EXECUTORS: Final[tuple[ExecutorName, ...]] = get_args(ExecutorName)
CLOCKS: Final[tuple[ClockKind, ...]] = get_args(ClockKind)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

Word = TypeVar("Word", bound=str)


def one_of(option: str, word: str, words: tuple[Word, ...]) -> Word:
    """The word, if it is one of those; UserError names them, and the nearest."""
    for known in words:
        if word == known:
            return known
    given = f"{option}{'' if option.endswith('=') else ' '}{word}"
    raise UserError(f"{given} is not possible: it may be {', '.join(words)}{nearest(word, words)}")
