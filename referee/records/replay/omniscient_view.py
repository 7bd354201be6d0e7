"""Events as a replay shows them: as one seat was told of them, or from above the table, where nothing is hidden."""

from typing import assert_never

from protocol import events as told
from referee.records.replay.event_text import DealtToAll, Seen
from referee.rules import events as full
from referee.rules.cards import NAMES, names_of
from referee.rules.projection import project


def seen(event: full.Event, seat: int | None) -> Seen | None:
    """What `seat` was told of an event, or everything if it is None; None for what is not told."""
    return project(event, seat) if seat is not None else _from_above(event)


def _from_above(event: full.Event) -> Seen | None:
    """An event as the one who did it was told of it: he sees his own cards, and whoever else saw them saw no more."""
    match event:
        case full.Dealt():
            return _deal(event)
        case full.Declared():
            return told.Declare(
                seat=event.seat, points=event.points, combos=event.combos, cards=names_of(event.cards) or None
            )
        case full.CardPassed():
            return project(event, event.giver)
        case full.Swapped() | full.MonteTaken() | full.Discarded() | full.Buried() | full.Exposed():
            return project(event, event.seat)
        case (
            full.Annulled()
            | full.ThrownIn()
            | full.Seated()
            | full.LoneNamed()
            | full.Bid()
            | full.Raised()
            | full.HowChosen()
            | full.Contracted()
            | full.Called()
            | full.PartnerShown()
            | full.TakenUp()
            | full.TurnedUp()
            | full.DummyShown()
            | full.Revealed()
            | full.Played()
            | full.TrickWon()
            | full.Drawn()
            | full.Knocked()
            | full.Claimed()
            | full.Counted()
            | full.HandEnded()
            | full.WentOut()
            | full.GameEnded()
        ):
            return project(event, 0)
        case _:
            assert_never(event)


def _deal(event: full.Dealt) -> DealtToAll:
    packets = tuple(tuple(tuple(NAMES[card] for card in reversed(packet)) for packet in own) for own in event.packets)
    return DealtToAll(
        hand=event.hand,
        attempt=event.attempt,
        order=event.order,
        dealer=event.dealer,
        leader=event.leader,
        hands=tuple(names_of(hand) for hand in event.hands),
        packets=packets or None,
        undealt=tuple(NAMES[card] for card in event.stock or event.monte) or None,
        removed=tuple(NAMES[card] for card in event.removed) or None,
    )
