"""Events in words, as people read them at the end of a line of a replay: one text for every kind of event."""

from collections.abc import Callable, Sequence
from typing import TypeAlias, assert_never

import msgspec

from protocol import events as told

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


def tell(event: Seen, named: Named, unit: Callable[[int], str]) -> str:
    """What happened, in a line without its end; empty for what the table of tricks shows. `unit` names a side or seat
    by its place in the lists of points.
    """
    match event:
        case told.Play() | told.Trick() | told.Deal() | DealtToAll():
            return ""
        case told.Annul():
            who = "" if event.seat is None else f"{named(event.seat)} annuls the hand"
            return _joined(who or "the hand is annulled", event.reason, _cards(event.cards))
        case told.ThrownIn():
            return f"all pass: the hand is thrown in ({event.reason})"
        case told.Seating():
            return f"the cards decide: turn order {_seats(event.order)}, sides {_sides(event.sides)}"
        case told.Lone():
            return f"{named(event.seat)} plays alone"
        case told.Bid():
            return f"{named(event.seat)} passes" if event.bid == "pass" else f"{named(event.seat)} bids {event.bid}"
        case told.Raise():
            return f"{named(event.seat)} says {event.bid}"
        case told.How():
            how = "will play with its holder" if event.bid == "partner" else "exchanges a card for it"
            return f"{named(event.seat)} {how}"
        case told.Contract():
            return f"contract: {event.bid} by {named(event.seat)}, value {event.value}; {named(event.leader)} leads"
        case told.Swap():
            return f"{named(event.seat)} lays {_card(event.card)} face down to exchange it"
        case told.Call():
            return f"{named(event.seat)} calls {event.card}"
        case told.Partner():
            return f"{named(event.seat)} is the partner"
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
            what = " ".join(event.combos or ())
            return _joined(f"{named(event.seat)} declares {_number(event.points, 'point')}", what, _cards(event.cards))
        case told.Reveal():
            return f"{named(event.seat)} tells: {' '.join(event.combos)}"
        case told.Draw():
            return f"{named(event.seat)} draws {event.card}"
        case told.Claim():
            what = "the game" if event.claim == "game" else "all tricks"
            stands = "it stands" if event.right else "it does not stand"
            return _joined(f"{named(event.seat)} claims {what}", stands, _cards(event.cards))
        case told.Count():
            return f"{named(event.seat)} has made {_number(event.points, 'point')}, all there are, and may choose"
        case told.HandEnd():
            return _hand_end(event, unit)
        case told.Out():
            return f"{named(event.seat)} is out"
        case told.GameEnd():
            return _game_end(event, named)
        case told.Fault():
            return f"{named(event.seat)} is at fault: {event.fault}, {event.consequence}"
        case _:
            assert_never(event)


def _hand_end(event: told.HandEnd, unit: Callable[[int], str]) -> str:
    counts = []
    for number, score in enumerate(event.scores):
        thirds, points, declared = event.thirds[number], event.points[number], event.declared[number]
        if points is None:
            counts.append(f"{unit(number)}: out, {score} in all")
        else:
            more = f" and {declared} declared" if declared else ""
            counts.append(
                f"{unit(number)}: {_number(thirds, 'third')}, {_number(points, 'point')}{more}, {score} in all"
            )
    extra = [f"sides {_sides(event.sides)}"] if event.sides else []
    extra += [", ".join(event.awards)] if event.awards else []
    extra += [f"face down were {_cards(event.hidden)}"] if event.hidden else []
    return "; ".join([*counts, *extra])


def _game_end(event: told.GameEnd, named: Named) -> str:
    winners = " and ".join(map(named, event.winners))
    verb = "wins" if len(event.winners) == 1 else "win"
    games = f" {event.stakes} games" if event.stakes > 1 else ""
    utility = " ".join(f"{value:+d}" if value else "0" for value in event.utility)
    return f"the game is over ({event.reason}): {winners} {verb}{games}; utility {utility}"


def _number(count: int | None, unit: str) -> str:
    return f"{count} {unit}{'' if count in (1, -1) else 's'}"


def _joined(*parts: str) -> str:
    head, *rest = [part for part in parts if part]
    return f"{head}: {', '.join(rest)}" if rest else head


def _cards(cards: Sequence[str] | None) -> str:
    return " ".join(cards or ())


def _card(card: str | None) -> str:
    return card or "a card"


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))


def _sides(sides: Sequence[Sequence[int]]) -> str:
    return " against ".join("+".join(map(str, side)) for side in sides)
