"""Tressette for two players with a stock (R2)."""

from referee.rules.ends import surrender
from referee.rules.engine import Variant
from referee.rules.games import shared_options as terms
from referee.rules.games import two_sided_parts as parts
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.options import Option
from referee.rules.phases.count import count, two_sides
from referee.rules.phases.deal import deal_out
from referee.rules.phases.pre_play import annulment
from referee.rules.phases.stock import draw

ACCUSE_WINDOW = Option(
    key="accuse_window",
    default="three_tricks",
    choices=("three_tricks", "dealt_only", "on_draw", "after_first_trick"),
    meaning="when declarations are made: with the cards in hand in tricks 1 to 3 or in all, or with the cards dealt",
    rule="R2.3 (S0, S1)",
)


def make(rules: Rules) -> Variant:
    """The game with these options."""
    return Variant(
        name="in-due",
        rules=rules,
        seats=2,
        unit="side",
        sides=((0,), (1,)),
        deck=rules["deck"],
        phases=(
            deal_out(
                lambda active: (3, 3, 3) if rules["deck"] == "piemontese36" else (5, 5),
                rest="stock",
                singly_first=rules["first_packets"] == "singly",
            ),
            *((annulment(rules["redeal"]),) if rules["redeal"] else ()),
            parts.tricks(rules, rules["accuse_window"], at_end=(draw,)),
        ),
        count=count(two_sides(rules["cappotto"], rules["stakes"])),
        finish=parts.finish(rules),
        surrender=surrender(parts.forfeit_size(rules)),
        first_dealer=rules["first_dealer"],
    )


SPEC = GameSpec(
    name="in-due",
    title="Tressette for two players, with a stock",
    aliases=("pizzico", "a-pizzico", "tressette-in-due"),
    seats=(2,),
    options=(
        *terms.length(hands=1),
        terms.FIRST_PACKETS,
        terms.DECK,
        terms.RACE_END,
        terms.REDEAL,
        terms.accuse("auto"),
        ACCUSE_WINDOW,
        terms.ACCUSE_TOLD,
        terms.CAPPOTTO,
        terms.STAKES,
        terms.LAY_DOWN,
    ),
    presets={
        "s0": {"target": 31},
        "s1": {
            "target": 21,
            "accuse_window": "after_first_trick",
            "accuse_told": "named",
            "stakes": "s1",
            "end": "claim",
        },
    },
    make=make,
    check=parts.check_race,
)
