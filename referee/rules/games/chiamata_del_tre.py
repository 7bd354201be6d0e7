"""Tressette con la chiamata del tre: four players, a secret partner (R7)."""

from referee.rules.ends import surrender
from referee.rules.engine import Variant
from referee.rules.games import bidding
from referee.rules.games import shared_options as terms
from referee.rules.games import two_sided_parts as parts
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.phases.calling import CALLABLE, call, show_partner
from referee.rules.phases.count import count, each_for_his_side
from referee.rules.phases.deal import deal_out
from referee.rules.phases.tricks import Tricks
from referee.rules.state import State


def make(rules: Rules) -> Variant:
    """The game with these options."""
    return Variant(
        name="chiamata-del-tre",
        rules=rules,
        seats=4,
        unit="seat",
        units=4,
        hand_sides=True,
        phases=(
            deal_out(lambda active: (5, 5), singly_first=rules["first_packets"] == "singly"),
            call(CALLABLE[rules["callable"]], "R7.1", caller=State.first),
            Tricks(on_play=(show_partner,)),
        ),
        count=count(each_for_his_side),
        finish=parts.finish(rules),
        surrender=surrender(parts.forfeit_size(rules)),
        first_dealer=rules["first_dealer"],
    )


SPEC = GameSpec(
    name="chiamata-del-tre",
    aliases=("con-la-chiamata-del-tre",),
    title="Tressette with the call of the three, four players: the caller's partner is secret",
    seats=(4,),
    options=(
        *terms.length(hands=4),
        terms.FIRST_PACKETS,
        bidding.callable_cards("threes", "no_ace", rule="R7.1 (S1, D)"),
    ),
    make=make,
)
