"""Claims: to have reached the target (R0.14), and to take all the remaining tricks (R1.11)."""

import msgspec

from referee.rules.cards import SUIT_MASK, Mask, cards_of
from referee.rules.engine import Ended, Game, Steps
from referee.rules.events import Claimed
from referee.rules.scoring import place_thirds, side_of, side_sums
from referee.rules.state import State


def counted_now(state: State, side: int) -> int:
    """Score, declarations and points taken so far of a side: what `immediate` and claims compare with the target."""
    sides = state.fixed_sides
    assert sides is not None
    thirds = side_sums(sides, place_thirds(state))[side]
    return state.scores[side] + side_sums(sides, state.declared)[side] + thirds // 3


class Immediate(msgspec.Struct, frozen=True):
    """R0.14 `immediate`: a side that reaches the target wins at once."""

    target: int

    def reached(self, game: Game, place: int) -> Ended | None:
        """The end of the game, if the side of `place` has reached the target."""
        sides = game.state.fixed_sides
        assert sides is not None
        side = side_of(sides, place)
        return Ended("immediate", side) if counted_now(game.state, side) >= self.target else None

    def after_trick(self, game: Game) -> Steps:
        """The same after a trick, for the side that won it."""
        yield from ()
        return self.reached(game, game.state.leader)


class Claims(msgspec.Struct, frozen=True):
    """The claims that a variant offers with a card to play."""

    target: int | None = None
    """R0.14: the target that may be claimed, if one may."""
    on_lead: bool = False
    """R0.14 `claim_on_lead`: only by the leader of a trick."""
    lay_down: str = "off"
    """R1.11: `off`, `exact` or `provable`."""

    def words(self, game: Game, place: int) -> tuple[str, ...]:
        """The claims offered now, whether or not they would stand."""
        state = game.state
        leads = not state.trick
        words: tuple[str, ...] = ()
        if self.lay_down != "off" and leads and not state.claimed >> place & 1 and not state.stock:
            words = ("claim:tricks",)
        if self.target is not None and (leads or not self.on_lead):
            words += ("claim:game",)
        return words

    def judge(self, game: Game, place: int, claim: str) -> Ended | None:
        """Decide the claim. A claim of the game ends it either way; one of tricks takes them, or shows the hand."""
        state = game.state
        if claim == "claim:game":
            sides = state.fixed_sides
            assert sides is not None and self.target is not None
            side = side_of(sides, place)
            right = counted_now(state, side) >= self.target
            game.emit(Claimed(place, "game", right))
            return Ended("claim", side if right else 1 - side)
        right = stands(state, place, provable=self.lay_down == "provable", deck=whole_deck(game))
        game.emit(Claimed(place, "tricks", right, state.hands[place]))
        return None


def whole_deck(game: Game) -> Mask:
    """All cards of the hand being played."""
    mask = 0
    for card in game.hands[-1].deck:
        mask |= 1 << card
    return mask


def stands(state: State, place: int, *, provable: bool, deck: Mask) -> bool:
    """R1.11: in each suit the i-th highest card beats the highest of every other player who holds i cards of it.

    `provable`: besides, it beats the highest of the u cards of the suit that the claimer has not seen, for i up to u.
    """
    hand = state.hands[place]
    others = [state.hands[other] for other in state.order if other != place]
    seen = state.played() | state.shown | hand
    for suit in SUIT_MASK:
        mine = cards_of(hand & suit)[::-1]
        for other in others:
            held = other & suit
            if any(card < held.bit_length() - 1 for card in mine[: held.bit_count()]):
                return False
        unseen = deck & suit & ~seen
        if provable and any(card < unseen.bit_length() - 1 for card in mine[: unseen.bit_count()]):
            return False
    return True
