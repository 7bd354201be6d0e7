"""The options that several games share, each written once."""

from referee.rules.options import Option
from referee.rules.phases.pre_play import REDEALS
from referee.rules.talk import SAYINGS

END = ("hand_end", "immediate", "claim_on_lead", "claim")

FIRST_DEALER = Option(
    key="first_dealer",
    default=None,
    least=0,
    most=7,
    optional=True,
    meaning="the seat that deals the first hand; none: the last seat",
    rule="R0.9 (D)",
)


def length(hands: int | None, target: int | None = None) -> tuple[Option, ...]:
    """R0.13 and R0.9: how long a game is, and who deals first."""
    return (
        Option(
            key="hands",
            default=hands,
            least=1,
            most=1000,
            optional=True,
            meaning="a game is this many hands; setting it clears target",
            rule="R0.13 (D)",
        ),
        Option(
            key="target",
            default=target,
            least=1,
            most=10000,
            optional=True,
            meaning="a game goes to this many points; setting it clears hands",
            rule="R0.13",
        ),
        Option(
            key="max_hands",
            default=200,
            least=1,
            most=10000,
            meaning="the most hands of a game with a target; then it ends as if by hands",
            rule="R0.13 (D)",
        ),
        FIRST_DEALER,
    )


FIRST_PACKETS = Option(
    key="first_packets",
    default="packets",
    choices=("packets", "singly"),
    meaning="how the first hand of a game is dealt",
    rule="R0.12 (S0)",
)
DECK = Option(
    key="deck",
    default="italian40",
    choices=("italian40", "piemontese36"),
    meaning="the deck",
    rule="R0.1 (S0)",
)
RACE_END = Option(
    key="end",
    default="hand_end",
    choices=END,
    meaning="when a side that has reached the target wins",
    rule="R0.14 (S0, S1)",
)
REDEAL = Option(
    key="redeal",
    default=[],
    many=True,
    choices=tuple(REDEALS),
    meaning="hands that a player may annul before the first lead",
    rule="R1.4 (S0)",
)
ACCUSE_TOLD = Option(
    key="accuse_told",
    default="cards",
    choices=("cards", "named", "kind", "on_request"),
    meaning="what the others are told of a declaration",
    rule="R1.7 (S0, S1, F)",
)
ACCUSE_WHEN = Option(
    key="accuse_when",
    default="first_turn",
    choices=("first_turn", "after_first_trick", "until_third"),
    meaning="when declarations are made",
    rule="R1.6 (S0, S1, F)",
)
CAPPOTTO = Option(
    key="cappotto",
    default="11",
    choices=("11", "17", "cancels"),
    meaning="what a hand with all the points brings: no premium, 17 points, or the others' declarations lost",
    rule="R1.8 (S0)",
)
STAKES = Option(
    key="stakes",
    default="off",
    choices=("off", "s1", "gelli", "fitres"),
    meaning="hands that win the whole game, and how many games each is worth",
    rule="R1.9 (S1, G, F)",
)
TALK = Option(
    key="talk",
    default="none",
    many=True,
    keywords=("none", "gestures", "full"),
    choices=tuple(SAYINGS),
    meaning="what the leader of a trick may say",
    rule="R1.10 (S0, S1)",
)
TALK_TRUTH = Option(
    key="talk_truth",
    default="enforced",
    choices=("enforced", "free"),
    meaning="whether only true sayings are offered",
    rule="R1.10",
)
LAY_DOWN = Option(
    key="lay_down",
    default="off",
    choices=("off", "exact", "provable"),
    meaning="whether a leader may claim all the remaining tricks, and what makes it stand",
    rule="R1.11 (S0, F)",
)


def accuse(default: str) -> Option:
    """R1.5: whether declarations are made, and by whom."""
    return Option(
        key="accuse",
        default=default,
        choices=("off", "auto", "ask"),
        meaning="declarations: none, all made by the referee, or as the player chooses",
        rule="R1.5 (S0, S1)",
    )


def players(least: int, most: int) -> Option:
    """R0.18: the number of players, for a game of several numbers."""
    return Option(
        key="players",
        default=None,
        least=least,
        most=most,
        optional=True,
        meaning="the number of players; none: as many as there are bots",
        rule="R0.18",
    )
