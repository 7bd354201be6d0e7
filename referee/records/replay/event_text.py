"""Events in words, as people read them at the end of a line of a replay: one text for every kind of event."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, assert_never

import msgspec

from protocol import events as told
from referee.records.plurals import listed, quantity

Named: TypeAlias = Callable[[int], str]
"""How a seat is called: its number and its player's name."""


class DealtToAll(msgspec.Struct, frozen=True, omit_defaults=True, tag="deal", tag_field="type", kw_only=True):
    """A deal seen from above the table: `hands` by place, `undealt` the stock or the monte, top card first."""

    hand: int
    attempt: int
    order: tuple[int, ...]
    dealer: int
    leader: int | None = None
    hands: tuple[tuple[str, ...], ...]
    packets: tuple[tuple[tuple[str, ...], ...], ...] | None = None
    undealt: tuple[str, ...] | None = None
    removed: tuple[str, ...] | None = None


Seen: TypeAlias = told.Event | DealtToAll


def tell(event: Seen, named: Named) -> str:
    """What happened, in a line without its end; empty for what the table of tricks shows, and for the ends of hands
    and games, which take several (see `Outcome`).
    """
    match event:
        case told.Play() | told.Trick() | told.Deal() | DealtToAll() | told.HandEnd() | told.GameEnd():
            return ""
        case told.Annul():
            who = "the hand is" if event.seat is None else f"{named(event.seat)} has the hand"
            reason = _ANNULLED.get(event.reason, event.reason)
            return _joined(f"{who} annulled, and dealt again", reason, _cards(event.cards))
        case told.ThrownIn():
            return "all pass: the hand is thrown in"
        case told.Seating():
            order = ", ".join(map(named, event.order))
            return f"the coins decide who are partners: {_sides(event.sides, named)}; the turn goes {order}"
        case told.Lone():
            return f"{named(event.seat)} plays alone"
        case told.Bid():
            return f"{named(event.seat)} passes" if event.bid == "pass" else f"{named(event.seat)} bids {event.bid}"
        case told.Raise():
            return f"{named(event.seat)} {'leaves it at that' if event.bid == 'plain' else f'raises it: {event.bid}'}"
        case told.How():
            how = "will play with its holder as partner" if event.bid == "partner" else "will exchange a card for it"
            return f"{named(event.seat)} {how}"
        case told.Contract():
            value = f"{named(event.seat)} plays {event.bid} for a value of {event.value}"
            return f"{value}; {named(event.leader)} leads"
        case told.Swap():
            return f"{named(event.seat)} lays {_card(event.card)} face down to exchange it"
        case told.Call():
            return f"{named(event.seat)} calls {event.card}"
        case told.Partner():
            return f"{named(event.seat)} has the called card, and is the partner"
        case told.Monte():
            return f"{named(event.seat)} takes the monte: {_cards(event.cards) or 'unseen'}"
        case told.PassCard():
            return f"{named(event.from_)} gives {named(event.to)} {_card(event.card)}"
        case told.Discard():
            return f"{named(event.seat)} discards {_card(event.card)}"
        case told.Bury():
            return f"{named(event.seat)} buries {_card(event.card)}"
        case told.Expose():
            left = f", keeping {_cards(event.cards)}" if event.cards else ""
            packets = " and ".join(map(str, event.packets))
            return f"{named(event.seat)} turns over packets {packets}: {_cards(event.tops)}{left}"
        case told.TakeUp():
            return f"{named(event.seat)} takes up {event.card} from packet {event.packet}"
        case told.TurnUp():
            return f"{named(event.seat)} turns up {event.card} on packet {event.packet}"
        case told.Dummy():
            return f"the hand of {named(event.seat)} is shown: {_cards(event.cards)}"
        case told.Declare():
            what = ", ".join(map(combination, event.combos or ()))
            points = quantity(event.points, "point")
            return _joined(f"{named(event.seat)} declares {points}", what, _cards(event.cards))
        case told.Reveal():
            return f"{named(event.seat)} tells what he declared: {', '.join(map(combination, event.combos))}"
        case told.Draw():
            return f"{named(event.seat)} draws {event.card}"
        case told.Claim():
            return _claim(event, named(event.seat))
        case told.Count():
            return f"{named(event.seat)} has all {event.points} points, and may choose what becomes of them"
        case told.Out():
            return f"{named(event.seat)} has reached the target, and is out of the game"
        case told.Fault():
            return f"{named(event.seat)} is at fault: {event.fault}; {consequence(event.consequence)}"
        case _:
            assert_never(event)


def combination(combo: str) -> str:
    """A declared combination in words: `napoli:b` is a napoletana of bastoni, `tris:3:c` the 3s without coppe."""
    kind, *rest = combo.split(":")
    if kind == "napoli":
        return f"napoletana{f' of {_SUITS[rest[0]]}' if rest else ''}"
    ranks = "aces" if rest[0] == "A" else f"{rest[0]}s"
    if kind == "four":
        return f"four {ranks}"
    return f"three {ranks}{f' without {_SUITS[rest[1]]}' if len(rest) > 1 else ''}"


def consequence(word: str) -> str:
    """What follows from a fault (P9), in words."""
    return _CONSEQUENCES.get(word, word)


_CONSEQUENCES: Final = {
    "forfeit": "the game is forfeited",
    "substitute": "the referee answers for it this time",
    "replace": "the referee plays on for it",
    "void": "the game is played again",
}
_SUITS: Final = {"b": "bastoni", "c": "coppe", "d": "denari", "s": "spade"}
_ANNULLED: Final = {
    "seating": "one player holds all the coins that decide",
    "below_one": "less than a point in hand",
    "at_most_one": "no more than a point in hand",
    "three_sevens": "three sevens or more",
}
"""Why a hand is annulled (R1.2, R1.4)."""


def _claim(event: told.Claim, who: str) -> str:
    if event.claim == "game":
        return f"{who} claims the game: {'rightly' if event.right else 'wrongly, and the others have won it'}"
    stands = "rightly: he takes them" if event.right else "wrongly: his cards stay open, and play goes on"
    return f"{who} lays down {_cards(event.cards)} and claims all tricks left, {stands}"


def _joined(*parts: str) -> str:
    head, *rest = [part for part in parts if part]
    return f"{head}: {', '.join(rest)}" if rest else head


def _cards(cards: Sequence[str] | None) -> str:
    return " ".join(cards or ())


def _card(card: str | None) -> str:
    return card or "a card"


def _sides(sides: Sequence[Sequence[int]], named: Named) -> str:
    return " against ".join(listed([named(seat) for seat in side]) for side in sides)
