"""A bot's answer to every decision but the card to play, and where that comes from."""

from collections.abc import Callable
from typing import Final, TypeAlias

from bots import avoiding, bidding, laying
from bots.cards import CARD, NAMES
from bots.claiming import claim
from bots.position import Position
from bots.view import View

CardChoice: TypeAlias = Callable[[Position], int]
"""How a bot chooses the card to play."""


def answer(view: View, take: CardChoice, avoid: CardChoice) -> str:
    """Return the action: `take` chooses a card where points are wanted, `avoid` where they are not (R12)."""
    if len(view.legal) == 1:
        return view.legal[0]
    if view.decision == "play":
        choose = avoid if reverse(view) else take
        return claim(view) or NAMES[choose(Position(view))]
    return _OTHERS.get(view.decision, _first)(view)


def reverse(view: View) -> bool:
    """Return whether points are to be avoided."""
    return "ace_of_bastoni" in view.game.rules


def _first(view: View) -> str:
    """A decision this bot knows nothing of: the first legal action that is no claim."""
    return next((action for action in view.legal if not action.startswith("claim:")), view.legal[0])


def _redeal(view: View) -> str:
    return "redeal"


def _declare(view: View) -> str:
    """Everything there is, one after the other."""
    return next((combo for combo in view.legal if combo != "done"), "done")


def _raise(view: View) -> str:
    return "plain"


def _lay(view: View) -> str:
    return NAMES[avoiding.worst(Position(view))] if reverse(view) else laying.lay(view)


def _expose(view: View) -> str:
    """Turn over the packets whose bottoms go to the hand, and the next cards come up (R3.2); else the weakest."""
    bottoms = view.table.bottoms

    def use(pair: str) -> int:
        turned = [bottoms[int(number) - 1] for number in pair.split("+")]
        return sum(20 if card % 13 >= CARD["Ab"] else -(card % 13) for card in turned)

    return max(view.legal, key=use)


def _sola(view: View) -> str:
    """All the points: let the others have them if that ends the game with oneself in front, else lose them (R12.4)."""
    target, scores = view.game.rules.get("target"), list(view.state.scores)
    sides = view.state.sides or view.table.sides or tuple((seat,) for seat in range(len(scores)))
    mine = next((unit for unit, side in enumerate(sides) if view.seat in side), 0)
    total = 10 + _ace_value(view)
    others = [score + total for unit, score in enumerate(scores) if unit != mine and unit < len(scores)]
    ends = isinstance(target, int) and max(others) >= target + (view.game.rules.get("bust") == "exceed")
    return "give" if ends and scores[mine] < min(others) else "discount"


def _ace_value(view: View) -> int:
    value = view.game.rules.get("ace_of_bastoni")
    return value if isinstance(value, int) else 1


_OTHERS: Final[dict[str, Callable[[View], str]]] = {
    "redeal": _redeal,
    "declare": _declare,
    "bid": bidding.bid,
    "raise": _raise,
    "call": bidding.call,
    "how": bidding.how,
    "swap": _lay,
    "return": _lay,
    "discard": _lay,
    "give": _lay,
    "bury": _lay,
    "expose": _expose,
    "sola": _sola,
}
