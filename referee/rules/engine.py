"""The engine: it plays the phases of a variant, hand after hand, and stops at each decision."""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from referee.rules.cards import Card
from referee.rules.deals import Deals
from referee.rules.decision import Action, Decision, IllegalAction, text_of
from referee.rules.events import Dealt, Event, GameEnded, HandEnded
from referee.rules.state import Sides, State

Steps: TypeAlias = Generator[Decision, Action, "Ended | None"]
"""The course of a phase: it yields each decision, is sent the action taken, and returns how it cut the hand short."""


class Ended(NamedTuple):
    """How a hand was cut short (record.md G4); `unit` is the winning side where that decides the game (R0.14)."""

    kind: str
    unit: int | None = None


class Result(msgspec.Struct, frozen=True):
    """How a game came out; `utility` by seat sums to zero (R0.15)."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    utility: tuple[int, ...]
    stakes: int
    reason: str


class Hand(msgspec.Struct):
    """One attempt at a hand, as records tell it (record.md G4)."""

    hand: int
    attempt: int
    dealer: int
    deck: Sequence[Card]
    points: tuple[int | None, ...] | None = None
    declared: tuple[int | None, ...] | None = None
    scores: tuple[int, ...] | None = None
    ended: str | None = None
    sides: Sides | None = None
    contract: str | None = None


class Variant(msgspec.Struct, frozen=True):
    """A game with its options settled: a list of phases, and how hands are counted and the game ends."""

    name: str
    rules: dict[str, object]
    seats: int
    unit: str
    """What scores are counted by: `side` or `seat`."""
    phases: tuple["Callable[[Game], Steps]", ...]
    count: "Callable[[Game, Ended | None], Steps]"
    """Emits the end of a hand, cut short or not."""
    finish: "Callable[[Game, Ended | None, bool], Result | None]"
    """The result, if the game is over after this hand; always, if it is the last there can be."""
    surrender: "Callable[[Game, int], tuple[int, ...]]"
    """The utility of every seat when this one's bot is at fault (protocol.md P9)."""
    first_dealer: int
    deck: str = "italian40"
    removed: Callable[[int], tuple[Card, ...]] = lambda active: ()
    """The cards taken out of the deck for a number of active players."""
    sides: Sides | None = None
    """The sides, where they hold for the whole game and do not depend on the cards."""
    places: int = 0
    """The seats and the dummy; 0 means there is none."""
    units: int = 2
    hand_sides: bool = False
    """Whether sides change by hand."""


