"""Ciapano: three players lose with all forty cards, one of them passed on and buried (R12.7)."""

from referee.rules.games.reverse import Dealing, reverse_game
from referee.rules.games.spec import Rules
from referee.rules.options import Option
from referee.rules.phases.deal import packets_of
from referee.rules.phases.passing import bury, give_along

PASSING = Option(
    key="passing",
    default="chain",
    choices=("chain", "dealer"),
    meaning="the fortieth card: given on from the dealer's right until the dealer buries one, or dealt to the dealer",
    rule="R12.7 (S2, P)",
)


def dealing(rules: Rules) -> Dealing:
    """R12.7: thirteen each, and the last card to the dealer's right or to the dealer."""
    if rules["passing"] == "dealer":
        return Dealing(lambda active: packets_of(13), "dealer", before_lead=(bury("R12.7"),))
    return Dealing(lambda active: packets_of(13), "hands", before_lead=(give_along("R12.7"), bury("R12.7")))


SPEC = reverse_game(
    name="ciapano",
    title="Ciapano, three players, the fewest points win, and a card is buried",
    aliases=("ciapa-no", "mallardo"),
    seats=(3,),
    ace=11,
    slam="give",
    dealing=dealing,
    options=(PASSING,),
)
