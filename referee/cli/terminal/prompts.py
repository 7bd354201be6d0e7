"""What a person may answer, in words: every choice with its number, and what a word of the protocol means."""

from collections.abc import Sequence
from typing import Final

from protocol.shown import quoted
from referee.cli.terminal.card_faces import Suits, faces
from referee.records.replay.event_text import combination
from referee.rules.decision import Decision

QUESTIONS: Final = {
    "redeal": "keep the hand, or have it dealt again",
    "declare": "what do you declare",
    "bid": "your bid",
    "raise": "do you raise it",
    "call": "the card you call",
    "how": "how do you use the called card",
    "swap": "the card you lay down to exchange",
    "return": "the card you give back",
    "discard": "the card you discard",
    "give": "the card you give away",
    "bury": "the card you bury",
    "expose": "the packets you turn over",
    "play": "your card",
    "sola": "all the points are yours: what shall become of them",
}
"""What is asked, by kind of decision."""

_MEANINGS: Final = {
    ("declare", "done"): "nothing more",
    ("redeal", "keep"): "play this hand",
    ("redeal", "redeal"): "show it, and have it dealt again",
    ("raise", "plain"): "leave it at that",
    ("raise", "dividete"): "each opponent takes two cards of the monte",
    ("raise", "scegliete"): "each opponent in turn may exchange four with the monte",
    ("how", "partner"): "its holder plays with you",
    ("how", "swap"): "you get it for another card, and play alone",
    ("sola", "discount"): "take them off your own total",
    ("sola", "give"): "every other player gets as many",
    ("play", "claim:tricks"): "lay down your hand, all the tricks left are yours",
    ("play", "claim:game"): "say that your side has reached the target",
}
"""What a word means where it is asked for."""


def choices(decision: Decision, suits: Suits) -> list[str]:
    """All that is legal, numbered from 1."""
    return [f"{number}) {_text(decision, text, suits)}" for number, text in enumerate(decision.legal(), 1)]


def question(decision: Decision, suits: Suits) -> str:
    """What is asked, and what Enter alone takes where there is no choice."""
    legal = decision.legal()
    asked = "the dummy's card" if decision.place != decision.seat else QUESTIONS.get(decision.kind, decision.kind)
    return f"{asked} (Enter for {faces(legal[0], suits)})" if len(legal) == 1 else asked


def _text(decision: Decision, text: str, suits: Suits) -> str:
    meaning = _MEANINGS.get((decision.kind, text))
    if meaning is None and decision.kind == "declare" and ":" in text:
        meaning = combination(text)
    return f"{text} ({meaning})" if meaning else faces(text, suits)


def unknown(typed: str, legal: Sequence[str]) -> str:
    """What is said of something typed that is neither a card nor a word that is asked for, or of nothing at all."""
    if not typed:
        return "there is more than one choice: type one of them, or ? for help"
    number = f"a number from 1 to {len(legal)}" if len(legal) > 1 else "1"
    return f"{quoted(typed, 40)} is no answer here: type one of the choices above, or {number}; ? explains more"
