"""Playing the tricks: following suit, who wins, and what the parts of a game hang on them (R0.4, R0.5)."""

from collections.abc import Callable, Generator
from typing import Protocol, TypeAlias

import msgspec

from referee.rules.cards import LED_MASK, SUIT_OF, Card
from referee.rules.decision import Action, Decision
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
        """All tricks of the hand."""
        state, order = game.state, game.state.order
        rotations = {place: order[turn:] + order[:turn] for turn, place in enumerate(order)}
        hooked = self.on_play or self.talk or self.claims or self.played_by or state.tops
        while state.hands[state.leader] or (state.tops and state.tops[state.leader]):
            if not hooked and state.number > self.asked_through:
                yield from _plain_tricks(game, rotations, all_of_them=not self.after_trick)
            else:
                ended = yield from self._trick(game, rotations[state.leader])
                if ended:
                    return ended
            for follow in self.after_trick:
                ended = yield from follow(game)
                if ended:
                    return ended
        return None

    def _trick(self, game: Game, turn: list[int]) -> Steps:
        """One trick with all that may hang on it, or what is left of the hand if a claim takes it all."""
        state, claims, talk, played_by = game.state, self.claims, self.talk, self.played_by
        led_mask = 0
        for place in turn:
            for ask in self.before_turn if state.number <= self.asked_through else ():
                asked = ask(game, place)
                ended = (yield from asked) if asked else None
                if ended:
                    return ended
            playable = state.hands[place]
            if state.tops:
                playable |= state.visible(place)
            while not isinstance(
                card := (
                    yield Decision(
                        played_by(state, place) if played_by else place,
                        "play",
                        playable & led_mask or playable,
                        claims.words(game, place) if claims else (),
                        place,
                        talk(state, place) if talk and not led_mask else None,
                        "R0.4",
                    )
                ),
                int,
            ):
                assert claims is not None
                ended = claims.judge(game, place, card)
                if ended or not state.hands[place]:  # all the cards were laid down (R1.11)
                    return ended
            game.emit(Played(place, card, game.said))
            led_mask = led_mask or LED_MASK[card]
            for react in self.on_play:
                react(game, place, card)
        game.emit(TrickWon(state.winning(), state.number))
        return None


def _plain_tricks(game: Game, rotations: dict[int, list[int]], all_of_them: bool) -> Generator[Decision, Action, None]:
    """One trick on which nothing hangs, or all that are left: the same as above with all that left out.

    This is the hot path of most games. What `Played.apply` and `TrickWon.apply` do is done in place here, without their
    calls; the tests hold a state made by the events alone against the one that was played.
    """
    state, log, hands, again = game.state, game.log, game.state.hands, True
    while again:
        trick = state.trick
        led_mask = best = winner = cards = 0
        for place in rotations[state.leader]:
            hand = hands[place]
            # No word is offered, so what comes is a card, which is not asked again here.
            card: Card = yield Decision(place, "play", hand & led_mask or hand, (), place, None, "R0.4")  # type: ignore[assignment]
            log.append(Played(place, card))
            trick.append((place, card))
            bit = 1 << card
            hands[place] = hand ^ bit
            cards |= bit
            if led_mask:
                if card > best and led_mask >> card & 1:
                    best, winner = card, place
            else:
                led_mask, best, winner = LED_MASK[card], card, place
                state.suits_led |= 1 << SUIT_OF[card]
        log.append(TrickWon(winner, state.number))
        state.trick = []
        state.taken[winner] |= cards
        state.won[winner] += 1
        state.leader = winner
        state.number += 1
        again = all_of_them and hands[winner] != 0
