"""Terziglio, or calabresella, for three players: auction and monte (R6)."""

from collections.abc import Mapping

from referee.rules.engine import Variant
from referee.rules.games import bidding
from referee.rules.games import shared_options as terms
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.options import BadRules, Option, Value
from referee.rules.phases.auction import Auction, Contract, Table
from referee.rules.phases.calling import CALLABLE, call, give_called, return_card
from referee.rules.phases.monte import discard, share_out, take_monte

LEAD = Option(
    key="lead",
    default="soloist_in_solissimo",
    choices=("soloist_in_solissimo", "dealer_right", "soloist"),
    meaning="who leads: the dealer's right, and the declarer in a solissimo, never, or always",
    rule="R6.4 (G, P)",
)
VALUES = Option(
    key="values",
    default=[1, 2, 4, 8, 16],
    length=5,
    least=1,
    most=1000,
    meaning="what chiamo, solo, solissimo, dividete and scegliete are worth; also in use: 1,2,3,6,12",
    rule="R6.6 (P)",
)
SWEEPS = Option(
    key="sweeps",
    default=True,
    meaning="whether all 11 points double the value and all tricks treble it, for either side",
    rule="R6.6 (P)",
)
SCORE = Option(
    key="score",
    default="stakes",
    choices=("stakes", "race"),
    meaning="the declarer wins or loses the value against each opponent; or whoever wins adds the value, to a target",
    rule="R6.7 (G, P)",
)
RACE_TARGET = 21


def check(rules: Rules, given: Mapping[str, Value]) -> None:
    """R6.6, R6.7: a race goes to 21 unless a length is set, stakes go by hands; values do not fall."""
    if rules["score"] == "race" and given.get("hands") is None and rules["target"] is None:
        rules["hands"], rules["target"] = None, RACE_TARGET
    if rules["score"] == "stakes" and rules["target"] is not None:
        raise BadRules("a target goes with score = race: for stakes a number of hands is played (R6.7)")
    if rules["values"] != sorted(rules["values"]):
        raise BadRules("values may not fall: a higher bid cannot be worth less than a lower one (R6.6)")


def table(rules: Rules) -> Table:
    """The contracts, from the lowest upward."""
    chiamo, solo, solissimo, dividete, scegliete = rules["values"]
    always, at_top = rules["lead"] == "soloist", rules["lead"] != "dealer_right"
    called = (call(CALLABLE["any"], "R6.3"), give_called, take_monte(shown=True), return_card("R6.3"))
    raises = (
        Contract(bid="dividete", value=dividete, leads=at_top, then=(share_out(2, "R6.3"),)),
        Contract(bid="scegliete", value=scegliete, leads=at_top, then=(share_out(4, "R6.3"),)),
    )
    return (
        Contract(bid="chiamo", value=chiamo, leads=always, then=(*called, discard("R6.3"))),
        Contract(bid="solo", value=solo, leads=always, then=(take_monte(shown=False), discard("R6.3"))),
        Contract(bid="solissimo", value=solissimo, leads=at_top, raises=raises),
    )


def make(rules: Rules, name: str = "terziglio") -> Variant:
    """The game with these options."""
    return bidding.variant(name, rules, Auction(table(rules), "R6.2"), (4, 4, 4), seats=3)


SPEC = GameSpec(
    name="terziglio",
    title="Terziglio, three players: one who bids against two, with a monte",
    aliases=("calabresella", "calabrasella"),
    seats=(3,),
    options=(*terms.length(hands=12), terms.FIRST_PACKETS, LEAD, VALUES, SWEEPS, SCORE),
    make=make,
    check=check,
)
