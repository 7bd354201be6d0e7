"""Quintiglio: five players, an auction without a monte (R10)."""

from referee.rules.engine import Variant
from referee.rules.games import bidding
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.phases.auction import Auction


def make(rules: Rules) -> Variant:
    """The game with these options."""
    table = bidding.calling_table(rules["callable"], monte=False)
    return bidding.variant("quintiglio", rules, Auction(table, "R10.1"), (4, 4), seats=5)


SPEC = GameSpec(
    name="quintiglio",
    title="Quintiglio, five players: two against three or one against all",
    seats=(5,),
    options=(*bidding.stake_length(hands=10), bidding.CALLABLE_CARDS),
    make=make,
)
