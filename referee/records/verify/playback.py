"""A record taken through the rules again: its variant, its decks, its actions one by one."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from referee.records.format.record import FaultRecord, HandRecord, Record
from referee.records.verify.fault_checks import not_ready
from referee.records.verify.mismatch import Differs
from referee.rules.cards import CARD, NAMES, Card
from referee.rules.deals import Deals, GivenDeals, SeededDeals
from referee.rules.decision import Decision, IllegalAction
from referee.rules.engine import Game, Hand, Variant
from referee.rules.games import UnknownName, build
from referee.rules.options import BadRules
from referee.rules.why import why_illegal

Watch: TypeAlias = Callable[[HandRecord, int, Decision], None]
"""Called before each action with the hand's record, the action's number in it, and the decision it answers; and once
more, with the number of actions, at a decision at which a fault ended the game.
"""

_RULES: Final = msgspec.json.Encoder()


def variant_of(record: Record) -> Variant:
    """The game with the record's options. Differs if there is no such game or the options make no sense."""
    variant = _variant(record.variant, _RULES.encode(record.rules), len(record.players))
    if variant.seats != len(record.players):
        raise Differs("number of players", variant.seats, len(record.players))
    return variant


def begin(record: Record) -> Game:
    """The record's game at its first decision. Differs if its decks do not fit the game, or its seed is none."""
    variant = variant_of(record)
    try:
        return Game(variant, _deals(record))
    except ValueError as error:
        raise Differs(str(error), None, None) from None


def follow(record: Record, game: Game, watch: Watch | None = None) -> None:
    """Play every action, and the forfeit if the last fault is one. Differs at the first thing that is not as it says:
    an action that is not legal or another seat's, a hand that was dealt or counted otherwise, a game not at its end.
    """
    for number, hand in enumerate(record.hands):
        if number == len(game.hands):
            raise Differs("the game is over before this hand", None, None, hand.hand, hand.attempt)
        made = game.hands[number]
        _check_deal(made, hand)
        _play(hand, number, game, watch)
        if game.result is None and len(game.hands) == number + 1:
            _cut_short(record, number, game, watch)
        _check_count(made, hand, game)
    if game.result is None and record.counted:
        raise Differs("the record ends before the game does", None, None, game.state.hand, game.state.attempt)


def ending(record: Record) -> FaultRecord | None:
    """The fault that ended the game, if one did."""
    last = record.faults[-1] if record.faults else None
    return last if last and last.consequence in ("forfeit", "void") else None


@lru_cache(maxsize=256)
def _variant(name: str, rules: bytes, players: int) -> Variant:
    try:
        return build(name, msgspec.json.decode(rules), players)
    except (UnknownName, BadRules) as error:
        raise Differs(str(error), None, None) from None


def _deals(record: Record) -> Deals:
    if record.seed is not None:
        return SeededDeals(record.seed)
    return GivenDeals([(_cards(hand), hand.dealer) for hand in record.hands])


def _cards(hand: HandRecord) -> list[Card]:
    try:
        return [CARD[name] for name in hand.deck.split(" ")]
    except KeyError as error:
        raise Differs(f"the deck holds {error}, which is no card", None, None, hand.hand, hand.attempt) from None


def _check_deal(made: Hand, hand: HandRecord) -> None:
    if hand.hand != made.hand:
        raise Differs("number of the hand", made.hand, hand.hand, hand.hand, hand.attempt)
    if hand.attempt != made.attempt:
        raise Differs("attempt", made.attempt, hand.attempt, hand.hand, hand.attempt)
    if hand.dealer != made.dealer:
        raise Differs("dealer", made.dealer, hand.dealer, hand.hand, hand.attempt)
    deck = " ".join([NAMES[card] for card in made.deck])
    if hand.deck != deck:
        raise Differs("deck", deck, hand.deck, hand.hand, hand.attempt)


def _play(hand: HandRecord, number: int, game: Game, watch: Watch | None) -> None:
    """The actions of a hand, the `number`th entry of the record."""
    act, card_of, hands = game.act, CARD.get, game.hands
    for index, action in enumerate(hand.actions):
        decision = game.decision
        if decision is None or len(hands) != number + 1:
            raise Differs("the hand is over before this action", None, None, hand.hand, hand.attempt, index)
        if action.seat != decision.place:
            raise Differs("seat", decision.place, action.seat, hand.hand, hand.attempt, index)
        if watch:
            watch(hand, index, decision)
        text, remarks = action.action, action.remarks
        try:
            act(card_of(text, text), remarks.sayings() if remarks else ())
        except IllegalAction as error:
            if not decision.allows(card_of(text, text)):
                rule, message = why_illegal(game.state, decision, card_of(text, text))
                what = f"seat {action.seat} may not {decision.kind} {text}: {message} ({rule})"
                raise Differs(what, decision.legal(), text, hand.hand, hand.attempt, index) from None
            raise Differs(str(error), None, None, hand.hand, hand.attempt, index) from None


def _cut_short(record: Record, number: int, game: Game, watch: Watch | None) -> None:
    """The hand stops in the middle: only a fault does that, of the seat that is asked or of one that was not ready."""
    hand, fault, decision = record.hands[number], ending(record), game.decision
    here = hand.hand, hand.attempt, len(hand.actions)
    assert decision is not None
    if fault is None or number < len(record.hands) - 1:
        raise Differs(f"the hand goes on: seat {decision.place} is to {decision.kind}", None, None, *here)
    if (fault.hand, fault.attempt, fault.action) != here:
        found = [fault.hand, fault.attempt, fault.action]
        raise Differs("the place of the last fault (hand, attempt, action)", [*here], found, *here)
    if fault.seat != decision.seat and not not_ready(record, len(record.faults) - 1):
        raise Differs("the seat of the last fault", decision.seat, fault.seat, *here)
    if watch:
        watch(hand, len(hand.actions), decision)
    if fault.consequence == "forfeit":
        game.forfeit(fault.seat)


def _check_count(made: Hand, hand: HandRecord, game: Game) -> None:
    """What the hand brought, and how it ended."""
    scores = tuple(game.state.scores) if made.scores is None else made.scores
    if hand.ended != made.ended:
        raise Differs("how the hand ended", made.ended, hand.ended, hand.hand, hand.attempt)
    if hand.contract != made.contract:
        raise Differs("contract", made.contract, hand.contract, hand.hand, hand.attempt)
    if hand.sides != made.sides:
        raise Differs("sides", made.sides, hand.sides, hand.hand, hand.attempt)
    if hand.points != made.points:
        raise Differs("points", made.points, hand.points, hand.hand, hand.attempt)
    if hand.declared != made.declared:
        raise Differs("declared", made.declared, hand.declared, hand.hand, hand.attempt)
    if hand.scores != scores:
        raise Differs("scores", scores, hand.scores, hand.hand, hand.attempt)
