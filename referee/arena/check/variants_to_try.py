"""The games a bot is examined in: every game, in all numbers of players, all presets, and with odd options."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from referee.rules.engine import Variant
from referee.rules.games import build, spec
from referee.rules.options import BadRules, Option

_MOST_HANDS: Final = 2
HANDS_FOR_SLAMS: Final = 5
"""One may be asked how to take a slam only after several hands (R12.4)."""
_TRIES: Final = 20
_COMPANIONS: Final[dict[str, dict[str, object]]] = {
    # without these an option says nothing, or is refused
    "end": {"target": 11},
    "end_mode": {"target": 31},
    "bust": {"target": 31, "end_mode": "elimination"},
    "accuse_told": {"accuse": "ask"},
    "accuse_when": {"accuse": "ask"},
    "accuse_window": {"accuse": "ask"},
    "talk_truth": {"talk": "full"},
    "lay_down": {"accuse": "off"},
}
_KEPT: Final = ("players", "max_hands", "hands", "target", "first_dealer")


class Shape(NamedTuple):
    """A game by its name, number of players and preset."""

    game: str
    players: int
    preset: str = "contest"


def shapes(games: Sequence[str]) -> list[Shape]:
    """All there are of these games, the defaults of each game first."""
    found = [Shape(name, players) for name in games for players in spec(name).seats]
    return found + [
        Shape(name, players, preset)
        for name in games
        for preset in spec(name).presets
        if preset != "contest"
        for players in spec(name).seats
    ]


def plain(shape: Shape, most_hands: int = _MOST_HANDS) -> Variant:
    """The game as it is by default, with few hands where it goes by hands."""
    variant = build(shape.game, {}, shape.players, shape.preset)
    hands = variant.rules.get("hands")
    for fewer in range(most_hands, hands if isinstance(hands, int) else 0):
        try:  # col-morto wants a multiple of 3
            return build(shape.game, {"hands": fewer}, shape.players, shape.preset)
        except BadRules:
            continue
    return variant


def odd(shape: Shape, luck: Random) -> Variant:
    """The game with one of its options, chosen by chance, set to something that is not its default."""
    options = [option for option in spec(shape.game).options if option.key not in _KEPT]
    base = plain(shape, HANDS_FOR_SLAMS if any(option.key == "slam" for option in options) else _MOST_HANDS)
    for _ in range(_TRIES):
        option = luck.choice(options)
        value = luck.choice(list(_values(option, luck)))
        length = {"hands": base.rules["hands"]} if base.rules.get("hands") else {}
        rules = length | _COMPANIONS.get(option.key, {}) | {option.key: value}
        if "target" in rules:
            rules.pop("hands", None)
        try:
            return build(shape.game, rules, shape.players, shape.preset)
        except BadRules:  # not with this number of players, or not with the other options as they are
            continue
    return base


def _values(option: Option, luck: Random) -> Iterator[object]:
    """Some values that an option may have."""
    if option.many:
        yield from option.keywords
        yield luck.sample(option.choices, luck.randint(1, len(option.choices)))
    elif option.choices or option.numbers:
        yield from option.choices or option.numbers
    elif option.length:
        yield sorted(luck.sample(range(1, 17), option.length))
    elif option.least is not None and option.most is not None:
        yield luck.randint(option.least, option.most)
    else:
        yield from (True, False)
