"""The register of the games: names, aliases, and the way from options to a variant."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from referee.rules.engine import Variant
from referee.rules.games.spec import GameSpec
from referee.rules.options import Option, Value, nearest, nearest_word

_MODULES = (
    "tressette",
    "in_due",
    "pizzichino",
    "col_morto",
    "tocca",
    "terziglio",
    "chiamata_del_tre",
    "quadrigliati",
    "mediatore",
    "quintiglio",
    "a_chiamare",
    "rovescino",
    "traversone",
    "lucana",
    "ciapano",
)


class UnknownName(ValueError):
    """There is no such game."""


@cache
def _specs() -> dict[str, GameSpec]:
    found: dict[str, GameSpec] = {}
    for module in _MODULES:
        loaded = import_module(f"referee.rules.games.{module}")
        for each in getattr(loaded, "SPECS", None) or (loaded.SPEC,):
            found[each.name] = each
    return found


@cache
def _aliases() -> dict[str, str]:
    return {alias: each.name for each in _specs().values() for alias in each.aliases}


def _plain(name: str) -> str:
    """A name without what people write differently: capitals, blanks, accents and apostrophes."""
    letters = unicodedata.normalize("NFKD", name.strip().casefold())
    kept = "".join(letter for letter in letters if letter.isalnum() or letter in " _-")
    return re.sub(r"[\s_-]+", "-", kept)


def names() -> tuple[str, ...]:
    """Every game, by its own name."""
    return tuple(_specs())


def resolve(name: str) -> str:
    """The name of the game that `name`, perhaps an alias, means; UnknownName with the nearest if there is none."""
    plain = _plain(name)
    short = plain.removeprefix("tressette-").removeprefix("tresette-")
    for word in (plain, short):
        if word in _specs():
            return word
        if word in _aliases():
            return _aliases()[word]
    near = nearest_word(short, (*_specs(), *_aliases()))
    meant = f"; did you mean {_aliases().get(near, near)}?" if near else ""
    raise UnknownName(f"there is no game {name}; see referee games{meant}")


def spec(name: str) -> GameSpec:
    """What there is to know of a game."""
    return _specs()[resolve(name)]


def build(name: str, rules: Mapping[str, Value], players: int | None = None, preset: str | None = None) -> Variant:
    """The game with these options, the rest by the preset or default; UnknownName, or BadRules with the reason."""
    return spec(name).build(rules, players, preset)


def parse_option(game: GameSpec, text: str) -> tuple[str, Value]:
    """Key and value of a `key=value` from the command line; BadRules with the reason."""
    from referee.rules.options import BadRules

    key, equals, value = text.partition("=")
    if not equals:
        raise BadRules(f"{text} is no option: write key=value")
    option = next((each for each in game.options if each.key == key), None)
    if option is None:
        near = nearest(key, [each.key for each in game.options])
        raise BadRules(f"{game.name} has no option {key}; see referee games {game.name}{near}")
    return key, option.parse(value)


__all__ = ["GameSpec", "Option", "UnknownName", "build", "names", "parse_option", "resolve", "spec"]
