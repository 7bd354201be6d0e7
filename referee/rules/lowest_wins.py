"""When a game that the fewest points win is over, and who has won it (R12.5)."""

from collections.abc import Sequence

from referee.rules.ends import Finish, seats_of
from referee.rules.engine import Ended, Game, Result
from referee.rules.events import WentOut


def lowest(
    hands: int | None, target: int | None, max_hands: int, *, exceed: bool = False, elimination: bool = False
) -> Finish:
    """After `hands` hands, or when someone's total has reached the target, the lowest total wins; ties share.

    `exceed`: reaching the target is not enough. `elimination`: those who have reached it leave, and the last one wins;
    if all who are left reach it together, the lowest of them.
    """

    def finish(game: Game, ended: Ended | None, last: bool) -> Result | None:
        state = game.state
        playing = [unit for unit in range(len(state.scores)) if seats_of(game, unit)[0] in state.circle]
        bust = [unit for unit in playing if target is not None and state.scores[unit] >= target + exceed]
        if bust and not elimination:
            return _lowest_of(game, playing, "target")
        if bust and len(bust) == len(playing):
            return _lowest_of(game, playing, "elimination")
        for unit in bust:
            for seat in seats_of(game, unit):
                game.emit(WentOut(seat))
        staying = [unit for unit in playing if unit not in bust]
        if len(staying) == 1:
            return _lowest_of(game, staying, "elimination")
        if last or state.hands_played >= (hands or max_hands):
            return _lowest_of(game, staying, "hands")
        return None

    return finish


def _lowest_of(game: Game, units: Sequence[int], reason: str) -> Result:
    state = game.state
    best = min(state.scores[unit] for unit in units)
    winners = [seat for unit in units if state.scores[unit] == best for seat in seats_of(game, unit)]
    return Result(tuple(sorted(winners)), tuple(state.scores), tuple(state.utility), 1, reason)
