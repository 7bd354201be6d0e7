"""Why an action is not legal, by rule number, in words that tell a seat nothing it does not know."""

from referee.rules.cards import CARD, NAMES, SUIT_OF
from referee.rules.decision import Action, Decision, text_of
from referee.rules.state import State

_RULES = {
    # what a decision is about, where the words of the decision do not say it
    "call": "it is one of your own cards, or not one that may be called",
    "bid": "it is no bid, or not higher than the last one",
    "declare": "you do not hold that combination, or it is declared already",
    "redeal": "the answer is keep or redeal",
    "expose": "name two different packets, the lower number first",
}


def why_illegal(state: State, decision: Decision, action: Action) -> tuple[str, str]:
    """The number of the rule that forbids the action here, and the reason."""
    rule = decision.rule
    text = text_of(action)
    if rule == "R0.17" and text == "pass":
        return rule, "as many hands in a row were thrown in as there are players: the first speaker must bid"
    if not isinstance(action, int):
        known = ", ".join(decision.legal()) if not decision.cards else "a card of `legal`"
        return rule, _RULES.get(decision.kind, f"{text!r} is no answer here: {known} is") if text not in CARD else rule
    if decision.kind == "call":
        return rule, f"{text}: {_RULES['call']}"
    own = state.hands[decision.place] | (state.visible(decision.place) if state.tops else 0)
    if not own >> action & 1:
        return rule, f"{text} is not among the cards to choose from"
    if decision.kind == "play" and state.trick:
        led = NAMES[state.trick[0][1]]
        if SUIT_OF[action] != SUIT_OF[state.trick[0][1]]:
            return "R0.4", f"{text} does not follow: {led} was led, and you hold cards of its suit"
    return rule, f"{text} may not be chosen here"
