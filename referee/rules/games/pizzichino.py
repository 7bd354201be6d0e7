"""Pizzichino: two players with packets, two of which lie open (R3)."""

from referee.rules.ends import surrender
from referee.rules.engine import Variant
from referee.rules.games import shared_options as terms
from referee.rules.games import two_sided_parts as parts
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.options import Option
from referee.rules.phases.count import count, two_sides
from referee.rules.phases.packets import deal_packets, expose, take_up, turn_up

PIZZICHI = Option(
    key="pizzichi",
    default=True,
    meaning="whether a visible 3, 2 or ace goes to its owner's hand before the first lead",
    rule="R3.2 (P)",
)


def make(rules: Rules) -> Variant:
    """The game with these options."""
    return Variant(
        name="pizzichino",
        rules=rules,
        seats=2,
        unit="side",
        sides=((0,), (1,)),
        phases=(
            deal_packets,
            expose,
            *((take_up,) if rules["pizzichi"] else ()),
            parts.tricks(rules, rules["accuse_when"], before_declaring=(turn_up,)),
        ),
        count=count(two_sides()),
        finish=parts.finish(rules),
        surrender=surrender(parts.forfeit_size(rules)),
        first_dealer=rules["first_dealer"],
    )


SPEC = GameSpec(
    name="pizzichino",
    title="Pizzichino: two players, packets of five",
    aliases=("spizzichino",),
    seats=(2,),
    options=(
        *terms.length(hands=1),
        PIZZICHI,
        terms.RACE_END,
        terms.accuse("off"),
        terms.ACCUSE_WHEN,
        terms.ACCUSE_TOLD,
    ),
    make=make,
    check=parts.check_race,
)
