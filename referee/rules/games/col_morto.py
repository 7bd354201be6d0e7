"""Tressette col morto: three players and a dummy (R4)."""

from collections.abc import Mapping

from referee.rules.ends import surrender
from referee.rules.engine import Variant
from referee.rules.games import shared_options as terms
from referee.rules.games import two_sided_parts as parts
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.options import BadRules, Value
from referee.rules.phases.count import count, each_for_his_side
from referee.rules.phases.deal import deal_out
from referee.rules.phases.dummy import dealer_and_dummy, dealer_plays, show_dummy, with_dummy
from referee.rules.phases.tricks import Tricks


def check(rules: Rules, given: Mapping[str, Value]) -> None:
    """R4.3: everybody deals equally often."""
    hands = rules["hands"]
    if hands is not None and hands % 3:
        raise BadRules(f"hands = {hands} is no multiple of 3: all are to play with the dummy equally often (R4.3)")


def make(rules: Rules) -> Variant:
    """The game with these options."""
    return Variant(
        name="col-morto",
        rules=rules,
        seats=3,
        places=4,
        unit="seat",
        units=3,
        hand_sides=True,
        phases=(
            deal_out(
                lambda active: (5, 5),
                singly_first=rules["first_packets"] == "singly",
                order=with_dummy,
                hand_sides=dealer_and_dummy,
            ),
            Tricks(on_play=(show_dummy,), played_by=dealer_plays),
        ),
        count=count(each_for_his_side),
        finish=parts.finish(rules),
        surrender=surrender(parts.forfeit_size(rules)),
        first_dealer=rules["first_dealer"],
    )


SPEC = GameSpec(
    name="col-morto",
    title="Tressette col morto: three players, the dealer playing with a dummy",
    seats=(3,),
    options=(*terms.length(hands=3), terms.FIRST_PACKETS),
    make=make,
    check=check,
)
