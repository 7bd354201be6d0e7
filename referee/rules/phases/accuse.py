"""When declarations are made, by whom, and what is told of them (R1.5-R1.7, R2.3)."""

from collections.abc import Callable, Iterator

import msgspec

from referee.rules.cards import Mask
from referee.rules.decision import Decision
from referee.rules.declarations import cards_in, combos_in, open_combos
from referee.rules.engine import Ended, Game, Steps
from referee.rules.events import Declared
from referee.rules.state import State

Reached = Callable[[Game, int], Ended | None]
"""R0.14 `immediate`: whether the side of this place, or else another, has reached the target."""


def dealt_cards(state: State, place: int) -> Mask:
    """R1.5: declarations are judged on the cards dealt, played or not."""
    return state.dealt[place]


def cards_in_hand(state: State, place: int) -> Mask:
    """R2.3: on the cards in hand."""
    return state.hands[place]


class Accuse(msgspec.Struct, frozen=True):
    """Declarations: `ask` is optional and asked for one at a time, otherwise they are made for the player (R1.5)."""

    ask: bool
    told: str
    deck: str
    judged_on: Callable[[State, int], Mask] = dealt_cards
    through: int = 1
    """The last trick at which a turn may bring declarations."""
    reached: Reached | None = None

    def at_turn(self, game: Game, place: int) -> Steps | None:
        """R1.6 `first_turn`, `until_third`: at the player's own turn, before his card."""
        state = game.state
        if state.number > self.through or not combos_in(self.judged_on(state, place), self.deck):
            return None
        return self._declare(game, place)

    def after_first_trick(self, game: Game) -> Steps:
        """R1.6 `after_first_trick`: in turn order from the winner of trick 1, before the next lead."""
        if game.state.number == 2 and any(game.state.hands):  # not once all is laid down (R1.11)
            for place in _from(game.state, game.state.leader):
                ended = yield from self._declare(game, place)
                if ended:
                    return ended
        return None

    def _declare(self, game: Game, place: int) -> Steps:
        state = game.state
        while found := open_combos(self.judged_on(state, place), self.deck, state.combos[place]):
            if self.ask:
                words = (*(combo for combo, _ in found), "done")
                said = yield Decision(place, "declare", words=words, place=place, rule="R1.5")
                if said == "done":
                    return None
                found = [(combo, points) for combo, points in found if combo == said]
            combos = tuple(combo for combo, _ in found)
            cards = 0
            for combo in combos:
                cards |= cards_in(combo, self.deck)
            game.emit(Declared(place, sum(points for _, points in found), combos, cards, self.told))
            ended = self.reached(game, place) if self.reached else None
            if ended:
                return ended
        return None


def _from(state: State, place: int) -> Iterator[int]:
    for _ in state.order:
        yield place
        place = state.next(place)
