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
BeforeTurn: TypeAlias = Callable[[Game, int], Steps | None]
"""What may be asked of a place before its card; None at once if nothing is, which is the usual case."""
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
    asked_through: int = 99
    """The last trick in which they are asked."""
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
        """All tricks of the hand. In one piece, with names looked up once: this is the hot path of every game."""
        state, log, claims, talk, on_play = game.state, game.log, self.claims, self.talk, self.on_play
        hands, order, tops, played_by = state.hands, state.order, state.tops, self.played_by
        rotations = {place: order[turn:] + order[:turn] for turn, place in enumerate(order)}
        while hands[state.leader] or (tops and tops[state.leader]):
            led_mask = best = 0
            winner = -1
            asks = self.before_turn if state.number <= self.asked_through else ()
            for place in rotations[state.leader]:
                for ask in asks:
                    asked = ask(game, place)
                    ended = (yield from asked) if asked else None
                    if ended:
                        return ended
                playable = hands[place]
                if tops:
                    playable |= state.visible(place)
                card = -1
                while True:
                    action = yield Decision(
                        played_by(state, place) if played_by else place,
                        "play",
                        playable & led_mask or playable,
                        claims.words(game, place) if claims else (),
                        place,
                        talk(state, place) if talk and winner < 0 else None,
                        "R0.4",
                    )
                    if isinstance(action, int):
                        card = action
                        break
                    assert claims is not None
                    ended = claims.judge(game, place, action)
                    if ended:
                        return ended
                    if not hands[place]:
                        break
                if card < 0:
                    break  # all the cards were laid down (R1.11)
                played = Played(place, card, game.said)
                log.append(played)
                played.apply(state)
                for react in on_play:
                    react(game, place, card)
                if winner < 0:
                    led_mask, best, winner = LED_MASK[card], card, place
                elif card > best and led_mask >> card & 1:
                    best, winner = card, place
            else:
                game.emit(TrickWon(winner, state.number))
            for follow in self.after_trick:
                ended = yield from follow(game)
                if ended:
                    return ended
        return None
