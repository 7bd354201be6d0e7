"""`referee games`: the games that there are, and the options of one."""

import textwrap
from typing import Annotated

import msgspec
import typer

from referee.cli.arguments.game_options import game_named
from referee.cli.terminal.output import columns, folded, terminal_width, write_json
from referee.rules.games import names, spec
from referee.rules.games.spec import GameSpec
from referee.rules.options import in_words


class OptionLine(msgspec.Struct, frozen=True):
    """An option as `--json` tells it."""

    key: str
    default: object
    allowed: str
    meaning: str
    rule: str


class GameLine(msgspec.Struct, frozen=True):
    """A game as `--json` tells it."""

    name: str
    title: str
    aliases: tuple[str, ...]
    players: tuple[int, ...]
    options: tuple[OptionLine, ...]
    presets: dict[str, dict[str, object]]


def games(
    name: Annotated[str | None, typer.Argument(help="A game, to see its options and presets.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """The games, or the options, presets and defaults of one.

    An option is given to match with --rule key=value, a preset with --preset; the rest has its default.

    Example: what can be set in tressette

      referee games tressette
    """
    chosen = [game_named(name)] if name else [spec(each) for each in names()]
    if json:
        lines = tuple(_line(game) for game in chosen)
        write_json(lines[0] if name else lines)
    else:
        print("\n".join(_options(chosen[0]) if name else _list(chosen)))


def _line(game: GameSpec) -> GameLine:
    options = (OptionLine(each.key, each.default, each.allowed(), each.meaning, each.rule) for each in game.options)
    return GameLine(game.name, game.title, game.aliases, game.seats, tuple(options), {"contest": {}, **game.presets})


def _list(games: list[GameSpec]) -> list[str]:
    rows = [(game.name, _players(game), game.title, ", ".join(game.aliases)) for game in games]
    head = ("game", "players", "", "also called")
    lines = columns([head, *rows])
    if max(map(len, lines)) > terminal_width():
        before = len(columns([row[:2] for row in (head, *rows)])[0]) + 2
        narrow = columns([row[:3] for row in (head, *rows)])
        lines = [part for line in narrow for part in folded(line, indent=before)]
    return [*lines, "", "referee games NAME shows the options of one, and what else it is called."]


def _options(game: GameSpec) -> list[str]:
    lines = folded(f"{game.name}: {game.title}; {_players(game)} players")
    if game.aliases:
        lines.append(f"also called {', '.join(game.aliases)}")
    lines += ["", "options (--rule key=value)"]
    for option in game.options:
        lines += ["", f"  {option.key} = {in_words(option.default)}", *_wrapped(f"{option.meaning} [{option.rule}]")]
        lines += _wrapped(option.allowed())
    lines += ["", "presets (--preset NAME)", "", "  contest: the defaults"]
    for preset, rules in game.presets.items():
        settings = ", ".join(f"{key} = {in_words(value)}" for key, value in rules.items())
        lines += textwrap.wrap(f"{preset}: {settings}", _width(), initial_indent="  ", subsequent_indent="    ")
    return lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _width(), initial_indent="    ", subsequent_indent="    ")


def _width() -> int:
    return min(100, terminal_width())


def _players(game: GameSpec) -> str:
    return str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]}-{game.seats[-1]}"
