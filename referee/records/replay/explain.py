"""One decision of a record explained: what was legal, what was not and by which rule, and what the seat knew."""

from collections.abc import Iterator
from typing import Final

import msgspec

from protocol.shown import shown
from referee.records.format.record import Record
from referee.records.replay.decision_points import Course, Moment, course_of
from referee.records.replay.replay import told_lines
from referee.records.replay.replay_header import Line, View, named
from referee.records.replay.unplayed import not_played
from referee.rules.cards import DECKS, NAMES, Mask, cards_of, mask_of, names_of
from referee.rules.decision import Action, text_of
from referee.rules.engine import Game
from referee.rules.events import Dealt
from referee.rules.projection import project
from referee.rules.why import why_illegal

_WORDS: Final = {
    "bid": ("pass", "chiamo", "chiedo", "solo", "solissimo"),
    "raise": ("plain", "dividete", "scegliete"),
    "how": ("partner", "swap"),
    "redeal": ("keep", "redeal"),
    "sola": ("discount", "give"),
    "declare": (
        *(f"napoli:{suit}" for suit in "bcds"),
        *(f"tris:{rank}:{suit}" for rank in "32A" for suit in "bcds"),
        *(f"four:{rank}" for rank in "32A"),
    ),
}


_ASKED: Final = {
    "redeal": "keep the hand or have it dealt again",
    "raise": "say whether he raises it",
    "call": "call a card",
    "how": "say how he uses the called card",
    "swap": "lay down a card to exchange",
    "return": "give a card back",
    "discard": "discard a card",
    "give": "give a card away",
    "bury": "bury a card",
    "expose": "turn over two packets",
    "sola": "say what becomes of all the points",
}
"""What is asked, where the name of the decision alone does not say it."""


