"""What is asked of a seat: every legal answer, listed (design promise 5), and the way from text to action and back."""

from typing import TypeAlias

import msgspec

from referee.rules.cards import CARD, NAMES, Mask, cards_of, names_of

Action: TypeAlias = int | str
"""A card, or one of the words of the protocol (`pass`, `napoli:b`, `claim:game` …)."""


class Decision(msgspec.Struct, gc=False):
    """One decision. Legal are the cards of a mask and some words; `say` holds the sayings allowed with each card."""

    seat: int
    kind: str
    cards: Mask = 0
    words: tuple[str, ...] = ()
    place: int = -1
    """The place acted for: the seat's own, or the dummy's (R4.2)."""
    say: dict[int, tuple[str, ...]] | None = None
    rule: str = ""
    """The number of the rule that says what is legal here."""

    def legal(self) -> list[str]:
        """Every legal action as text, in the order of the protocol."""
        return [*names_of(self.cards), *self.words]

    def first(self) -> Action:
        """The first legal action."""
        return (self.cards & -self.cards).bit_length() - 1 if self.cards else self.words[0]

    def actions(self) -> list[Action]:
        """Every legal action, in the same order."""
        return [*cards_of(self.cards), *self.words]

    def allows(self, action: Action) -> bool:
        """Whether the action is legal."""
        if isinstance(action, int):
            return action >= 0 and bool(self.cards >> action & 1)
        return action in self.words


class IllegalAction(ValueError):
    """An action or a saying that is not allowed: `rule` is the number of the rule. The state is as it was."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
        self.message = message


def action_of(text: str) -> Action:
    """The action that a text of the protocol means; an unknown text stays a word, which nothing allows."""
    return CARD.get(text, text)


def text_of(action: Action) -> str:
    """The action as the protocol writes it."""
    return NAMES[action] if isinstance(action, int) else action
