"""A record read against the rules: every decision is asked in its order, and the first thing that is not so is told."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from .shuffle import deck_of
from .written import Action, Attempt, Row, Sides, Verdict, Written


@dataclass(frozen=True)
class Difference:
    """The first thing in a record that is not as the rules have it; numbers are None where it is no part of a hand."""

    what: str
    expected: object
    found: object
    hand: int | None = None
    attempt: int | None = None
    action: int | None = None


@dataclass(frozen=True)
class Offer:
    """What the rules leave a player to choose from at one decision."""

    place: int
    kind: str
    words: tuple[str, ...]
    say: Mapping[str, tuple[str, ...]]
    """By card led; cards with which nothing can be said are left out."""


Watch = Callable[[Offer], None]


class Differs(Exception):
    """Carries the difference out to `recount`."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference)
        self.difference = difference


class Surrender(Exception):
    """The record stops at this decision, given up or voided; the rules of play say nothing of what follows."""


class Script:
    """The attempts of a record, read one by one; every method raises Differs."""

    def __init__(self, written: Written, watch: Watch | None) -> None:
        self.written = written
        self.given = written.seed is None
        """Decks from a file: nothing is annulled or dealt again (R0.17)."""
        self._watch = watch
        self._opened = 0
        self._at = 0

    def attempts_left(self) -> bool:
        """Whether there is another attempt at a hand to read."""
        return self._opened < len(self.written.attempts)

    def open(self, hand: int, attempt: int, dealer: int, deck: str, removed: Sequence[str]) -> list[str]:
        """Begin an attempt at a hand, and return its deck; on given decks the dealer is read from the record."""
        if not self.attempts_left():
            raise Differs(Difference("another hand", hand, None))
        found = self.written.attempts[self._opened]
        self._opened += 1
        self._at = 0
        self.same("hand", hand, found.hand)
        self.same("attempt", attempt, found.attempt)
        if self.written.seed is not None:
            self.same("dealer", dealer, found.dealer)
            self.same("deck", deck_of(self.written.seed, hand, attempt, deck, removed), found.deck)
        else:
            self.same("deck", sorted(deck_of("", 0, 0, deck, removed)), sorted(found.deck))
        return list(found.deck)

    def dealer(self, expected: int, active: Sequence[int]) -> int:
        """Who deals next: the record says it where decks are given."""
        if not self.given or not self.attempts_left():
            return expected
        found = self.written.attempts[self._opened].dealer
        if found not in active:
            raise Differs(Difference("dealer", list(active), found, self.written.attempts[self._opened].hand))
        return found

    def ask(
        self, place: int, kind: str, words: Iterable[str], say: Mapping[str, tuple[str, ...]] | None = None
    ) -> Action:
        """The next decision of the record, which must be this place's and one of these words."""
        offer = Offer(place, kind, tuple(words), say or {})
        if self._watch:
            self._watch(offer)
        found = self._now()
        if self._at >= len(found.actions):
            if self.written.cut and not self.attempts_left():
                raise Surrender
            raise Differs(self._difference("action", offer, None))
        action = found.actions[self._at]
        if action.seat != place:
            raise Differs(self._difference("seat", place, action.seat))
        if action.word not in offer.words:
            raise Differs(self._difference("action", offer.words, action.word))
        self._check_said(action, offer.say.get(action.word, ()))
        self._at += 1
        return action

    def close(self, points: Row | None, declared: Row | None, scores: Sequence[int], ended: str | None) -> None:
        """End the attempt: nothing more was done in it, and it counted so."""
        found = self._now()
        if self._at < len(found.actions):
            raise Differs(self._difference("action", None, found.actions[self._at].word))
        self.same("ended", ended, found.ended)
        self.same("points", points, found.points)
        self.same("declared", declared, found.declared)
        self.same("scores", tuple(scores), found.scores)

    def close_sides(self, sides: Sides | None, contract: str | None) -> None:
        """What the hand says of its sides and contract (G4)."""
        self.same("sides", sides, self._now().sides)
        self.same("contract", contract, self._now().contract)

    def finish(self, verdict: Verdict, sides: Sides | None) -> None:
        """The end of the game: no more hands, and this result."""
        if self.attempts_left():
            raise Differs(Difference("another hand", None, self.written.attempts[self._opened].hand))
        if self.written.sides != sides:
            raise Differs(Difference("sides", sides, self.written.sides))
        found = self.written.result
        if found is not None and found != verdict:
            raise Differs(Difference("result", verdict, found))

    def same(self, what: str, expected: object, found: object) -> None:
        """Raise Differs unless both are equal."""
        if expected != found:
            raise Differs(self._difference(what, expected, found))

    def _check_said(self, action: Action, allowed: Sequence[str]) -> None:
        """One thing at most, and besides, one question at most (R1.7, R1.10)."""
        questions = [said for said in action.say if said.startswith("ask:")]
        if len(questions) > 1 or len(action.say) - len(questions) > 1 or not set(action.say) <= set(allowed):
            raise Differs(self._difference("say", allowed, action.say))

    def _now(self) -> Attempt:
        return self.written.attempts[self._opened - 1]

    def _difference(self, what: str, expected: object, found: object) -> Difference:
        return Difference(what, expected, found, self._now().hand, self._now().attempt, self._at)
