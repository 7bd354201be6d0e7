"""Hidden cards do not leak: two cards whose place a seat was never told are exchanged, and it is told the same.

Both worlds are as good as each other to that seat, so whatever it is told and offered must be equal in both. The cards
are exchanged in the deck and in what others did unseen. A world in which somebody could not have done what he did is
passed over.
"""

from collections.abc import Callable, Iterator, Sequence

import pytest

from protocol import events as told
from referee.rules import events as full
from referee.rules.cards import NAMES, Card, cards_of, names_of
from referee.rules.decision import Decision, IllegalAction
from referee.rules.engine import Game, Variant
from referee.rules.projection import project
from tests.rules.knowledge import hidden_from
from tests.rules.steer import PLANS, Chance, Plan, Playout, play, spread, tables

Projection = Callable[[full.Event, int, Game], told.Event | None]

UNSEEN = ("swap", "return", "discard", "give", "bury", "play")
"""The decisions by which a card leaves a hand; a card that is named in a call stays where it is."""
UNTOLD_ASKING = ("redeal", "declare", "sola")
"""The decisions of which others do not know whether they are asked (R0.16)."""
TABLES = dict(tables())


class FixedDeals:
    """Decks in the order in which they are dealt; after the last one, that one again."""

    given = False

    def __init__(self, decks: Sequence[Sequence[Card]]) -> None:
        self.decks = [*decks]

    def deck(self, hand: int, attempt: int, deck: str, removed: Sequence[Card]) -> Sequence[Card]:
        return self.decks.pop(0) if len(self.decks) > 1 else self.decks[0]

    def dealer(self, hand: int) -> None:
        return None


def honest(event: full.Event, seat: int, game: Game) -> told.Event | None:
    return project(event, seat)


def other_world(playout: Playout, moment: int, seat: int, x: Card, y: Card) -> Game | None:
    """The game up to step `moment` with x and y exchanged in the hand that is being played; None if it cannot be."""
    attempt = playout.steps[moment].attempt
    exchange: dict[int | str, Card] = {x: y, y: x}
    decks = [[*hand.deck] for hand in playout.game.hands[: attempt + 1]]
    decks[attempt] = [exchange.get(card, card) for card in decks[attempt]]
    game = Game(playout.game.variant, FixedDeals(decks))
    for step in playout.steps[:moment]:
        decision, action = game.decision, step.action
        if decision is None or (decision.place, decision.kind) != (step.place, step.kind):
            return None
        if step.attempt == attempt and step.seat != seat and step.kind in UNSEEN:
            action = exchange.get(action, action)
        try:
            game.act(action, step.say)
        except IllegalAction:
            return None
    return game


def leak(playout: Playout, moment: int, seat: int, x: Card, y: Card, projection: Projection) -> str | None:
    """How `seat` could tell the worlds apart at step `moment`; None if it cannot, `impossible` if one cannot be."""
    other = other_world(playout, moment, seat, x, y)
    if other is None:
        return "impossible"
    step = playout.steps[moment]
    log = playout.game.log[: step.events]
    if _announcements(log) != _announcements(other.log):
        return "impossible"
    here = [event for event in (projection(event, seat, playout.game) for event in log) if event]
    there = [event for event in (projection(event, seat, other) for event in other.log) if event]
    if here != there:
        return f"told {[event for event in there if event not in here]}"
    decision = other.decision
    if step.seat != seat:
        return None if decision is None or decision.seat != seat or step.kind in UNTOLD_ASKING else "asked"
    if decision is not None and decision.seat != seat and decision.kind in UNTOLD_ASKING:
        return "impossible"
    assert decision is not None
    return None if _offered(decision) == _offered(step.decision) else f"offered {decision}"


def _offered(decision: Decision) -> tuple[object, ...]:
    return decision.seat, decision.kind, decision.legal(), decision.place, decision.say, decision.rule


def _announcements(log: Sequence[full.Event]) -> list[object]:
    """What the cards alone make happen, and rightly tell of them: declarations and whether claims stand."""
    return [
        (event.seat, event.points, event.combos) if isinstance(event, full.Declared) else (event.seat, event.right)
        for event in log
        if isinstance(event, full.Declared | full.Claimed)
    ]


def worlds(playout: Playout, chance: Chance, checks: int) -> Iterator[tuple[int, int, Card, Card]]:
    """Moments, seats and pairs of cards whose places the seat was not told."""
    for _ in range(checks):
        # a third of the moments are among the first, where auctions are and most is hidden
        moment = chance.below(min(len(playout.steps), 16) if chance.below(3) == 0 else len(playout.steps))
        seat = playout.steps[moment].seat if chance.below(2) else chance.below(playout.game.variant.seats)
        log = playout.game.log[: playout.steps[moment].events]
        hidden = cards_of(hidden_from(seat, log, playout.game.variant))
        if len(hidden) >= 2:
            called = playout.game.state.called
            first = called if called in hidden and chance.below(2) else hidden[chance.below(len(hidden))]
            hidden.remove(first)
            yield moment, seat, first, hidden[chance.below(len(hidden))]


