"""What a seat may know, from the table of events of the protocol: the cards whose place it was told in this hand.

This is written down once more on purpose, and not taken from the projection: a projection that tells too much would
otherwise make its own excuse.
"""

from collections.abc import Iterable
from typing import assert_never

from referee.rules import events as full
from referee.rules.cards import BIT, CARD, DECKS, SUIT_MASK, Mask, mask_of
from referee.rules.engine import Variant

COINS = SUIT_MASK[2]


def hidden_from(seat: int, events: Iterable[full.Event], variant: Variant) -> Mask:
    """The cards of the last deal in `events` whose place `seat` was never told."""
    known = 0
    called: int | None = None
    alone = False
    for event in events:
        if isinstance(event, full.Dealt):
            known, called, alone = 0, None, False
            if variant.rules.get("first_lead") == "four_of_coins" and event.hand == 0:
                known |= BIT[CARD["4d"]]
        if isinstance(event, full.Contracted):
            alone = event.alone
        if isinstance(event, full.Called):
            called = event.card
        # Against all the others the named card is given at once, or all see that nobody has it; else it is a secret.
        given = isinstance(event, full.CardPassed) and event.card == called
        if called is not None and (alone or given or isinstance(event, full.PartnerShown)):
            known |= BIT[called]
        known |= shown_by(event, seat)
    return mask_of(DECKS[variant.deck]) & ~known


def shown_by(event: full.Event, seat: int) -> Mask:
    """The cards whose place this one event tells a seat."""
    own = getattr(event, "seat", None) == seat
    match event:
        case full.Dealt():
            bottoms = [packet[-1] for packet in event.packets[seat]] if event.packets else []
            return event.hands[seat] | mask_of((*event.removed, *bottoms))
        case full.Annulled() | full.DummyShown() | full.Claimed():
            return event.cards
        case full.Seated():
            return COINS
        case full.LoneNamed():
            return BIT[CARD["Ad"]]
        case full.MonteTaken():
            return event.cards if event.shown or own else 0
        case full.CardPassed():
            return BIT[event.card] if event.shown or seat in (event.giver, event.taker) else 0
        case full.Swapped() | full.Discarded() | full.Buried():
            return BIT[event.card] if own else 0
        case full.Exposed():
            return mask_of(event.tops) | (event.cards if own else 0)
        case full.TakenUp() | full.TurnedUp() | full.Played() | full.Drawn():
            return BIT[event.card]
        case full.Declared():
            return event.cards if event.told in ("cards", "named") else 0
        case full.HandEnded():
            return event.hidden
        case (
            full.ThrownIn()
            | full.Bid()
            | full.Raised()
            | full.HowChosen()
            | full.Contracted()
            | full.Called()
            | full.PartnerShown()
            | full.Revealed()
            | full.TrickWon()
            | full.Knocked()
            | full.Counted()
            | full.WentOut()
            | full.GameEnded()
        ):
            return 0
        case _:
            assert_never(event)
