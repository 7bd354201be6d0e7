"""`referee score`: standings and statistics from records alone."""

import csv
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from msgspec.structs import asdict

from referee.arena.statistics.read_statistics import By, collect
from referee.arena.statistics.standings import Standing, Standings, standings
from referee.arena.statistics.statistics import Running
from referee.cli.errors import UserError
from referee.cli.terminal.output import show, write_json
from referee.cli.terminal.streams import say
from referee.cli.terminal.tables import told
from referee.records.format.reader import RecordError
from referee.records.plurals import quantity

_PLAIN: Final = (
    *("rank", "games", "won", "shared", "lost", "win_rate", "superiority", "variance_ratio"),
    *("faulty_games", "suspects", "substituted", "unplayed"),
)
_COLUMNS: Final = (
    *("of", "bot", *_PLAIN[:6], "deals", "deals_won", "deals_level", "deals_lost"),
    *("utility", "low", "high", "deviation", "per_hand", *_PLAIN[6:]),
    *("answers", "total_ms", "mean_ms", "median_ms", "p99_ms", "longest_ms"),
)


class Scored(msgspec.Struct, frozen=True):
    """Standings with what they are of: all games, a seat, a game or a date."""

    of: str
    standings: Standings


def score(
    files: Annotated[list[str], typer.Argument(help="Records: files, run directories, or - for standard input.")],
    by: Annotated[
        By, typer.Option(metavar="bot|seat|game|date", help="Standings of each seat, game or date apart.")
    ] = By.BOT,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with plots and replays; it needs no network.")
    ] = None,
    replay: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="A game that the page shall replay besides others.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a row for each seat of each game (extra parquet).")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="A table for other programs on stdout.")] = False,
) -> None:
    """Standings and statistics of one or many records, from the records alone.

    A deal with all its tables is one observation. In several files the same cards are the same deal,
    and the same game is counted once.

    Example: two runs taken together, seat by seat

      referee score runs/monday runs/tuesday --by seat
    """
    if json and as_csv:
        raise UserError("give either --json or --csv")
    if replay and html is None:
        raise UserError("--replay is for a page: give --html FILE too")
    if html is not None:
        _write_page(html, files, replay or [], by)
    if parquet is not None:
        _write_parquet(parquet, files)
    try:
        parts = [Scored(of, standings(found)) for of, found in collect(files, by, repeated=_warn_of).items()]
    except RecordError as error:
        raise UserError(str(error)) from None
    if json:
        write_json(parts if by is not By.BOT else parts[0].standings if parts else _NOTHING)
    elif as_csv:
        table = csv.DictWriter(sys.stdout, _COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(_row(part.of, line) for part in parts for line in part.standings.bots)
    else:
        show("\n\n".join(_told(parts, by)).splitlines() or ["there is no game in it"])


def _write_page(html: Path, files: Sequence[str], chosen: Sequence[str], by: By) -> None:
    """The report, loaded only where it is wanted."""
    from referee.arena.report.make_report import contents_of
    from referee.arena.report.page import page

    if "-" in files or by is not By.BOT:
        raise UserError("--html reads the files twice and shows all together: not with - or --by")
    try:
        html.write_bytes(page(contents_of(files, chosen)))
    except RecordError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"cannot write {html}: {error.strerror}") from None


def _write_parquet(file: Path, files: Sequence[str]) -> None:
    """The table of seats, where the library for it is installed."""
    if "-" in files:
        raise UserError("--parquet reads the files a second time: not with -")
    if find_spec("pyarrow") is None:
        raise UserError("--parquet needs pyarrow: pip install 'tressette-referee[parquet]'")
    from referee.arena.statistics.parquet import write_parquet

    try:
        write_parquet(files, file)
    except RecordError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else "it cannot be opened"
        raise UserError(f"cannot write {file}: {why}") from None


def _warn_of(path: str, games: int) -> None:
    say(f"warning: {path}: {quantity(games, 'game')} of an earlier file, counted once")


_NOTHING = standings(Running())


def _told(parts: Sequence[Scored], by: By) -> Iterator[str]:
    for part in parts:
        head = [] if by is By.BOT else [part.of, ""]
        yield "\n".join([*head, *told(part.standings, headline=by is By.BOT, pairs=by is not By.SEAT)])


def _row(of: str, line: Standing) -> dict[str, object]:
    """One line of the CSV table; what does not exist is left out, and its cell empty."""
    row: dict[str, object] = {"of": of, "bot": line.name}
    row |= {name: getattr(line, name) for name in _PLAIN}
    row |= {f"deals_{name}": count for name, count in asdict(line.deals).items()}
    row |= asdict(line.time) if line.time else {}
    if line.per_hand is not None:
        row["per_hand"] = line.per_hand.mean
    if line.utility is not None:
        row |= {"deals": line.utility.size, "utility": line.utility.mean, "deviation": line.utility.deviation}
        row |= {"low": line.utility.interval.low, "high": line.utility.interval.high} if line.utility.interval else {}
    return row
