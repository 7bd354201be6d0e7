"""`referee rerun`: a bot is asked the decisions of logged games again, and its answers are compared."""

import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, get_args

import typer

from protocol.shown import shown
from referee.arena.rerun.comparison import Compared, GameRerun, Report, Verdict
from referee.arena.rerun.rerun import NothingThere, Wish
from referee.arena.rerun.rerun import rerun as asked_again
from referee.arena.tournament.bot_spec import EntryError, apart, parse
from referee.arena.workers.block_job import host_for
from referee.cli.arguments.sandbox import confined
from referee.cli.errors import MachineError, UserError
from referee.cli.terminal.output import show, write_json
from referee.cli.terminal.streams import writing
from referee.host.wire.trace import Trace
from referee.records.format.reader import RecordError
from referee.records.format.record import FaultKind
from referee.records.plurals import quantity

_VERDICTS: Final[tuple[Verdict, ...]] = ("same", "different", "illegal", "slow", "failed")
_FAULTS: Final = get_args(FaultKind)


def rerun(
    file: Annotated[str, typer.Argument(help="Records: a file, or a run directory.")],
    bot: Annotated[str, typer.Argument(help="A built-in bot, a path, or a quoted command.")],
    seat: Annotated[int | None, typer.Option(metavar="N", min=0, help="The seat that it takes.")] = None,
    player: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only where this player sat; at any seat, if none is given.")
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="ID", help="Only this game; all if not given.")] = None,
    stop_at: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Ask no further than this decision of a game, and show it.")
    ] = None,
    trace: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write every line to and from the bot there, a file a game.")
    ] = None,
    sandbox: Annotated[str, typer.Option(metavar="auto|none|limits|bwrap", help="How the bot is confined.")] = "auto",
    json: Annotated[bool, typer.Option("--json", help="All decisions as one JSON document on stdout.")] = False,
) -> int:
    """Ask a bot what was asked in logged games, and compare its answers: same, different, illegal or slow.

    It gets the messages of then, ids apart; what it answers changes nothing, the game goes on as logged. Decisions are
    numbered as explain and replay do. Exit code 1 if anything is not the same.

    Example: has my bot changed since Monday?

      referee rerun runs/monday ./mybot --player mybot
    """
    if seat is None and player is None:
        raise UserError("say which decisions: --seat N, or --player NAME")
    if trace is not None and trace.exists() and any(trace.iterdir()):
        raise UserError(f"--trace {trace} is not empty: choose another directory")
    wish = Wish(file=file, game=game, seat=seat, player=player, stop_at=stop_at)
    with ExitStack() as stack:
        try:
            asked = apart(parse(bot, Path()))
            host = host_for(confined(sandbox, stack))
            if trace is not None:
                host = replace(host, trace=Trace(trace))
                stack.callback(host.trace.close if host.trace else lambda: None)
            report = asked_again(wish, asked, host, (lambda game: None) if json else _tell_game)
        except (EntryError, RecordError, NothingThere) as error:
            raise UserError(str(error)) from None
        except OSError as error:
            raise MachineError(f"cannot go on: {error.strerror or error}") from None
    if json:
        write_json(report)
    else:
        _tell(report, stop_at)
    return 0 if report.same else 1


def _tell_game(game: GameRerun) -> None:
    """A line for a game in which something is not as it was."""
    if not game.same:
        with writing():
            _print(game)


def _print(game: GameRerun) -> None:
    head = f"game {shown(game.game)}, seat {game.seat}"
    if game.unready is not None:
        show([f"{head}: not ready: {game.unready}"])
    first = game.first()
    if first is not None:
        count = sum(each.verdict == "same" for each in game.compared)
        show([f"{head}: {count} of {len(game.compared)} the same, {_told(first)}"])
    if game.broke_off:
        show([f"{head}: it ended, and was asked no more"])
    sys.stdout.flush()


def _told(each: Compared) -> str:
    """A decision that is not the same, in words."""
    where = f"decision {each.action} (hand {each.hand}, trick {each.trick}, {each.decision})"
    then, now = _said(each.then, each.say_then), _said(shown(each.now, 40), each.say_now)
    why = f": {each.why}" if each.why else ""
    return f"{each.verdict} at {where}: then {then}, now {now}{why}"


def _said(action: str, say: tuple[str, ...]) -> str:
    return f"{action} ({shown(' '.join(say), 60)})" if say else action


def _tell(report: Report, stop_at: int | None) -> None:
    """The decision that was stopped at, and the sum."""
    if stop_at is not None:
        for game in report.games:
            for each in game.compared:
                if each.action == stop_at:
                    show([f"game {shown(game.game)}, seat {game.seat}: legal {' '.join(each.legal)}"])
                    show([f"  {each.ms} ms of {each.allowed_ms}; {_told(each)}"])
    counts = ", ".join(f"{report.counts[verdict]} {verdict}" for verdict in _VERDICTS if verdict in report.counts)
    asked = f"{quantity(len(report.games), 'game')}, {quantity(report.decisions, 'decision')}"
    again = sum(each.verdict == "same" and each.then in _FAULTS for game in report.games for each in game.compared)
    faults = f"; {again} of the same {'is a fault' if again == 1 else 'are faults'} that came again" if again else ""
    show([f"{asked}: {counts or 'none was asked'}{faults}"])