class Game:
    """One game from the first deal to the result. Pure: the decks are an argument, nothing else comes from outside."""

    def __init__(self, variant: Variant, deals: Deals) -> None:
        """Deal the first hand and go on to the first decision. ValueError if given decks do not fit the game."""
        self.variant = variant
        self.deals = deals
        self.state = State(variant.seats, variant.places or variant.seats, variant.units, variant.sides)
        self.log: list[Event] = []
        self.hands: list[Hand] = []
        self.result: Result | None = None
        self.said: tuple[str, ...] = ()
        """What goes with the action being taken."""
        self._steps = self._play()
        self._send = self._steps.send
        self.decision: Decision | None = next(self._steps, None)

    def emit(self, event: Event) -> None:
        """Let an event happen: it goes into the log and changes the state."""
        self.log.append(event)
        event.apply(self.state)

    def act(self, action: Action, say: tuple[str, ...] = ()) -> None:
        """Take the action and go on to the next decision. IllegalAction, with nothing changed, if it is not allowed."""
        decision = self.decision
        if decision is None:
            raise IllegalAction("R0.16", "the game is over")
        if not (decision.cards >> action & 1 if action.__class__ is int else action in decision.words):
            raise IllegalAction(decision.rule, f"{text_of(action)} is not legal here")
        if say or self.said:
            _check_sayings(decision, action, say)
            self.said = say
        try:
            self.decision = self._send(action)
        except StopIteration:
            self.decision = None

    def forfeit(self, seat: int) -> Result:
        """End the game because of this seat's bot: its side loses (protocol.md P9)."""
        utility = self.variant.surrender(self, seat)
        winners = tuple(other for other, value in enumerate(utility) if value > 0)
        self._end(Result(winners, tuple(self.state.scores), utility, 1, "forfeit"))
        if self.hands and self.hands[-1].scores is None:
            self.hands[-1].ended = "forfeit"
            self._write_down()
        self._steps.close()
        self.decision = None
        assert self.result is not None
        return self.result

    def _play(self) -> Generator[Decision, Action, None]:
        variant, state, deals = self.variant, self.state, self.deals
        dealer, hand, attempt = variant.first_dealer, 0, 0
        while True:
            given = deals.dealer(hand)
            dealer = dealer if given is None else given
            if dealer not in state.circle:
                raise ValueError(f"the dealer of hand {hand} is seat {dealer}, which is not in the game (R0.9)")
            deck = deals.deck(hand, attempt, variant.deck, variant.removed(len(state.circle)))
            if deck is None:
                result = variant.finish(self, None, True)
                assert result is not None
                return self._end(result)
            self.hands.append(Hand(hand, attempt, dealer, deck))
            ended = yield from self._hand()
            circle = list(state.circle)
            if ended and ended.kind in ("annulled", "thrown_in") and not deals.given:
                attempt += 1
                dealer = dealer if ended.kind == "annulled" else _right_of(dealer, circle)
                continue
            result = variant.finish(self, ended, False)
            if result is not None:
                self.hands[-1].ended = "stakes" if result.reason == "stakes" else self.hands[-1].ended
                return self._end(result)
            dealer = _right_of(dealer, circle, state.circle)
            hand, attempt = hand + 1, 0

    def _hand(self) -> Steps:
        """One attempt at a hand: the phases, until one cuts it short, then the count."""
        ended = None
        for phase in self.variant.phases:
            ended = yield from phase(self)
            if ended:
                break
        played = self.hands[-1]
        played.ended = ended.kind if ended else None
        if ended and ended.kind in ("annulled", "thrown_in") and not self.deals.given:
            played.scores = tuple(self.state.scores)
        else:
            yield from self.variant.count(self, ended)
        self._write_down()
        return ended

    def _write_down(self) -> None:
        """Complete the record of the hand from what has become of it."""
        state, played = self.state, self.hands[-1]
        played.scores = tuple(state.scores)
        played.contract = state.contract
        for event in reversed(self.log):
            if isinstance(event, HandEnded):
                played.points, played.declared, played.sides = event.points, event.declared, event.sides
            if isinstance(event, HandEnded | Dealt):
                break

    def _end(self, result: Result) -> None:
        self.result = result
        self.emit(GameEnded(result.winners, result.scores, result.utility, result.stakes, result.reason))


def _right_of(dealer: int, circle: Sequence[int], still: Sequence[int] | None = None) -> int:
    """The next dealer: the first at the right of the last one who is still in the game (R0.9)."""
    start = circle.index(dealer) + 1
    turn = [*circle[start:], *circle[:start]]
    return next(seat for seat in turn if still is None or seat in still)


def _check_sayings(decision: Decision, action: Action, say: tuple[str, ...]) -> None:
    """R1.10: at most one saying, and besides one `ask:<seat>` (R1.7), each among those offered with the card."""
    offered = (decision.say or {}).get(action, ()) if isinstance(action, int) else ()
    for saying in say:
        if saying not in offered:
            raise IllegalAction("R1.10", f"the saying {saying} is not offered with {text_of(action)}")
    if len(say) > 2 or sum(not saying.startswith("ask:") for saying in say) > 1 or len(set(say)) < len(say):
        raise IllegalAction("R1.10", "at most one saying goes with a card, and one ask:<seat> besides")
    if sum(saying.startswith("ask:") for saying in say) > 1:
        raise IllegalAction("R1.7", "at most one ask:<seat> goes with a card")
