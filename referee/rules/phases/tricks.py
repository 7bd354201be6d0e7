"""Playing the tricks: following suit, who wins, and what the parts of a game hang on them (R0.4, R0.5)."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from referee.rules.cards import LED_MASK
from referee.rules.decision import Decision
from referee.rules.engine import Ended, Game, Steps
from referee.rules.events import Played, TrickWon
from referee.rules.state import State

Sayings: TypeAlias = dict[int, tuple[str, ...]]
BeforeTurn: TypeAlias = Callable[[Game, int], Steps]
AfterTrick: TypeAlias = Callable[[Game], Steps]


class Claims(Protocol):
    """The claims that may be made instead of a card."""

    def words(self, game: Game, place: int) -> tuple[str, ...]:
        """The claims offered to a place that is to play."""

    def judge(self, game: Game, place: int, claim: str) -> Ended | None:
        """Decide a claim; None lets the hand go on, with all cards gone if the claim took them."""


class Tricks(msgspec.Struct, frozen=True):
    """The phase that plays all cards. Each part is a function handed in; none knows which game it serves."""

    before_turn: tuple[BeforeTurn, ...] = ()
    """Asked of each place before its card: declarations."""
    on_play: tuple[Callable[[Game, int, int], None], ...] = ()
    """Follows each card played: the secret partner, the dummy, the sayings."""
    after_trick: tuple[AfterTrick, ...] = ()
    """Follows each trick: declarations, draws, packets, the end of an immediate race."""
    talk: Callable[[State, int], Sayings | None] | None = None
    """The sayings that a leader may add to each card he may lead."""
    claims: Claims | None = None
    played_by: Callable[[State, int], int] | None = None
    """The seat that plays the cards of a place, where it is not the place itself (R4.2)."""

    def __call__(self, game: Game) -> Steps:
        state = game.state
        while state.hands[state.leader] or state.tops and state.tops[state.leader]:
            ended = yield from self._trick(game)
            if ended:
                return ended
            for follow in self.after_trick:
                ended = yield from follow(game)
                if ended:
                    return ended
        return None

    def _trick(self, game: Game) -> Steps:
        """One trick, or what is left of the hand if a claim takes it all. In one piece: this is the hot path."""
        state, emit, order, claims = game.state, game.emit, game.state.order, self.claims
        start = order.index(state.leader)
        led_mask = best = 0
        winner = -1
        for place in order[start:] + order[:start] if start else order:
            for ask in self.before_turn:
                ended = yield from ask(game, place)
                if ended:
                    return ended
            hand = state.hands[place]
            if state.tops:
                hand |= state.visible(place)
            while True:
                card = yield Decision(
                    self.played_by(state, place) if self.played_by else place,
                    "play",
                    hand & led_mask or hand,
                    claims.words(game, place) if claims else (),
                    place,
                    self.talk(state, place) if self.talk and winner < 0 else None,
                    "R0.4",
                )
                if isinstance(card, int):
                    break
                assert claims is not None
                ended = claims.judge(game, place, card)
                if ended or not state.hands[place]:
                    return ended
            emit(Played(place, card, game.said))
            for react in self.on_play:
                react(game, place, card)
            if winner < 0:
                led_mask, best, winner = LED_MASK[card], card, place
            elif card > best and led_mask >> card & 1:
                best, winner = card, place
        emit(TrickWon(winner, state.number))
        return None
