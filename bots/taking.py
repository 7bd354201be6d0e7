"""Which card to play where points are wanted: the maxims of the table, weighed against each other.

All weights are thousandths of a third, and were found by playing: each stands where a little more or less made the bot
lose.
"""

from typing import Final

from bots.cards import ACES, SUIT_MASK, THIRDS, above, set_of, strongest
from bots.position import CERTAIN, Position
from bots.sides import FRIEND

LAST_TRICK: Final = 3
"""Thirds that go with the last trick, beside what lies face down."""
LEAD: Final = 500
"""What it is worth to lead the next trick."""

WINNER: Final = 2200
"""Keep a card that nothing can beat any more …"""
SECOND: Final = 600
"""… and one that only one card can beat …"""
THIRD: Final = 250
"""… and one that only two can."""
HIGH: Final = 30
"""Of equal cards keep the higher: this for each rank."""

BY_LEADING: Final = 300
"""How much of what a lead is likely to bring counts, in thousandths: leading well is about the tricks to come."""
HASTE: Final = 200
"""Do not lead winners while there are many tricks to come: this for each card in hand."""
BARE_ACE: Final = 600
"""Do not lead an ace that can be beaten."""
BELOW_WINNER: Final = 600
"""Do not lead low where one holds the winner of the suit: it waits for the others' ace."""
LONG: Final = 60
"""Lead the long suit: this for each card of it."""
RETURN: Final = 200
"""Return the partner's suit."""

GIVEN: Final = 900
"""What a friend of the winner adds when he follows, an ace aside …"""
THROWN: Final = 1500
"""… and when he cannot follow."""
FORCED: Final = 1100
"""What an opponent of the winner adds when he has no worthless card of the suit …"""
SPARED: Final = 100
"""… and when he cannot follow."""

_WORTHLESS: Final = set_of(card for card in range(52) if not THIRDS[card])


def take(position: Position) -> int:
    """Return the card that promises most, its loss to the tricks to come taken off."""
    value = _lead if not position.trick else _follow
    return max(position.cards, key=lambda card: (value(position, card), -card))


def _follow(position: Position, card: int) -> int:
    return expected(position, card) - (kept(position, card) if position.left > 1 else 0)


def _lead(position: Position, card: int) -> int:
    if position.left == 1:
        return 0
    suit = SUIT_MASK[card // 13]
    mine, elsewhere = position.hand & suit, position.unseen & suit
    value = BY_LEADING * expected(position, card) // 1000 + LONG * mine.bit_count()
    if not elsewhere & above(card):
        value -= HASTE * position.left
    elif ACES >> card & 1:
        value -= BARE_ACE
    elif not elsewhere & above(strongest(mine)):
        value -= BELOW_WINNER
    return value + (RETURN if _led_by_partner(position, card // 13) else 0)


def _led_by_partner(position: Position, suit: int) -> bool:
    for _, trick in position.table.tricks:
        leader, card = trick[0]
        if card // 13 == suit and leader != position.place and position.trust[leader] == FRIEND:
            return True
    return False


def kept(position: Position, card: int) -> int:
    """Return what a card is worth in the tricks to come."""
    higher = (position.unseen & above(card)).bit_count()
    if higher and ACES >> card & 1:
        return HIGH * (card % 13)  # it is more likely to be lost than to win
    return (WINNER, SECOND, THIRD)[higher] + HIGH * (card % 13) if higher < 3 else HIGH * (card % 13)


def expected(position: Position, card: int) -> int:
    """Return what the trick is likely to bring to one's side if this card is played; negative if the others get it."""
    trust, best, winner = position.trust, position.best, position.winner
    if best < 0 or (card // 13 == best // 13 and card > best):
        best, winner = card, position.place
    pot = THIRDS[card] + sum(THIRDS[other] for _, other in position.trick)
    if position.left == 1:
        pot += LAST_TRICK + position.pile // 2
    gifts = [(trust[place], *_gift(position, place, best // 13)) for place in position.later]
    total = 0
    for chance, place in _winners(position, winner, best):
        thirds = 1000 * pot + LEAD
        for side, as_friend, as_opponent in gifts:
            thirds += as_friend if side * trust[place] > 0 else as_opponent
        total += chance * trust[place] * thirds
    return total // (FRIEND * CERTAIN)


def _winners(position: Position, winner: int, best: int) -> list[tuple[int, int]]:
    """Return who may win the trick: chance and place. Those who play later beat an opponent if they can."""
    trust = position.trust
    higher, suit = above(best) & position.unseen, SUIT_MASK[best // 13] & position.unseen
    stands = CERTAIN
    beaten: list[tuple[int, int]] = []
    for place in position.later:
        again: list[tuple[int, int]] = []
        for chance, before in beaten:
            beats = 0 if trust[place] * trust[before] > 0 else position.chance(place, suit) // 3
            again += [(chance * beats // CERTAIN, place), (chance * (CERTAIN - beats) // CERTAIN, before)]
        beats = 0 if trust[place] * trust[winner] > 0 else position.chance(place, higher)
        beaten = [*again, (stands * beats // CERTAIN, place)]
        stands = stands * (CERTAIN - beats) // CERTAIN
    return [outcome for outcome in ((stands, winner), *beaten) if outcome[0]]


def _gift(position: Position, place: int, led: int) -> tuple[int, int]:
    """Return what a place that plays later is likely to add, as a friend of the winner and as an opponent."""
    suit = SUIT_MASK[led] & position.unseen
    follows = position.chance(place, suit)
    away = CERTAIN - follows
    friend = (GIVEN * follows + THROWN * away + 2000 * position.chance(place, suit & ACES)) // CERTAIN
    must = follows * (CERTAIN - position.chance(place, suit & _WORTHLESS)) // CERTAIN
    return friend, (FORCED * must + SPARED * away) // CERTAIN
