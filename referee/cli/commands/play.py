"""`referee play`: a person in a seat, against bots."""

import secrets
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from referee.arena.human_player import Left, NotReady, play_with
from referee.arena.run.preflight import introduce
from referee.arena.tournament.bot_spec import EntryError, apart, entrants
from referee.arena.workers.block_job import MachineFailed, host_for
from referee.cli import INTERRUPTED
from referee.cli.arguments.choices import one_of
from referee.cli.arguments.game_options import game_named, variant_of
from referee.cli.arguments.sandbox import confined
from referee.cli.arguments.seeds import seed_text
from referee.cli.errors import MachineError, UserError
from referee.cli.run.start import fresh
from referee.cli.terminal.card_faces import SUITS
from referee.cli.terminal.human import Terminal
from referee.cli.terminal.program import command
from referee.cli.terminal.screen import Screen
from referee.host.game.block import Block, Deal
from referee.host.processes.bot import Bot
from referee.host.sandbox.level import Sandbox
from referee.host.timing.clock import MOST_MS, Times
from referee.records.format.reader import GAMES
from referee.records.format.record import encode
from referee.records.format.writer import LineFile
from referee.records.plurals import quantity
from referee.rules.deals import game_seed
from referee.rules.engine import Variant


def play(
    bots: Annotated[
        list[str] | None,
        typer.Argument(help="Who takes the other seats, in their order and again from the first. [rules]"),
    ] = None,
    game: Annotated[str, typer.Option(metavar="NAME", help="The game; see referee games.")] = "tressette",
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="A combination of the game's options.")] = None,
    rule: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game.")] = None,
    seat: Annotated[int, typer.Option(metavar="N", min=0, help="Your seat.")] = 0,
    deals: Annotated[int, typer.Option(metavar="N", min=1, help="Games to play.")] = 1,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT|@FILE", help="What the deals follow from; random if absent.")
    ] = None,
    move_ms: Annotated[
        int, typer.Option(metavar="MS", min=1, max=MOST_MS, help="A bot's time for one decision; you have all day.")
    ] = 1000,
    suits: Annotated[str, typer.Option(metavar="|".join(SUITS), help="How cards are shown.")] = "ascii",
    at_once: Annotated[bool, typer.Option("--at-once", help="Send what is typed without asking again.")] = False,
    sandbox: Annotated[str, typer.Option(metavar="auto|none|limits|bwrap", help="How bots are confined.")] = "auto",
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the games are kept; a new directory in runs/ if absent.")
    ] = None,
) -> int:
    """Take a seat at the terminal, with bots in the others.

    You see what your seat may know, and what is legal. What you type is shown once more, and can be taken back, before
    it is sent. The games are kept as those of any match: replay, verify and score read them.

    Example: terziglio at seat 1, with Italian names for the cards

      referee play greedy rules --game terziglio --seat 1 --suits italian
    """
    style = one_of("--suits", suits, SUITS)
    variant, table = _table(bots or ["rules"], game, preset, rule or [], seat)
    text = secrets.token_hex(16) if seed is None else seed_text(seed)
    with ExitStack() as stack:
        level = confined(sandbox, stack)
        block = Block(
            bots=table,
            deals=tuple(Deal(number, game_seed(text, number)) for number in range(deals)),
            variant=variant.name,
            rules=variant.rules,
            times=Times(move_ms=move_ms),
            sandbox=level.label,
        )
        _greet(block, seat, level)
        records = stack.enter_context(_records(out or fresh(f"play-{variant.name}")))
        person = Terminal(Screen(), seat, style, not at_once)
        try:
            for record in play_with(person, seat, block, host_for(level)):
                records.append(encode(record))
                _tell_kept(records.path, record.game)
        except (Left, KeyboardInterrupt) as error:
            print("\nyou have left; the game in play is not kept", file=sys.stderr)
            return 1 if isinstance(error, Left) else INTERRUPTED
        except NotReady as error:
            raise UserError(str(error)) from None
        except OSError as error:
            raise MachineError(f"cannot go on: {error.strerror or error}") from None
    return 0


def _table(
    bots: list[str], game: str, preset: str | None, rules: list[str], seat: int
) -> tuple[Variant, tuple[Bot, ...]]:
    """The game, and who sits where: the person, and the bots in their order round the other seats."""
    allowed = [number for number in game_named(game).seats if number > len(bots)]
    variant = variant_of(game, preset, rules, allowed[0] if allowed else None)
    if len(bots) >= variant.seats:
        players, given = quantity(variant.seats, "player"), quantity(len(bots), "bot")
        raise UserError(f"{variant.name} is for {players}, and with {given} there is no seat left for you")
    if seat >= variant.seats:
        raise UserError(f"--seat {seat}: the seats are 0 to {variant.seats - 1}")
    try:
        named = entrants([bots[number % len(bots)] for number in range(variant.seats - 1)], Path())
    except EntryError as error:
        raise UserError(str(error)) from None
    others = [apart(bot) for bot in named]
    you = Bot("you", "you", ())
    return variant, (*others[:seat], you, *others[seat:])


def _greet(block: Block, seat: int, level: Sandbox) -> None:
    """Start every bot once. UserError for one that cannot take part."""
    others = [bot for number, bot in enumerate(block.bots) if number != seat]
    try:
        found = introduce(others, block.variant, block.times, level)
    except MachineFailed as error:
        raise MachineError(str(error)) from None
    for bot, introduction in zip(others, found, strict=True):
        wrong = introduction.refused or introduction.absent
        if wrong:
            raise UserError(f"bot {bot.name} {wrong}")


def _records(folder: Path) -> LineFile:
    """The file of records in a new directory."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise UserError(f"{folder} is not empty: choose another directory")
        folder.mkdir(parents=True, exist_ok=True)
        return LineFile(folder / GAMES)
    except OSError as error:
        raise MachineError(f"cannot write in {folder}: {error.strerror}") from None


def _tell_kept(file: Path, game: str) -> None:
    print("\nthe game is kept; to see it again with all the cards open:")
    print(f"  {command('replay', file, '--game', game)}")
