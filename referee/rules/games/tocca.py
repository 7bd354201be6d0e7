"""Tocca: three players, one against two (R5)."""

from collections.abc import Mapping

from referee.rules.cards import CARD
from referee.rules.ends import surrender
from referee.rules.engine import Variant
from referee.rules.games import shared_options as terms
from referee.rules.games import two_sided_parts as parts
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.options import BadRules, Option, Value
from referee.rules.phases.count import count, each_for_his_side, two_sides
from referee.rules.phases.deal import deal_out
from referee.rules.phases.pre_play import lone_by_card

_LONE_CARD = CARD["Ad"]

REMOVED = Option(
    key="removed",
    default="4c",
    choices=("4b", "4c", "4d", "4s"),
    meaning="the four that is taken out of the deck",
    rule="R5.1 (D)",
)
LONE = Option(
    key="lone",
    default="first_hand",
    choices=("first_hand", "each_hand"),
    meaning="whether the holder of the ace of coins plays alone for the whole game, or it is decided anew each hand",
    rule="R5.2 (S0)",
)


def check(rules: Rules, given: Mapping[str, Value]) -> None:
    """R0.14: what goes together."""
    parts.check_race(rules, given)
    if rules["lone"] == "each_hand" and rules["end"] != "hand_end":
        raise BadRules(f"end = {rules['end']} needs two sides for the whole game: not with lone = each_hand (R0.14)")


def make(rules: Rules) -> Variant:
    """The game with these options."""
    for_game = rules["lone"] == "first_hand"
    return Variant(
        name="tocca",
        rules=rules,
        seats=3,
        unit="side" if for_game else "seat",
        units=2 if for_game else 3,
        hand_sides=not for_game,
        removed=lambda active: (CARD[rules["removed"]],),
        phases=(
            deal_out(lambda active: (5, 5, 3), singly_first=rules["first_packets"] == "singly"),
            lone_by_card(_LONE_CARD, for_game),
            parts.tricks(rules, rules["accuse_when"]),
        ),
        count=count(two_sides() if for_game else each_for_his_side),
        finish=parts.finish(rules),
        surrender=surrender(parts.forfeit_size(rules)),
        first_dealer=rules["first_dealer"],
    )


SPEC = GameSpec(
    name="tocca",
    title="Tocca: three players, one against two",
    seats=(3,),
    options=(
        *terms.length(hands=None, target=31),
        terms.FIRST_PACKETS,
        REMOVED,
        LONE,
        terms.RACE_END,
        terms.accuse("off"),
        terms.ACCUSE_WHEN,
        terms.ACCUSE_TOLD,
    ),
    make=make,
    check=check,
)
