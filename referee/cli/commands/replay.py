"""`referee replay`: a game as people read it."""

import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.cli.errors import UserError
from referee.cli.terminal.program import command

if TYPE_CHECKING:
    from referee.records.format.reader import Entry
    from referee.records.format.record import Record
    from referee.records.replay.replay_header import Line, View
    from referee.records.replay.stderr_logs import Written

_STYLES: Final = {
    "title": "bold",
    "heading": "bold cyan",
    "result": "green",
    "fault": "bold red",
    "note": "magenta",
    "event": "yellow",
}


def replay(
    file: Annotated[str, typer.Argument(help="Records: a file, a run directory, or - for standard input.")],
    game: Annotated[str | None, typer.Option(metavar="ID", help="Which game; the first if not given.")] = None,
    hand: Annotated[int | None, typer.Option(metavar="N", min=0, help="This hand only, from 0.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", min=0, help="Only what this seat knew.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each trick.")] = False,
    notes: Annotated[bool, typer.Option("--notes", help="The bots' notes, and what they wrote on stderr.")] = False,
    analyse: Annotated[bool, typer.Option("--analyse", help="What each card gave away, all cards known.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Events, answers and faults as JSON lines on stdout.")] = False,
) -> int:
    """A game as people read it: hands, declarations, tricks, scores, times and faults.

    In the table of tricks > leads, * wins, ! was played by the referee; "action" numbers the decisions as explain does.
    --analyse judges the last tricks of hands of two sides: what could be made, what each card gave away, the blunders.

    Example: what seat 2 knew in game 12/1

      referee replay runs/monday --game 12/1 --seat 2
    """
    from referee.cli.terminal.output import terminal_width
    from referee.records.replay.replay_header import View
    from referee.records.verify.mismatch import Differs

    if step and file == "-":
        raise UserError("--step waits for Enter on standard input, which the records come from: name a file")
    if analyse and seat is not None:
        raise UserError("--analyse looks at all the cards and --seat at what one seat knew: choose one of them")
    entry = found(file, game)
    _check(entry.record, hand, seat)
    view = View(hand, seat, notes, _stderr(file, entry.record) if notes else None, terminal_width(), command())
    try:
        return _stream(entry.record, view, analyse) if json else _read(entry.record, view, step, analyse)
    except Differs as error:
        raise UserError(f"{entry.file}, line {entry.line}: the game cannot be dealt: {error}") from None


def found(file: str, game: str | None) -> "Entry":
    """The record of a game, by its id, or of the first. UserError if there is none, or the file cannot be read."""
    from referee.records.format.reader import RecordError, find

    try:
        return find(file, game)
    except RecordError as error:
        raise UserError(str(error)) from None


def _stderr(file: str, record: "Record") -> "Written | None":
    """What the bots wrote to stderr, if the file is a run's directory."""
    from referee.records.replay.stderr_logs import written

    if not Path(file).is_dir():
        return None
    try:
        return written(Path(file), record)
    except OSError as error:
        raise UserError(f"cannot read the logs of {file}: {error.strerror}") from None


def _check(record: "Record", hand: int | None, seat: int | None) -> None:
    if seat is not None and seat >= len(record.players):
        raise UserError(f"--seat {seat}: the seats are 0 to {len(record.players) - 1}")
    hands = [each.hand for each in record.hands]
    if hand is not None and hand not in hands:
        has = f"the hands are 0 to {max(hands)}" if len(set(hands)) > 1 else "there is only hand 0"
        has = has if hands else "the game was not played"
        raise UserError(f"--hand {hand}: {has}")


def _stream(record: "Record", view: "View", judge: bool) -> int:
    import msgspec

    from referee.records.replay.analyse import analyse
    from referee.records.replay.stream import Disagreement, stream

    agrees = True
    for each in chain(stream(record, view), analyse(record, view.hand) if judge else ()):
        agrees = agrees and not isinstance(each, Disagreement)
        print(msgspec.json.encode(each).decode())
    return 0 if agrees else 1


def _read(record: "Record", view: "View", step: bool, judge: bool) -> int:
    from referee.cli.terminal.output import show
    from referee.records.replay.analyse import analyse
    from referee.records.replay.analysis_text import judging
    from referee.records.replay.replay import DIFFERS, replay

    lines = list(replay(record, view))
    differs = lines[-1].text.startswith(DIFFERS)
    if judge:
        lines += judging(record, list(analyse(record, view.hand)))
    if sys.stdout.isatty():
        _show_in_colour(lines, step)
    else:
        for line in lines:
            show([line.text])
            if step and line.pause:
                step = _waited()
    return 1 if differs else 0


def _show_in_colour(lines: "Iterable[Line]", step: bool) -> None:
    from rich.console import Console
    from rich.text import Text

    from referee.cli.terminal.output import folded

    console = Console(highlight=False)
    for line in lines:
        for part in folded(line.text):
            console.print(Text(part, _STYLES.get(line.role, "")), soft_wrap=True)
        if step and line.pause:
            step = _waited()


def _waited() -> bool:
    """Wait for Enter; False if nobody will press it any more."""
    sys.stdout.flush()
    return bool(sys.stdin.readline())
