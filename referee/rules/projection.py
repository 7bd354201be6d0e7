"""What a seat is told of an event: the one door from the full events to those of the protocol (design promise 4)."""

from typing import assert_never

from protocol import events as told
from referee.rules import events as full
from referee.rules.cards import NAMES, Mask, names_of


def project(event: full.Event, seat: int) -> told.Event | None:
    """What `seat` is told of `event`, built up from what it may see; None if it is told nothing."""
    match event:  # what every game has comes first
        case full.Played():
            return told.Play(seat=event.seat, card=NAMES[event.card], say=event.say or None)
        case full.TrickWon():
            return told.Trick(winner=event.winner, number=event.number)
        case full.Dealt():
            return _deal(event, seat)
        case full.Declared():
            return _declare(event)
        case full.HandEnded():
            return told.HandEnd(
                thirds=event.thirds,
                points=event.points,
                declared=event.declared,
                awards=event.awards or None,
                scores=event.scores,
                sides=event.sides,
                hidden=_shown(event.hidden),
            )
        case full.GameEnded():
            return told.GameEnd(
                winners=event.winners,
                scores=event.scores,
                utility=event.utility,
                stakes=event.stakes,
                reason=event.reason,
            )
        case full.Annulled():
            return told.Annul(seat=event.seat, cards=_shown(event.cards), reason=event.reason)
        case full.ThrownIn():
            return told.ThrownIn(reason=event.reason)
        case full.Seated():
            return told.Seating(order=event.order, sides=event.sides)
        case full.LoneNamed():
            return told.Lone(seat=event.seat)
        case full.Bid():
            return told.Bid(seat=event.seat, bid=event.bid)
        case full.Raised():
            return told.Raise(seat=event.seat, bid=event.bid)
        case full.HowChosen():
            return told.How(seat=event.seat, bid=event.bid)
        case full.Contracted():
            return told.Contract(seat=event.seat, bid=event.bid, value=event.value, leader=event.leader)
        case full.Called():
            return told.Call(seat=event.seat, card=NAMES[event.card])
        case full.PartnerShown():
            return told.Partner(seat=event.seat)
        case full.Revealed():
            return told.Reveal(seat=event.seat, combos=event.combos)
        case full.Drawn():
            return told.Draw(seat=event.seat, card=NAMES[event.card])
        case full.Swapped():
            return told.Swap(seat=event.seat, card=_own(event.card, event.seat == seat))
        case full.Discarded():
            return told.Discard(seat=event.seat, card=_own(event.card, event.seat == seat))
        case full.Buried():
            return told.Bury(seat=event.seat, card=_own(event.card, event.seat == seat))
        case full.CardPassed():
            sees = event.shown or seat in (event.giver, event.taker)
            return told.PassCard(from_=event.giver, to=event.taker, card=_own(event.card, sees))
        case full.MonteTaken():
            sees = event.shown or event.seat == seat
            return told.Monte(seat=event.seat, cards=names_of(event.cards) if sees else None)
        case full.Exposed():
            return told.Expose(
                seat=event.seat,
                packets=event.packets,
                tops=tuple(NAMES[card] for card in event.tops),
                cards=names_of(event.cards) if event.seat == seat else None,
            )
        case full.TakenUp():
            return told.TakeUp(seat=event.seat, packet=event.packet, card=NAMES[event.card])
        case full.TurnedUp():
            return told.TurnUp(seat=event.seat, packet=event.packet, card=NAMES[event.card])
        case full.DummyShown():
            return told.Dummy(seat=event.seat, cards=names_of(event.cards))
        case full.Knocked():
            return None  # follows from the sayings, which all have heard
        case full.Claimed():
            return told.Claim(seat=event.seat, claim=event.claim, right=event.right, cards=_shown(event.cards))
        case full.Counted():
            return told.Count(seat=event.seat, points=event.points)
        case full.WentOut():
            return told.Out(seat=event.seat)
        case _:
            assert_never(event)


def _deal(event: full.Dealt, seat: int) -> told.Deal:
    own = event.packets[seat] if event.packets else ()
    return told.Deal(
        hand=event.hand,
        attempt=event.attempt,
        order=event.order,
        dealer=event.dealer,
        leader=event.leader,
        cards=names_of(event.hands[seat]),
        bottoms=tuple(NAMES[packet[-1]] for packet in own) or None,
        counts=_counts(event),
        stock=len(event.stock) or None,
        monte=len(event.monte) or None,
        removed=tuple(NAMES[card] for card in event.removed) or None,
    )


def _counts(event: full.Dealt) -> tuple[int, ...]:
    """The number of cards that each place was dealt, in hand or in packets."""
    if not event.packets:
        return tuple(map(int.bit_count, event.hands))
    return tuple(sum(map(len, own)) for own in event.packets)  # nobody has a hand yet (R3.1)


def _declare(event: full.Declared) -> told.Declare:
    """What R1.7 allows: everything but `cards` tells less than what is known to the referee."""
    if event.told == "on_request":
        return told.Declare(seat=event.seat, points=event.points)
    combos = event.combos
    if event.told == "kind":
        combos = tuple(_kind(combo) for combo in combos)
    shown = names_of(event.cards) if event.told == "cards" else None
    return told.Declare(seat=event.seat, points=event.points, combos=combos, cards=shown)


def _kind(combo: str) -> str:
    """A combination without the missing suit of a three and without the suit of a napoletana."""
    name, *rest = combo.split(":")
    return name if name == "napoli" else f"{name}:{rest[0]}"


def _shown(cards: Mask) -> tuple[str, ...] | None:
    return names_of(cards) or None


def _own(card: int, sees: bool) -> str | None:
    return NAMES[card] if sees else None
