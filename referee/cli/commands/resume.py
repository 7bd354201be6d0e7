"""`referee resume`: goes on with a match that was stopped, killed or crashed."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from referee.arena.run.ledger import DamagedRun
from referee.arena.run.run import Run, Stopping
from referee.arena.run.run_directory import Directory, DirectoryError, NoRoom
from referee.arena.schedule.boards import BadBoards
from referee.arena.tournament.bot_files import changed
from referee.arena.tournament.match import BadMatch, Match, load
from referee.arena.workers.workers import Workers, cores
from referee.cli.arguments.choices import EXECUTORS, one_of
from referee.cli.errors import MachineError, UserError
from referee.cli.run.executor import check_executor, crew_of
from referee.cli.run.play_run import Wanted, echo_lines, greet, play, sandbox_of, signals_stop
from referee.cli.terminal.streams import say
from referee.records.format.reader import RecordError


def resume(
    run: Annotated[Path, typer.Argument(help="The directory of a run.")],
    tables: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Tables at once; one for each core if absent.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 1 if a bot was at fault.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Write down every line to and from the bots.")] = False,
    executor: Annotated[
        str, typer.Option(metavar="local|dask", help="Where tables are: processes here, or a Dask cluster.")
    ] = "local",
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Of the cluster; one on this machine if absent.")
    ] = None,
    changed_bots: Annotated[
        bool, typer.Option("--changed-bots", help="Resume although a bot's file has changed.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="The summary as one JSON document on stdout.")] = False,
) -> int:
    """Go on with a match that was stopped, killed or crashed. Nothing is lost, and no game is played twice.

    The records come out as if nothing had happened: bots are first told the finished games of their block.

    Example: after Ctrl-C, or a power cut

      referee resume runs/monday
    """
    wanted = Wanted(
        tables or len(cores()),
        strict,
        trace,
        json=json,
        executor=one_of("--executor", executor, EXECUTORS),
        scheduler=scheduler,
    )
    check_executor(wanted)
    with ExitStack() as stack:
        try:
            directory = stack.enter_context(Directory.open(run))
            match = load(directory.settings)
        except NoRoom as error:
            raise MachineError(str(error)) from None
        except (DirectoryError, BadMatch) as error:
            raise UserError(str(error)) from None
        _check_bots(match, changed_bots)
        sandbox = sandbox_of(match, run, stack)
        stopping = Stopping()
        try:
            going = Run(match, directory, sandbox, wanted.tables, stopping, wanted.trace)
            stack.callback(going.close)
            going.check_journals()
        except (DamagedRun, BadBoards, RecordError) as error:
            raise UserError(str(error)) from None
        except OSError as error:
            raise UserError(f"cannot go on in {run}: {error.filename}: {error.strerror}") from None
        workers = stack.enter_context(Workers(wanted.tables))
        quiet = greet(match, workers, sandbox, wanted)
        crew = crew_of(wanted, workers, stack)
        stack.enter_context(signals_stop(stopping))
        for line in echo_lines(quiet):
            say(line)
        return play(going, crew, wanted, quiet)


def _check_bots(match: Match, accept_changes: bool) -> None:
    """UserError for a bot that is missing now, which would forfeit all its games, or that is another program."""
    missing, different = changed(match.files)
    if missing:
        raise UserError(f"cannot read {missing[0]}, a bot's file: put it back to resume; nothing was changed")
    if different and not accept_changes:
        raise UserError(f"{different[0]} has changed since the run began: put it back, or give --changed-bots")
    for path in different:
        say(f"warning: {path} has changed since the run began")
