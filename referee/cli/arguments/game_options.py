"""From `--game`, `--preset` and `--rule` to the game that they mean."""

from collections.abc import Iterable

from referee.cli.errors import UserError
from referee.rules.engine import Variant
from referee.rules.games import UnknownName, build, parse_option, spec
from referee.rules.games.spec import GameSpec
from referee.rules.options import BadRules


def game_named(name: str) -> GameSpec:
    """The game with this name or alias; UserError names the nearest."""
    try:
        return spec(name)
    except UnknownName as error:
        raise UserError(str(error)) from None


def variant_of(game: str, preset: str | None, rules: Iterable[str], players: int | None = None) -> Variant:
    """The game with options given as `key=value`; UserError with what is wrong and what would be right."""
    chosen = game_named(game)
    try:
        given = dict(parse_option(chosen, text) for text in rules)
        return build(chosen.name, given, players, preset)
    except BadRules as error:
        raise UserError(str(error)) from None
