"""`referee check`: is a bot fit for a contest, point by point."""

import sys
import textwrap
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final

import typer

from referee.arena.check.candidate import Terms
from referee.arena.check.examination import examine
from referee.arena.check.finding import CATEGORIES, Point, Report, Verdict
from referee.arena.tournament.bot_spec import EntryError, apart, parse
from referee.arena.workers.block_job import host_for
from referee.cli.arguments.choices import one_of
from referee.cli.arguments.game_options import game_named
from referee.cli.arguments.sandbox import confined
from referee.cli.errors import MachineError, UserError
from referee.cli.terminal.output import terminal_width, write_json
from referee.cli.terminal.streams import silence, writing
from referee.host.processes.bot import Bot
from referee.host.sandbox.confined_process import limits_of
from referee.host.timing.clock import MOST_MS, Times
from referee.records.plurals import quantity
from referee.rules.games import names

_WIDTH: Final = 120
"""Characters of a line, where the terminal is not narrower."""
_EVIDENCE: Final = 42
"""Where what was seen begins, if it fits on the line."""
_INDENT: Final = " " * 8
_MARKS: Final[dict[Verdict, tuple[str, str]]] = {
    "good": ("ok", "32"),
    "note": ("note", "33"),
    "fault": ("FAULT", "1;31"),
    "left out": ("-", "2"),
}
"""How each verdict is shown, and its colour on a terminal."""


def check(
    bot: Annotated[str, typer.Argument(help="A built-in bot, a path, or a quoted command.")],
    game: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this game; may be given several times.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="CATEGORY", help=f"Only these points: {', '.join(CATEGORIES)}.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games of each kind, with positions from the middle of as many.")
    ] = 10,
    seconds: Annotated[
        int, typer.Option(metavar="S", min=1, help="About how long to play, where the first round leaves a choice.")
    ] = 60,
    move_ms: Annotated[int, typer.Option(metavar="MS", min=1, max=MOST_MS, help="Time for one decision.")] = 1000,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="What cards and positions follow from.")] = "check",
    sandbox: Annotated[str, typer.Option(metavar="auto|none|limits|bwrap", help="How the bot is confined.")] = "auto",
    json: Annotated[bool, typer.Option("--json", help="The report as one JSON document on stdout.")] = False,
) -> int:
    """Is this bot fit for a contest? Everything that a match may ask is asked, and some things besides.

    Each point has a verdict, what was seen, and a hint where something is wrong. Exit code 1 if anything is a fault;
    a note is no fault.

    Example: a bot in two games, with a fifth of a second for a decision

      referee check ./mybot --game tressette --game rovescino --move-ms 200
    """
    examined = _bot(bot)
    games = tuple(dict.fromkeys(game_named(name).name for name in game or names()))
    with ExitStack() as stack:
        level = confined(sandbox, stack)
        terms = Terms(
            games=games,
            categories=tuple(one_of("--only", name, CATEGORIES) for name in only or CATEGORIES),
            rounds=rounds,
            seconds=seconds,
            times=Times(move_ms=move_ms),
            memory_mb=limits_of(examined.quota).memory_mb,
            seed=seed,
            sandbox=level.label,
        )
        show = _Show(quiet=json)
        try:
            report = examine(examined, terms, host_for(level), show.point, show.status)
        except OSError as error:
            raise MachineError(f"cannot start a process: {error.strerror or error}") from None
    if json:
        write_json(report)
    else:
        show.end(report)
    return 0 if report.fit else 1


def _bot(text: str) -> Bot:
    try:
        return apart(parse(text, Path()))
    except EntryError as error:
        raise UserError(str(error)) from None


class _Show:
    """Shows the points as they come, and on a terminal what is being done."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._category = ""
        self._colour = sys.stdout.isatty()
        self._busy = sys.stderr.isatty()

    def status(self, text: str) -> None:
        """What is being done now; it is overwritten by what comes next."""
        if not self._busy:
            return
        try:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
        except OSError:  # the terminal is gone, which ends nothing
            silence(sys.stderr)

    def point(self, point: Point) -> None:
        """A point that is known now."""
        self.status("")
        if not self._quiet:
            with writing():
                self._print(point)

    def _print(self, point: Point) -> None:
        if point.category != self._category:
            print(point.category)
            self._category = point.category
        mark, colour = _MARKS[point.verdict]
        head = f"  {self._painted(f'{mark:5}', colour)} {point.name:33}"
        evidence = self._fitted(point.evidence, _EVIDENCE)
        print(f"{head.rstrip()}{evidence}" if evidence.startswith("\n") else f"{head} {evidence}")
        if point.hint:
            print(f"{_INDENT}{self._fitted('hint: ' + point.hint, len(_INDENT))}")
        sys.stdout.flush()

    def end(self, report: Report) -> None:
        """How it came out."""
        self.status("")
        counts = {verdict: sum(point.verdict == verdict for point in report.points) for verdict in _MARKS}
        verdict = "fit for a contest" if report.fit else "NOT fit for a contest"
        colour = _MARKS["good" if report.fit else "fault"][1]
        parts = [f"{quantity(counts['good'], 'point')} good", quantity(counts["fault"], "fault")]
        parts.append(quantity(counts["note"], "note"))
        parts += [f"{quantity(counts['left out'], 'point')} left out"] if counts["left out"] else []
        print(f"\n{self._painted(verdict, colour)}: {', '.join(parts)}")

    def _painted(self, text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._colour else text

    def _fitted(self, text: str, column: int) -> str:
        """Text that begins at a column: on one line if it fits, else below it in several."""
        width = min(_WIDTH, terminal_width())
        if column + len(text) <= width:
            return text
        lines = textwrap.wrap(text, width - len(_INDENT))
        return f"\n{_INDENT}".join(lines if column == len(_INDENT) else ["", *lines])
