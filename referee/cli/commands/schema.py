"""`referee schema`: JSON Schema of what goes in and out of the referee."""

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
import typer

from protocol.schema import protocol_schema
from referee.arena.check.finding import Report
from referee.arena.rerun.comparison import Report as Rerun
from referee.arena.run.summary import Summary
from referee.arena.statistics.standings import Standings
from referee.arena.tournament.bot_spec import Entry
from referee.arena.tournament.match import Match
from referee.arena.tournament.tournament_file import Contest
from referee.cli.commands.deal import DealLine
from referee.cli.commands.games import GameLine
from referee.cli.commands.score import Scored
from referee.cli.errors import UserError
from referee.cli.run.plan import Plan
from referee.cli.terminal.output import write_indented
from referee.records.format.record import Record
from referee.rules.options import nearest


def _of(kind: object) -> Callable[[], dict[str, object]]:
    return lambda: msgspec.json.schema(kind, schema_hook=_any_json)


def _any_json(kind: type) -> dict[str, object]:
    """What is declared as an object may be anything that JSON can hold."""
    if kind is not object:
        raise TypeError(f"no schema for {kind}")
    return {"description": "any JSON"}


PARTS: Final[dict[str, Callable[[], dict[str, object]]]] = {
    "protocol": protocol_schema,
    "record": _of(Record),
    "config": _of(Contest),
    "bot": _of(Entry),
    "settings": _of(Match),
    "summary": _of(Summary),
    "plan": _of(Plan),
    "score": _of(Standings | list[Scored]),
    "games": _of(GameLine | tuple[GameLine, ...]),
    "deal": _of(DealLine),
    "check": _of(Report),
    "rerun": _of(Rerun),
}
"""Every part by its name: files first, then what `--json` of a command prints."""


def schema(
    part: Annotated[str | None, typer.Argument(help=f"One of {', '.join(PARTS)}; all of them if absent.")] = None,
) -> None:
    """JSON Schema of the lines to and from bots, of files, and of what --json prints.

    Example: what a line of games.jsonl may hold

      referee schema record
    """
    if part is None:
        write_indented({name: make() for name, make in PARTS.items()})
    elif part in PARTS:
        write_indented(PARTS[part]())
    else:
        raise UserError(f"there is no schema {part}: there are {', '.join(PARTS)}{nearest(part, PARTS)}")
