"""The monte: who takes it, who sees it, and what is laid away in its place (R6.3, R9.2)."""

from referee.rules.cards import mask_of
from referee.rules.decision import Decision
from referee.rules.engine import Game, Steps
from referee.rules.events import Discarded, MonteTaken
from referee.rules.phases.auction import Phase

MONTE = 4  # cards


def take_monte(shown: bool) -> Phase:
    """The declarer takes the whole monte, shown to all or seen by him alone.

    A card that he laid for a called card which nobody had is final: it becomes the first of the new monte (R9.2).
    """

    def phase(game: Game) -> Steps:
        state = game.state
        assert state.declarer is not None
        game.emit(MonteTaken(state.declarer, mask_of(state.monte), shown))
        if state.laid is not None:
            game.emit(Discarded(state.declarer, state.laid))
        yield from ()  # nothing is asked
        return None

    return phase


def discard(rule: str) -> Phase:
    """The declarer lays any of his cards face down, one at a time, until the monte has its four again."""

    def phase(game: Game) -> Steps:
        assert game.state.declarer is not None
        yield from _discards(game, game.state.declarer, rule)
        return None

    return phase


def share_out(number: int, rule: str) -> Phase:
    """R6.3: each opponent, from the declarer's right, takes the first `number` cards of the monte and discards as many.

    With two, one has the first two cards and the other the last two; with four, the other takes the first's discards.
    """

    def phase(game: Game) -> Steps:
        state = game.state
        assert state.declarer is not None
        seat = state.next(state.declarer)
        while seat != state.declarer:
            game.emit(MonteTaken(seat, mask_of(state.monte[:number]), False))
            yield from _discards(game, seat, rule)
            seat = state.next(seat)
        return None

    return phase


def _discards(game: Game, seat: int, rule: str) -> Steps:
    state = game.state
    while len(state.monte) < MONTE:
        card = yield Decision(seat, "discard", state.hands[seat], place=seat, rule=rule)
        game.emit(Discarded(seat, int(card)))
    return None
