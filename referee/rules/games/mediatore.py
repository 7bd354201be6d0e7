"""Mediatore: four players, auction and monte (R9)."""

from referee.rules.engine import Variant
from referee.rules.games import bidding
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.phases.auction import Auction


def make(rules: Rules) -> Variant:
    """The game with these options."""
    table = bidding.calling_table(rules["callable"], monte=True)
    return bidding.variant("mediatore", rules, Auction(table, "R9.1"), (3, 3, 3), seats=4)


SPEC = GameSpec(
    name="mediatore",
    title="Mediatore, four players: a secret partner or alone, with a monte",
    seats=(4,),
    options=(*bidding.stake_length(hands=12), bidding.CALLABLE_CARDS),
    make=make,
)
