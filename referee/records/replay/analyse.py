"""A game looked at with all cards known: what a side could still make of the hand, and what each card gave away."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from referee.records.format.record import HandRecord, Record, Sides
from referee.records.verify.mismatch import Differs
from referee.records.verify.playback import begin, follow
from referee.rules.cards import BIT, CARD, NAMES, Mask, mask_of, thirds_of
from referee.rules.decision import Decision
from referee.rules.engine import Game
from referee.rules.scoring import LAST_TRICK, card_thirds, side_of
from referee.rules.solver import FAST, Play, Solver

POINT = 3  # thirds


class Judged(msgspec.Struct, frozen=True, omit_defaults=True, tag="judged", tag_field="type", kw_only=True):
    """A card played where there was a choice; thirds are those that the player's side makes in the hand at best."""

    hand: int
    attempt: int
    action: int
    """Counted in the attempt at the hand, from 0."""
    seat: int
    place: int
    """Whose card it was: the seat's own, or the dummy's."""
    card: str
    best: tuple[str, ...]
    """The cards that give nothing away."""
    thirds: int
    """With the best card."""
    worth: dict[str, int]
    """By legal card."""

    def lost(self) -> int:
        """The thirds that the card gave away."""
        return self.thirds - self.worth[self.card]

    def points(self) -> int:
        """The points of the hand that it gave away: thirds that make none are not counted (R0.7)."""
        return self.thirds // POINT - self.worth[self.card] // POINT


class _Seen(msgspec.Struct, frozen=True):
    """The table before a card is played."""

    hand: HandRecord
    action: int
    seat: int
    place: int
    hands: tuple[Mask, ...]
    trick: tuple[Play, ...]
    order: tuple[int, ...]
    sides: Sides
    taken: tuple[int, ...]
    """By side, in thirds."""
    last: int
    """Thirds that go with the last trick."""


def analyse(record: Record, only: int | None = None) -> Iterator[Judged]:
    """Judge every card of a record, as far as it goes with the rules, that was played from a choice with at most FAST
    tricks left in a hand of two sides that want points, when nothing was to be drawn or turned up any more; of hand
    `only`, if it is given.

    Differs if not even its first hand can be dealt.
    """
    game = begin(record)
    hands: list[list[_Seen]] = []
    if "ace_of_bastoni" in game.variant.rules:  # few points win (R12.1)
        return

    def watch(hand: HandRecord, action: int, decision: Decision) -> None:
        if not hands or (hands[-1] and hands[-1][-1].hand is not hand):
            hands.append([])
        seen = _look(game, hand, action, decision)
        if seen and only in (None, hand.hand):
            hands[-1].append(seen)

    with suppress(Differs):  # what was played until then can be judged
        follow(record, game, watch)
    for seen in hands:
        yield from _judge(seen)


def _look(game: Game, hand: HandRecord, action: int, decision: Decision) -> _Seen | None:
    """What the solver needs to know, if the decision is one that it can judge."""
    state = game.state
    sides = hand.sides or state.fixed_sides
    place = decision.seat if decision.place < 0 else decision.place
    played = hand.actions[action].action if action < len(hand.actions) else ""
    if played not in CARD or decision.kind != "play" or decision.cards.bit_count() < 2:
        return None
    if not sides or len(sides) != 2 or state.stock or any(state.tops) or state.hands[place].bit_count() > FAST:
        return None
    return _Seen(
        hand,
        action,
        decision.seat,
        place,
        tuple(state.hands),
        tuple(state.trick),
        tuple(state.order),
        sides,
        tuple(sum(card_thirds(state, seat) for seat in side) for side in sides),
        LAST_TRICK + thirds_of(state.hidden | mask_of(state.monte)),
    )


def _judge(seen: list[_Seen]) -> list[Judged]:
    """The judgements of a hand, in order; found from its end, since what follows is found once."""
    if not seen:
        return []
    first = seen[0]
    hands = list(first.hands)
    for place, card in first.trick:
        hands[place] |= BIT[card]
    solver = Solver(hands, first.order, first.sides[0], first.last)
    return [_judged(each, solver) for each in reversed(seen)][::-1]


def _judged(seen: _Seen, solver: Solver) -> Judged:
    mine = side_of(seen.sides, seen.place)
    live = sum(seen.hands)
    left = thirds_of(live | mask_of(card for _, card in seen.trick)) + seen.last
    worths = solver.worths(live, seen.place, seen.trick)
    worth = {NAMES[card]: seen.taken[mine] + (value if mine == 0 else left - value) for card, value in worths.items()}
    thirds = max(worth.values())
    return Judged(
        hand=seen.hand.hand,
        attempt=seen.hand.attempt,
        action=seen.action,
        seat=seen.seat,
        place=seen.place,
        card=seen.hand.actions[seen.action].action,
        best=tuple(card for card, value in worth.items() if value == thirds),
        thirds=thirds,
        worth=worth,
    )
