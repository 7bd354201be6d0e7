"""`referee match`: a match of bots over many deals, played and scored."""

import secrets
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from referee.arena.schedule.boards import BadBoards, Boards, read_boards
from referee.arena.schedule.schedule import BLOCK
from referee.arena.statistics.sprt import Hypotheses, hypotheses
from referee.arena.tournament.bot_spec import EntryError, entrants
from referee.arena.tournament.match import MOST_DEALS, Match
from referee.arena.workers.workers import cores
from referee.cli.arguments.choices import CHOICES, CLOCKS, EXECUTORS, KINDS, SANDBOXES, SEATINGS, SUSPECTS, one_of
from referee.cli.arguments.game_options import game_named, variant_of
from referee.cli.arguments.seeds import match_seed
from referee.cli.errors import UserError
from referee.cli.run.play_run import Wanted
from referee.cli.run.start import begin
from referee.host.faults import Choice, Policy
from referee.host.timing.clock import MOST_MS, Times
from referee.records.plurals import quantity
from referee.rules.engine import Variant

_DEALS: Final = 100


def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            help="A built-in bot, a path, a quoted command, or py:module:Class, which plays in the referee's own "
            "process (fast, neither sandboxed nor timed); NAME= before it names it."
        ),
    ],
    game: Annotated[str, typer.Option(metavar="NAME", help="The game; see referee games.")] = "tressette",
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="A combination of the game's options.")] = None,
    rule: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game.")] = None,
    deals: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=MOST_DEALS, help=f"Deals, each played at all its tables. [{_DEALS}]"),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT|@FILE", help="What the deals follow from; random if absent.")
    ] = None,
    commit: Annotated[
        bool, typer.Option("--commit", help="Print before the match what proves the deals afterwards.")
    ] = False,
    boards: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Given deals instead of a seed's, one JSON line each, as ARENA.md shows."),
    ] = None,
    seating: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"Who sits where: {', '.join(SEATINGS)}. In duplicate, rotate and fixed, of four bots in a game of "
            "pairs the first and third stay partners, and standings are of pairs; individual ranks single bots.",
        ),
    ] = "duplicate",
    tables: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Tables at once; one for each core if absent.")
    ] = None,
    block: Annotated[
        int, typer.Option(metavar="N", min=1, help="Deals that a bot's process plays before it ends.")
    ] = BLOCK,
    move_ms: Annotated[int, typer.Option(metavar="MS", min=1, max=MOST_MS, help="Time for one decision.")] = 1000,
    bank_ms: Annotated[
        int | None, typer.Option(metavar="MS", min=1, max=MOST_MS, help="Time for all decisions of a game together.")
    ] = None,
    delay_ms: Annotated[
        int | None, typer.Option(metavar="MS", min=0, max=MOST_MS, help="Of each decision, not taken out of the bank.")
    ] = None,
    clock: Annotated[
        str, typer.Option(metavar="wall|cpu", help="What is counted: time, or the bot's processor time.")
    ] = "wall",
    on: Annotated[
        list[str] | None,
        typer.Option(metavar="FAULT=WHAT", help=f"What follows from {', '.join(KINDS)}: {', '.join(CHOICES)}."),
    ] = None,
    suspect: Annotated[
        str,
        typer.Option(
            metavar="void|keep|report",
            help="A loss on time that is the machine's own lateness: the game is played again, the loss stands, or "
            "stands and is told at the end.",
        ),
    ] = "report",
    pace_ms: Annotated[
        int | None, typer.Option(metavar="MS", min=1, max=MOST_MS, help="Pass answers on at this beat only.")
    ] = None,
    sandbox: Annotated[str, typer.Option(metavar="auto|none|limits|bwrap", help="How bots are confined.")] = "auto",
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 1 if a bot was at fault.")] = False,
    sprt: Annotated[
        str | None, typer.Option(metavar="H0,H1", help="Stop when it is clear which mean, in points a deal, is true.")
    ] = None,
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
    """Play a match and score it: every deal at all its tables, so that the luck of the cards cancels.

    The run is kept in a directory with all games; it can be stopped and gone on with. Exit code 1: a bot was at fault
    and --strict is given, or --sprt accepted H0; 3: it was stopped; 5: --sprt is
    undecided.

    Example: two bots over 500 deals, half a second a decision

      referee match ./mine.py strong=./other --deals 500 --move-ms 500
    """
    try:
        contestants = entrants(bots, Path())
    except EntryError as error:
        raise UserError(str(error)) from None
    variant = _variant(game, preset, rule or [], len(contestants))
    given = _boards(boards, variant)
    settings = Match(
        game=variant.name,
        rules=variant.rules,
        players=variant.seats,
        bots=contestants,
        tournament="draws",
        deals=_deals(deals, given),
        boards=given is not None,
        seed=match_seed(seed),
        nonce=secrets.token_hex(16) if commit else None,
        seating=one_of("--seating", seating, SEATINGS),
        block=block,
        times=Times(move_ms, bank_ms, delay_ms, one_of("--clock", clock, CLOCKS), pace_ms=pace_ms),
        policy=_policy(on or [], suspect),
        sandbox=one_of("--sandbox", sandbox, SANDBOXES),
        sprt=_sprt(sprt, len(contestants)),
    )
    return begin(
        settings,
        boards,
        out,
        dry_run,
        Wanted(tables or len(cores()), strict, trace, zst, json, one_of("--executor", executor, EXECUTORS), scheduler),
    )


def _variant(game: str, preset: str | None, rules: list[str], bots: int) -> Variant:
    """The game, for as many players as there are bots where it is for several numbers (R0.18)."""
    seats = game_named(game).seats
    return variant_of(game, preset, rules, bots if bots in seats else None)


def _boards(path: Path | None, variant: Variant) -> Boards | None:
    try:
        return read_boards(path, variant) if path is not None else None
    except BadBoards as error:
        raise UserError(str(error)) from None


def _deals(deals: int | None, boards: Boards | None) -> int:
    if boards is None:
        return _DEALS if deals is None else deals
    if deals is not None and deals > len(boards):
        raise UserError(f"--deals {deals}: the boards are enough for {quantity(len(boards), 'deal')}")
    return len(boards) if deals is None else deals


def _sprt(text: str | None, bots: int) -> Hypotheses | None:
    """The sequential test of `--sprt`, which is about two bots."""
    if text is None:
        return None
    if bots != 2:
        raise UserError(f"--sprt compares two bots, and {bots} {'is' if bots == 1 else 'are'} given")
    try:
        return hypotheses(text)
    except ValueError as error:
        raise UserError(f"--sprt: {error}") from None


def _policy(rules: list[str], suspect: str) -> Policy:
    """The faults table (P9) from `FAULT=WHAT`."""
    table: dict[str, Choice] = {}
    for text in rules:
        kind, _, what = text.partition("=")
        table[one_of("--on", kind, KINDS)] = one_of(f"--on {kind}=", what, CHOICES)
    return msgspec.structs.replace(Policy(suspect=one_of("--suspect", suspect, SUSPECTS)), **table)
