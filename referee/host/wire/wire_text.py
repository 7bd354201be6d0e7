"""Pieces of requests that are ready as bytes: cards, sets of cards, events, the public state."""

from functools import cache
from typing import Final, get_args

import msgspec

from protocol.messages import Asked
from protocol.messages import State as ToldState
from referee.rules.cards import BIT, NAMES, SUIT_MASK, Mask, cards_of
from referee.rules.events import Bid, Declared, Drawn, Event, GameEnded, HandEnded, Played, TrickWon
from referee.rules.projection import project
from referee.rules.state import State

encode_json: Final = msgspec.json.Encoder().encode
"""Anything as JSON, without a newline."""

_PLACES: Final = 8

CARD_PLAYED: Final = tuple(tuple(b'[%d,"%s"]' % (place, name.encode()) for name in NAMES) for place in range(_PLACES))
"""By place and card: a card on the table."""

CARD_HELD: Final = {BIT[card]: b'"%b",' % name.encode() for card, name in enumerate(NAMES)}
"""By a set of one card: its name with a comma behind it."""

KINDS: Final = {kind: kind.encode() for kind in get_args(Asked)}
"""What a decision may be about."""

SAME_FOR_ALL: Final = (Played, TrickWon, Declared, Drawn, Bid, HandEnded, GameEnded)
"""The events of which every seat is told the same, so that they are put into words once. Others may be the same too."""

ONE_SUIT: Final[dict[Mask, bytes]] = {}
"""By a set of cards of one suit that was asked for before: their names in ascending order."""


def cards_text(mask: Mask) -> bytes:
    """The names of a set of cards in ascending order."""
    return b",".join([ONE_SUIT.get(cards) or _suit_text(cards) for suit in SUIT_MASK if (cards := mask & suit)])


def _suit_text(mask: Mask) -> bytes:
    return ONE_SUIT.setdefault(mask, b"".join([CARD_HELD[BIT[card]] for card in cards_of(mask)])[:-1])


def event_text(event: Event, seat: int) -> bytes | None:
    """An event as a seat is told of it, if it is. What it is told is the projection's affair alone."""
    told = project(event, seat)
    return None if told is None else encode_json(told)


def same_text(event: Event) -> bytes:
    """An event of which every seat is told the same."""
    return encode_json(project(event, 0))


PLAYS: Final = tuple(tuple(same_text(Played(place, card)) for card in range(len(NAMES))) for place in range(_PLACES))
"""By place and card: the event of a card played without a word."""


@cache
def trick_text(winner: int, number: int) -> bytes:
    """The event of a trick won; the few texts that there are come again."""
    return same_text(TrickWon(winner, number))


def state_parts(state: State) -> tuple[bytes, bytes]:
    """What everyone sees of the moment, before and after the number of the trick, which changes most."""
    head, _, tail = encode_json(told_state(state)).partition(b'"trick":%d' % state.number)
    return head + b'"trick":', tail


def told_state(state: State) -> ToldState:
    """The public facts of the moment: all of them follow from events that every seat was told.

    `order` and `active` stand only where they are not simply all seats in their numbers' order.
    """
    order, everyone = tuple(state.order), tuple(range(state.seats))
    active = tuple(sorted(seat for seat in state.active if seat < state.seats))
    return ToldState(
        hand=state.hand,
        trick=state.number,
        scores=tuple(state.scores),
        dealer=state.dealer,
        contract=state.contract,
        declarer=state.declarer,
        sides=state.sides,
        order=None if order == everyone else order,
        active=None if active == everyone else active,
    )
