"""Tressette for four players in two pairs (R1)."""

from collections.abc import Mapping

from referee.rules.ends import surrender
from referee.rules.engine import Variant
from referee.rules.games import shared_options as terms
from referee.rules.games import two_sided_parts as parts
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.options import BadRules, Option, Value
from referee.rules.phases.count import count, two_sides
from referee.rules.phases.deal import deal_out
from referee.rules.phases.pre_play import FOUR_OF_COINS, annulment, seat_by_coins
from referee.rules.phases.tricks import Tricks
from referee.rules.talk import GESTURES, TALK, allowed_sayings, answer_requests, hear, with_requests

PARTNERS = Option(
    key="partners",
    default="fixed",
    choices=("fixed", "by_coins"),
    meaning="who are partners: seats 0 and 2, or as the 4, 5 and 6 of coins fall in the first deal",
    rule="R1.2 (S0, F)",
)
FIRST_LEAD = Option(
    key="first_lead",
    default="dealer_right",
    choices=("dealer_right", "four_of_coins"),
    meaning="who leads in the first hand of a game",
    rule="R1.3 (S0, S1)",
)


def check(rules: Rules, given: Mapping[str, Value]) -> None:
    """R1.2, R0.1: what goes together."""
    parts.check_race(rules, given)
    if rules["partners"] == "by_coins":
        if given.get("first_lead") == "dealer_right":
            raise BadRules("partners = by_coins implies first_lead = four_of_coins (R1.2)")
        rules["first_lead"] = "four_of_coins"
    if rules["deck"] == "piemontese36":
        if rules["first_lead"] == "four_of_coins":
            raise BadRules("the piemontese36 deck has no 4 of coins: not with four_of_coins or by_coins (R0.1)")
        if rules["talk"] == "full" or set(_allowed(rules)) - set(GESTURES):
            raise BadRules("deck = piemontese36 does not go with spoken words: they are about 3, 2 and A (R0.1)")


def make(rules: Rules) -> Variant:
    """The game with these options."""
    small = rules["deck"] == "piemontese36"
    four_leads = rules["first_lead"] == "four_of_coins"
    through = 3 if rules["accuse_when"] == "until_third" else 1
    before_turn, after_trick = parts.accuse(rules, rules["accuse_when"], through=through)
    at_once = parts.immediate(rules)
    allowed = _allowed(rules)
    talk = allowed_sayings(allowed, rules["talk_truth"] == "enforced") if allowed else None
    on_request = rules["accuse"] != "off" and rules["accuse_told"] == "on_request"
    return Variant(
        name="tressette",
        rules=rules,
        seats=4,
        unit="side",
        sides=None if rules["partners"] == "by_coins" else ((0, 2), (1, 3)),
        deck=rules["deck"],
        phases=(
            deal_out(
                lambda active: (3, 3, 3) if small else (5, 5),
                singly_first=rules["first_packets"] == "singly",
                first_leader=FOUR_OF_COINS if four_leads else None,
            ),
            *((seat_by_coins,) if rules["partners"] == "by_coins" else ()),
            *((annulment(rules["redeal"]),) if rules["redeal"] else ()),
            Tricks(
                before_turn=before_turn,
                asked_through=through,
                on_play=((answer_requests,) if on_request else ()) + ((hear,) if "liscio" in allowed else ()),
                after_trick=((at_once.after_trick,) if at_once else ()) + after_trick,
                talk=with_requests(talk) if on_request else talk,
                claims=parts.claims(rules),
            ),
        ),
        count=count(two_sides(rules["cappotto"], rules["stakes"])),
        finish=parts.finish(rules),
        surrender=surrender(parts.forfeit_size(rules)),
        first_dealer=rules["first_dealer"],
    )


def _allowed(rules: Rules) -> tuple[str, ...]:
    talk = rules["talk"]
    return TALK[talk] if isinstance(talk, str) else tuple(talk)


SPEC = GameSpec(
    name="tressette",
    title="Tressette, four players in two pairs",
    aliases=("tressette-incrociato", "incrociato", "tresette", "treseta", "trset"),
    seats=(4,),
    options=(
        *terms.length(hands=1),
        terms.FIRST_PACKETS,
        terms.DECK,
        PARTNERS,
        FIRST_LEAD,
        terms.RACE_END,
        terms.REDEAL,
        terms.accuse("auto"),
        terms.ACCUSE_WHEN,
        terms.ACCUSE_TOLD,
        terms.CAPPOTTO,
        terms.STAKES,
        terms.TALK,
        terms.TALK_TRUTH,
        terms.LAY_DOWN,
    ),
    presets={
        "s0": {
            "target": 31,
            "first_lead": "four_of_coins",
            "redeal": ["at_most_one", "three_sevens"],
            "accuse": "ask",
            "accuse_when": "until_third",
            "accuse_told": "cards",
            "cappotto": "17",
            "talk": "full",
            "lay_down": "exact",
        },
        "s1": {
            "target": 21,
            "accuse": "auto",
            "accuse_when": "after_first_trick",
            "accuse_told": "named",
            "stakes": "s1",
            "talk": "gestures",
            "end": "claim",
        },
        "fitres": {
            "target": 21,
            "accuse": "ask",
            "accuse_told": "named",
            "stakes": "fitres",
            "lay_down": "provable",
        },
    },
    make=make,
    check=check,
)
