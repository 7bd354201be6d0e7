"""When a bot claims: only what is certain."""

from bots.cards import SUIT_MASK, cards_of, mask_of
from bots.view import View


def claim(view: View) -> str | None:
    """Return a legal claim that must stand, if there is one."""
    if "claim:game" in view.legal and _target_reached(view):
        return "claim:game"
    if "claim:tricks" in view.legal and _takes_all(view):
        return "claim:tricks"
    return None


def _target_reached(view: View) -> bool:
    """R0.14: score, declarations and points taken so far of one's side are at the target."""
    target, table = view.game.rules.get("target"), view.table
    sides = view.state.sides or table.sides or ()
    for side, score in zip(sides, view.state.scores, strict=False):
        if view.place in side and isinstance(target, int):
            taken = sum(table.taken[place] for place in side)
            return score + sum(table.declared[place] for place in side) + taken // 3 >= target
    return False


def _takes_all(view: View) -> bool:
    """R1.11: in each suit one's cards beat as many of the cards one has not seen as there are."""
    table = view.table
    if view.game.rules.get("accuse") != "off" and view.state.trick <= 3:
        return False  # a declaration not yet made would be lost
    hand = mask_of(view.hand)
    unseen = table.unseen(hand)
    for suit in SUIT_MASK:
        against = unseen & suit
        mine = cards_of(hand & suit)[::-1]
        if any(card < against.bit_length() - 1 for card in mine[: against.bit_count()]):
            return False
    return True
