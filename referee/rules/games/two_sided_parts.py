"""How options choose parts, where several games of two sides choose alike (R1, R2, R3, R5)."""

from collections.abc import Callable, Mapping
from typing import Final

from referee.rules.cards import Mask
from referee.rules.claims import Claims, Immediate
from referee.rules.ends import AWARDS, Finish, race, whole_game_wins
from referee.rules.engine import Game
from referee.rules.games.spec import Rules
from referee.rules.options import BadRules, Value
from referee.rules.phases.accuse import Accuse, cards_in_hand, dealt_cards
from referee.rules.phases.tricks import AfterTrick, BeforeTurn, Tricks
from referee.rules.scoring import HAND_POINTS
from referee.rules.state import State
from referee.rules.talk import answer_requests, with_requests

_WINDOWS: Final[dict[str, tuple[Callable[[State, int], Mask], int]]] = {
    # R1.6, R2.3: the cards that declarations are judged on, and the last trick that may bring them
    "first_turn": (dealt_cards, 1),
    "after_first_trick": (dealt_cards, 1),
    "until_third": (dealt_cards, 3),
    "three_tricks": (cards_in_hand, 3),
    "dealt_only": (dealt_cards, 1),
    "on_draw": (cards_in_hand, 20),
}


def check_race(rules: Rules, given: Mapping[str, Value]) -> None:
    """R0.14, R1.9: the ends that need a target, and the whole-game wins."""
    end, stakes = rules.get("end", "hand_end"), rules.get("stakes", "off")
    if end != "hand_end" and rules["target"] is None:
        raise BadRules(f"end = {end} needs a target: a fixed number of hands is not won before it is played (R0.14)")
    if end != "hand_end" and rules.get("cappotto") == "cancels":
        raise BadRules(f"end = {end} does not go with cappotto = cancels, which is known only after the hand (R0.14)")
    if stakes != "off" and end == "immediate":
        raise BadRules("stakes do not go with end = immediate: whole-game wins are tested after the last trick (R1.9)")
    if stakes != "off" and rules["target"] is None and rules["hands"] != 1:
        raise BadRules("stakes need a target, or hands = 1 (R1.9)")


def immediate(rules: Rules) -> Immediate | None:
    """R0.14: the test for a race that ends at once, if it does."""
    return Immediate(rules["target"]) if rules.get("end") == "immediate" else None


def claims(rules: Rules) -> Claims | None:
    """R0.14, R1.11: the claims that may be made, if any."""
    end, lay_down = rules.get("end"), rules.get("lay_down", "off")
    target = rules["target"] if end in ("claim", "claim_on_lead") else None
    return Claims(target, end == "claim_on_lead", lay_down) if target or lay_down != "off" else None


def finish(rules: Rules) -> Finish:
    """R0.13, R0.14, R1.9: when the game is over."""
    over = race(rules["hands"], rules["target"], rules["max_hands"])
    return whole_game_wins(rules["stakes"], over) if rules.get("stakes", "off") != "off" else over


def accuse(
    rules: Rules,
    when: str,
    judged_on: Callable[[State, int], Mask] = dealt_cards,
    through: int = 1,
) -> tuple[tuple[BeforeTurn, ...], tuple[AfterTrick, ...]]:
    """R1.5-R1.7: the parts that ask for declarations, before a turn or after the first trick."""
    if rules["accuse"] == "off":
        return (), ()
    at_once = immediate(rules)
    deck = rules.get("deck", "italian40")
    asking = Accuse(
        rules["accuse"] == "ask", rules["accuse_told"], deck, judged_on, through, at_once.reached if at_once else None
    )
    return ((), (asking.after_first_trick,)) if when == "after_first_trick" else ((asking.at_turn,), ())


def tricks(
    rules: Rules, when: str, before_declaring: tuple[AfterTrick, ...] = (), at_end: tuple[AfterTrick, ...] = ()
) -> Tricks:
    """The tricks of a game without talk, with the parts that its options choose; the rest is what follows a trick."""
    judged_on, through = _WINDOWS[when]
    before_turn, after_trick = accuse(rules, when, judged_on, through)
    on_request = rules["accuse"] != "off" and rules["accuse_told"] == "on_request"
    at_once = immediate(rules)
    return Tricks(
        before_turn=before_turn,
        asked_through=through,
        on_play=(answer_requests,) if on_request else (),
        after_trick=(*((at_once.after_trick,) if at_once else ()), *before_declaring, *after_trick, *at_end),
        talk=with_requests(None) if on_request else None,
        claims=claims(rules),
    )


def forfeit_size(rules: Rules) -> Callable[[Game], int]:
    """P9: F of a game of two sides: 11 x hands, or the target; the largest award where whole games are won."""
    awards = AWARDS.get(rules.get("stakes", "off"))
    size: int = max(awards.values()) if awards else rules["target"] or HAND_POINTS * rules["hands"]
    return lambda game: size
