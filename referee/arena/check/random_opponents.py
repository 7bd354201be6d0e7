"""The other players of an examination: they choose by chance, some with a leaning that brings about rare situations."""

from random import Random
from typing import Final, Literal, TypeAlias

from referee.rules.decision import Action, Decision
from referee.rules.engine import Game

Leaning: TypeAlias = Literal["chance", "strongest", "weakest"]

_CLAIM_EVERY: Final = 30
_SAY_EVERY: Final = 2
_LEANINGS: Final[tuple[Leaning, ...]] = ("chance", "chance", "strongest", "weakest")


class Others:
    """All players of a game, each with a leaning of his own in every hand."""

    def __init__(self, game: Game, luck: Random) -> None:
        self._game = game
        self._luck = luck
        self._hand = -1
        self._leanings: list[Leaning] = []

    def move(self) -> tuple[Action, tuple[str, ...]]:
        """An action for the decision that the game is at, and something to say with it."""
        game, luck, decision = self._game, self._luck, self._game.decision
        assert decision is not None
        if game.state.hand != self._hand:
            self._hand, self._leanings = game.state.hand, _leanings(game.variant.seats, luck)
        action = _action(decision, self._leanings[decision.seat], luck)
        offered = (decision.say or {}).get(action, ()) if isinstance(action, int) else ()
        if not offered or luck.randrange(_SAY_EVERY):
            return action, ()
        return action, (luck.choice(offered),)


def _leanings(seats: int, luck: Random) -> list[Leaning]:
    """Everyone by chance, or one who plays high where all others play low, which brings all the points to one."""
    if luck.random() < 0.7:
        return ["chance" if luck.random() < 0.7 else luck.choice(_LEANINGS) for _ in range(seats)]
    found: list[Leaning] = ["weakest"] * seats
    found[luck.randrange(seats)] = "strongest"
    return found


def _action(decision: Decision, leaning: Leaning, luck: Random) -> Action:
    actions = decision.actions()
    if decision.kind == "play":
        claims = [action for action in actions if isinstance(action, str)]
        cards = [action for action in actions if isinstance(action, int)]
        if cards and not (claims and luck.randrange(_CLAIM_EVERY) == 0):  # a wrong claim ends most games
            return _card(cards, leaning, luck)
    return luck.choice(actions)


def _card(cards: list[int], leaning: Leaning, luck: Random) -> int:
    if leaning == "chance":
        return luck.choice(cards)
    ranked = sorted(cards, key=lambda card: card % 13)
    return ranked[-1 if leaning == "strongest" else 0]