class Forbidden(msgspec.Struct, frozen=True):
    """Actions that one rule forbids for one reason."""

    actions: tuple[str, ...]
    rule: str
    reason: str


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A decision and its answer. Hand, attempt and action count from 0; `action` within the attempt at the hand."""

    game: str
    hand: int
    attempt: int
    action: int
    seat: int
    place: int
    """The place acted for: the seat itself, or the dummy."""
    decision: str
    rule: str
    """The rule that says what is legal here."""
    legal: tuple[str, ...]
    forbidden: tuple[Forbidden, ...]
    say: dict[str, tuple[str, ...]]
    """The sayings offered with each card."""
    answer: str | None
    """None where the game ended here by a fault."""
    fault: str | None
    """The fault at this decision: its kind, clause and consequence."""
    said: tuple[str, ...]
    by: str | None
    """`referee` where it answered for the seat."""
    ms: int
    cards: tuple[str, ...]
    """What the place held."""
    trick: tuple[tuple[int, str], ...]
    unseen: tuple[str, ...]
    """The cards of this hand that the seat had neither held nor been shown."""


class NoDecision(ValueError):
    """The record holds no such decision, or does not go with the rules so far."""


def explain(
    record: Record, action: int, hand: int | None = None, attempt: int = 0, width: int | None = None
) -> tuple[Explanation, Iterator[Line]]:
    """The decision with this number, and what its seat had been told in the hand until then.

    Without `hand` actions are counted from 0 through the whole game, with it within that attempt at that hand.
    The table of tricks has room for `width` characters. NoDecision if there is none.
    """
    course = _until(record, action, hand, attempt)
    moment = course.moments[-1]
    view = View(hand=moment.hand.hand, seat=moment.decision.seat, width=width)
    return _explanation(record, course.game, moment), told_lines(record, course, view)


def _until(record: Record, action: int, hand: int | None, attempt: int) -> Course:
    """The game up to the decision, which is the last of the moments."""
    unplayed = not_played(record)
    if unplayed is not None:
        raise NoDecision(unplayed.what)
    count = -1

    def here(moment: Moment) -> bool:
        nonlocal count
        count += 1
        if hand is None:
            return count == action
        return (moment.hand.hand, moment.hand.attempt, moment.index) == (hand, attempt, action)

    course = course_of(record, here)
    if course.reached:
        return course
    if course.differs:
        raise NoDecision(f"the record does not go with the rules before that: {course.differs}")
    if hand is None:
        raise NoDecision(f"there is no action {action}: they are 0 to {count}")
    last = [moment.index for moment in course.moments if (moment.hand.hand, moment.hand.attempt) == (hand, attempt)]
    if not last:
        raise NoDecision(f"there is no hand {hand} with an attempt {attempt}")
    raise NoDecision(f"there is no action {action} in hand {hand}: they are 0 to {last[-1]}")


def _explanation(record: Record, game: Game, moment: Moment) -> Explanation:
    decision, state, action = moment.decision, game.state, moment.action
    remarks = action.remarks if action else None
    held = state.hands[decision.place] | (state.visible(decision.place) if state.tops else 0)
    say = {NAMES[card]: sayings for card, sayings in (decision.say or {}).items()}
    faults = [f"{fault.fault} ({fault.clause}), {fault.consequence}" for fault in moment.faults]
    return Explanation(
        game=record.game,
        hand=moment.hand.hand,
        attempt=moment.hand.attempt,
        action=moment.index,
        seat=decision.seat,
        place=decision.place,
        decision=decision.kind,
        rule=decision.rule,
        legal=tuple(decision.legal()),
        forbidden=tuple(_forbidden(game, moment, held)),
        say=say,
        answer=action.action if action else None,
        fault=faults[0] if faults else None,
        said=remarks.sayings() if remarks else (),
        by=remarks.by if remarks else None,
        ms=action.ms if action else 0,
        cards=names_of(held),
        trick=tuple((place, NAMES[card]) for place, card in state.trick),
        unseen=names_of(_unseen(game, decision.seat)),
    )


def _forbidden(game: Game, moment: Moment, held: Mask) -> Iterator[Forbidden]:
    """Every card of the deck or word that might be thought of and is not legal, by rule and reason."""
    decision = moment.decision
    thinkable: list[Action] = [*cards_of(mask_of(DECKS[game.variant.deck]) & ~mask_of(game.state.removed))]
    if not decision.cards:
        thinkable = [*_WORDS.get(decision.kind, ())]
    groups: dict[tuple[str, str], list[str]] = {}
    for action in thinkable:
        if decision.allows(action):
            continue
        rule, message = why_illegal(game.state, decision, action)
        text = text_of(action)
        if isinstance(action, int) and decision.kind != "call" and not held >> action & 1:
            rule, message = decision.rule, "it is not in the hand that is played from"
        reason = message.removeprefix(f"{text}: ").replace(f"{text} ", "it ", 1)
        groups.setdefault((rule, reason), []).append(text)
    for (rule, reason), actions in groups.items():
        yield Forbidden(tuple(actions), rule, reason)


def _unseen(game: Game, seat: int) -> Mask:
    """The cards of the last deal that no event has shown to the seat; a card that was only named stays unseen."""
    start = max(place for place, event in enumerate(game.log) if isinstance(event, Dealt))
    unseen = mask_of(DECKS[game.variant.deck])
    for event in game.log[start:]:
        told = project(event, seat)
        if told is not None and told.__struct_config__.tag != "call":
            unseen &= ~mask_of(_cards_in(msgspec.to_builtins(told)))
    return unseen


def _cards_in(value: object) -> Iterator[int]:
    """Every card named anywhere in a built-in value."""
    if isinstance(value, str):
        if value in NAMES:
            yield NAMES.index(value)
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _cards_in(item)


def lines(record: Record, explanation: Explanation) -> Iterator[Line]:
    """An explanation as people read it."""
    e = explanation
    place = "" if e.place == e.seat else f" for {named(record, e.place)}"
    asked = f"{named(record, e.seat)} is to {_ASKED.get(e.decision, e.decision)}{place}"
    yield Line(f"hand {e.hand}, action {e.action}: {asked}", "heading")
    yield Line(f"  holds      {' '.join(e.cards)}")
    if e.trick:
        yield Line(f"  the trick  {' '.join(f'{place}:{card}' for place, card in e.trick)}")
    yield Line(f"  unseen     {' '.join(e.unseen)}")
    yield Line(f"  legal      {' '.join(e.legal)}  ({e.rule})", "result")
    for card, sayings in e.say.items():
        yield Line(f"             with {card}: {' '.join(sayings)}")
    for each in e.forbidden:
        yield Line(f"  not legal  {' '.join(each.actions)}: {each.reason} ({each.rule})", "fault")
    if e.fault:
        yield Line(f"  fault      {shown(e.fault)}", "fault")
    if e.answer is not None:
        said = f", saying {' and '.join(e.said)}" if e.said else ""
        yield Line(
            f"  {'the referee answered for it' if e.by else 'answered'}: {e.answer}{said}, after {e.ms} ms", "title"
        )