def find_leaks(
    variant: Variant, seed: str, plan: Plan, projection: Projection = honest, checks: int = 24
) -> tuple[list[str], int]:
    """The leaks found in a playout, and how many pairs of worlds were compared."""
    playout = play(variant, seed, plan)
    found, compared = [], 0
    for moment, seat, x, y in worlds(playout, Chance(f"worlds {seed}"), checks):
        what = leak(playout, moment, seat, x, y, projection)
        compared += what != "impossible"
        if what not in (None, "impossible"):
            found.append(f"seat {seat} at step {moment}, cards {x} and {y}: {what}")
    return found, compared


def plans(variant: Variant) -> list[Plan]:
    """The plans that make a difference in a game: those whose words it offers."""
    offered: set[str] = set()

    def watch(game: Game) -> None:
        assert game.decision is not None
        offered.update((game.decision.kind, *game.decision.words))

    for plan in PLANS:
        play(variant, "which plans", plan, watch=watch)
    return [plan for plan in PLANS if all({kind, word} & offered for kind, word in plan.items() if kind != "play")]


@pytest.mark.parametrize("label", TABLES)
def test_no_seat_can_tell_two_worlds_apart(label: str) -> None:
    compared = 0
    for plan in plans(TABLES[label]):
        found, count = find_leaks(TABLES[label], f"{label} {plan}", plan)
        assert not found
        compared += count
    assert compared > 20


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("label", TABLES)
def test_no_seat_can_tell_two_worlds_apart_whatever_the_options(label: str) -> None:
    for option, variant in spread(TABLES[label].name, TABLES[label].seats):
        for plan in plans(variant):
            found, _ = find_leaks(variant, f"{label} {option} {plan}", plan, checks=100)
            assert not found


def shows_discards(event: full.Event, seat: int, game: Game) -> told.Event | None:
    if isinstance(event, full.Discarded):
        return told.Discard(seat=event.seat, card=NAMES[event.card])
    return project(event, seat)


def shows_buried(event: full.Event, seat: int, game: Game) -> told.Event | None:
    if isinstance(event, full.Buried):
        return told.Bury(seat=event.seat, card=NAMES[event.card])
    return project(event, seat)


def shows_laid(event: full.Event, seat: int, game: Game) -> told.Event | None:
    if isinstance(event, full.Swapped):
        return told.Swap(seat=event.seat, card=NAMES[event.card])
    return project(event, seat)


def shows_passed(event: full.Event, seat: int, game: Game) -> told.Event | None:
    if isinstance(event, full.CardPassed):
        return told.PassCard(from_=event.giver, to=event.taker, card=NAMES[event.card])
    return project(event, seat)


def shows_monte(event: full.Event, seat: int, game: Game) -> told.Event | None:
    if isinstance(event, full.MonteTaken):
        return told.Monte(seat=event.seat, cards=names_of(event.cards))
    return project(event, seat)


def names_partner(event: full.Event, seat: int, game: Game) -> told.Event | None:
    if isinstance(event, full.Called) and game.state.partner is not None:
        return told.Partner(seat=game.state.partner)
    return project(event, seat)


def shows_packets(event: full.Event, seat: int, game: Game) -> told.Event | None:
    return project(event, event.seat if isinstance(event, full.Exposed) else seat)


def shows_a_neighbours_card(event: full.Event, seat: int, game: Game) -> told.Event | None:
    if isinstance(event, full.Dealt):
        return told.Draw(seat=1, card=NAMES[cards_of(event.hands[1])[0]])
    return project(event, seat)


def shows_the_monte_undealt(event: full.Event, seat: int, game: Game) -> told.Event | None:
    if isinstance(event, full.Dealt) and (event.monte or event.stock):
        return told.Draw(seat=0, card=NAMES[(event.monte or event.stock)[-1]])
    return project(event, seat)


@pytest.mark.parametrize(
    ("projection", "label", "plan"),
    [
        (shows_discards, "terziglio-3", {"bid": "solo"}),
        (shows_discards, "mediatore-4", {"bid": "chiedo"}),
        (shows_discards, "a-chiamare-6", {"bid": "solo"}),
        (shows_buried, "lucana-3", {}),
        (shows_buried, "ciapano-3", {}),
        (shows_laid, "mediatore-4", {"bid": "chiedo"}),
        (shows_passed, "ciapano-3", {}),
        (shows_passed, "quadrigliati-4", {"bid": "chiamo", "how": "swap"}),
        (shows_monte, "terziglio-3", {"bid": "solo"}),
        (names_partner, "chiamata-del-tre-4", {}),
        (names_partner, "mediatore-4", {"bid": "chiamo"}),
        (names_partner, "quintiglio-5", {"bid": "chiamo"}),
        (names_partner, "a-chiamare-7", {"bid": "chiamo"}),
        (shows_packets, "pizzichino-2", {}),
        (shows_a_neighbours_card, "tressette-4", {}),
        (shows_a_neighbours_card, "col-morto-3", {}),
        (shows_a_neighbours_card, "traversone-5", {}),
        (shows_the_monte_undealt, "in-due-2", {}),
        (shows_the_monte_undealt, "terziglio-3", {"bid": "solissimo"}),
    ],
)
def test_a_planted_leak_is_found(projection: Projection, label: str, plan: Plan) -> None:
    found: list[str] = []
    for number in range(40):
        found += find_leaks(TABLES[label], f"planted {number}", plan, projection, checks=50)[0]
        if found:
            return
    assert found
