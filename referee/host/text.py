"""Pieces of requests that are ready as bytes: cards, sets of cards, events, the public state."""

from typing import Final, get_args

import msgspec

from protocol.messages import Asked
from protocol.messages import State as ToldState
from referee.rules.cards import NAMES, Mask
from referee.rules.events import Bid, Declared, Drawn, Event, GameEnded, HandEnded, Played, TrickWon
from referee.rules.projection import project
from referee.rules.state import State

encode_json: Final = msgspec.json.Encoder().encode
"""Anything as JSON, without a newline."""

_SEATS: Final = 8

CARD_PLAYED: Final = tuple(tuple(b'[%d,"%s"]' % (seat, name.encode()) for name in NAMES) for seat in range(_SEATS))
"""By place and card: a card on the table."""

CARD_HELD: Final = tuple(b'"%b",' % name.encode() for name in NAMES)
"""By card: its name with a comma behind it."""

CARD_SIZE: Final = 5
"""Bytes of that."""

KINDS: Final = {kind: kind.encode() for kind in get_args(Asked)}
"""What a decision may be about."""

SAME_FOR_ALL: Final = (Played, TrickWon, Declared, Drawn, Bid, HandEnded, GameEnded)
"""The events of which every seat is told the same, so that they are put into words once. Others may be the same too."""


def _sets(suit: int) -> list[bytes]:
    """By the bits of a suit: its cards in ascending order, each with a comma behind it."""
    table = [b""]
    for name in NAMES[suit * 13 : suit * 13 + 13]:
        table += [text + b'"%b",' % name.encode() for text in table]
    return table


SUITS: Final = tuple(map(_sets, range(4)))
_BASTONI, _COPPE, _DENARI, _SPADE = SUITS
_LOW: Final = (1 << 13) - 1

PLAYS: Final[dict[tuple[int, int], bytes]] = {}
"""By place and card: the event of a card played without a word, if there was one before."""

TRICKS: Final[dict[tuple[int, int], bytes]] = {}
"""By winner and number: the event of a trick won, if there was one before."""


def cards_text(mask: Mask) -> bytes:
    """The names of a set of cards in ascending order, each with a comma behind it."""
    return _BASTONI[mask & _LOW] + _COPPE[mask >> 13 & _LOW] + _DENARI[mask >> 26 & _LOW] + _SPADE[mask >> 39]


def event_text(event: Event, seat: int) -> bytes | None:
    """An event as a seat is told of it, if it is. What it is told is the projection's affair alone."""
    told = project(event, seat)
    return None if told is None else encode_json(told)


def played_text(event: Played) -> bytes:
    """A card that is played without a word, for the first time here; the few texts that there are come again."""
    return PLAYS.setdefault((event.seat, event.card), same_text(event))


def trick_text(event: TrickWon) -> bytes:
    """A trick that is won, for the first time here."""
    return TRICKS.setdefault((event.winner, event.number), same_text(event))


def same_text(event: Event) -> bytes:
    """An event of which every seat is told the same."""
    return encode_json(project(event, 0))


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
