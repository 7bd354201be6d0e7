"""Quadrigliati, or quadriglio: four players, an auction without a monte (R8)."""

from referee.rules.engine import Variant
from referee.rules.games import bidding
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.phases.auction import Auction, Contract
from referee.rules.phases.calling import CALLABLE, call, partner_or_swap

TABLE = (
    Contract(
        bid="chiamo",
        value=1,
        alone=False,
        if_alone=(2, 2),
        then=(call(CALLABLE["threes_and_twos"], "R8.2"), partner_or_swap("R8.2")),
    ),
    Contract(bid="solo", value=3),
)


def make(rules: Rules) -> Variant:
    """The game with these options."""
    return bidding.variant("quadrigliati", rules, Auction(TABLE, "R8.1"), (5, 5), seats=4)


SPEC = GameSpec(
    name="quadrigliati",
    title="Quadrigliati, four players: a called partner, a called card, or alone",
    aliases=("quadriglio",),
    seats=(4,),
    options=bidding.stake_length(hands=12),
    make=make,
)
