"""`referee tournament`: a contest of many bots, from a file."""

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.arena.schedule.boards import BadBoards, read_boards
from referee.arena.tournament.match import Match
from referee.arena.tournament.tournament_file import Contest, ContestError, match_of, read_contest
from referee.arena.workers.workers import cores
from referee.cli.arguments.choices import EXECUTORS, one_of
from referee.cli.arguments.seeds import match_seed
from referee.cli.errors import UserError
from referee.cli.run.play_run import Wanted
from referee.cli.run.start import begin


def tournament(
    file: Annotated[Path, typer.Argument(help="The contest, in TOML.")],
    tables: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Tables at once, whatever the file says.")
    ] = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT|@FILE", help="The seed, whatever the file says.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Write down every line to and from the bots.")] = False,
    zst: Annotated[
        bool, typer.Option("--zst", help="Keep the records compressed, to a seventh of their size (games.jsonl.zst).")
    ] = False,
    executor: Annotated[
        str, typer.Option(metavar="local|dask", help="Where tables are: processes here, or a Dask cluster.")
    ] = "local",
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Of the cluster; one on this machine if absent.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be played.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the run is kept; a new directory in runs/ if absent.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The summary as one JSON document on stdout.")] = False,
) -> int:
    """Play a contest: bots, format and all settings of match from a file.

    Its tables are [match] with game, format, rounds, deals, seed, seating and the rest, options of the game in
    [match.rules]; [clock], [faults], [sandbox]; a [[bot]] for each bot, with its command, which is what match takes as
    a BOT, and a name; and a [[team]] where bots play as partners.
    Formats: round-robin, gauntlet (the first against the rest), swiss, knockout, individual (partners change).

    Example: what spring.toml plans, without playing it

      referee tournament spring.toml --dry-run
    """
    try:
        contest = read_contest(file)
    except ContestError as error:
        raise UserError(str(error)) from None
    try:
        settings = _settings(contest, file.parent, seed)
    except (ContestError, BadBoards) as error:
        raise UserError(f"{file}: {error}") from None
    boards = file.parent / contest.match.boards if contest.match.boards else None
    where = one_of("--executor", executor, EXECUTORS)
    wanted = Wanted(
        tables or contest.match.tables or len(cores()), contest.match.strict, trace, zst, json, where, scheduler
    )
    return begin(settings, boards, out, dry_run, wanted)


def _settings(contest: Contest, folder: Path, seed: str | None) -> Match:
    """What is to be played; a seed in a file is found beside the contest's."""
    given = seed or contest.match.seed
    if seed is None and given is not None and given.startswith("@"):
        given = f"@{folder / given[1:]}"
    nonce = secrets.token_hex(16) if contest.match.commit else None
    settings = match_of(contest, folder, match_seed(given), nonce)
    if contest.match.boards is None:
        return settings
    if settings.tournament in ("swiss", "knockout"):
        raise ContestError(f"boards are for formats of one round, and {settings.tournament} has several")
    boards = read_boards(folder / contest.match.boards, settings.variant())
    return msgspec.structs.replace(settings, deals=min(settings.deals, len(boards)))
