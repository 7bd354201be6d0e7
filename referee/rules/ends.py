"""When a game is over, who has won, and what every seat's utility is (R0.13-R0.15, R1.9)."""

from collections.abc import Callable, Sequence

from referee.rules.engine import Ended, Game, Result
from referee.rules.scoring import card_thirds
from referee.rules.state import Sides, State

Finish = Callable[[Game, Ended | None, bool], Result | None]

AWARDS = {
    # R1.9: games won for each kind of whole-game win
    "s1": {"cappotto": 2, "stramazzo": 3, "cappottone": 6, "stramazzone": 8},
    "gelli": {"cappotto": 4, "stramazzo": 3, "cappottone": 8, "stramazzone": 6},
    "fitres": {"all_points": 2},
}


def seats_of(game: Game, unit: int) -> tuple[int, ...]:
    """The seats that a unit of score stands for: a side, or one seat."""
    if game.variant.unit == "seat":
        return (unit,)
    sides = game.state.fixed_sides
    assert sides is not None
    return sides[unit]


def race(hands: int | None, target: int | None, max_hands: int) -> Finish:
    """R0.13, R0.14: after `hands` hands the highest score wins; or the first to `target` and strictly ahead of all."""

    def finish(game: Game, ended: Ended | None, last: bool) -> Result | None:
        state = game.state
        if ended and ended.unit is not None:
            return _won(game, ended.unit, ended.kind)
        best = max(state.scores)
        if target is not None and best >= target and state.scores.count(best) == 1:
            return _won(game, state.scores.index(best), "target")
        if last or state.hands_played >= (hands or max_hands):
            leaders = [unit for unit, score in enumerate(state.scores) if score == best]
            winners = sorted(seat for unit in leaders for seat in seats_of(game, unit))
            return Result(tuple(winners), tuple(state.scores), tuple(state.utility), 1, "hands")
        return None

    return finish


def whole_game_wins(table: str, otherwise: Finish) -> Finish:
    """R1.9: a win of the whole game by the last hand, whatever the score; else as `otherwise`, one game being won."""

    def finish(game: Game, ended: Ended | None, last: bool) -> Result | None:
        award = None if ended or last else whole_game_win(game.state, table)
        if award:
            name, side = award
            return _won(game, side, "stakes", AWARDS[table][name])
        result = otherwise(game, ended, last)
        if result is None or len(result.winners) == game.state.seats:
            return result and Result(result.winners, result.scores, (0,) * game.state.seats, 1, result.reason)
        sign = [1 if seat in result.winners else -1 for seat in range(game.state.seats)]
        return Result(result.winners, result.scores, tuple(sign), 1, result.reason)

    return finish


def whole_game_win(state: State, table: str) -> tuple[str, int] | None:
    """The kind of whole-game win that the hand just played out is, and the side that has it; tests in R1.9's order."""
    sides = state.fixed_sides
    assert sides is not None
    if table == "fitres":
        return _all_points(state, sides)
    tricks = sum(state.won)
    pairs = len(sides[0]) > 1
    for side, other in ((0, 1), (1, 0)):
        losers_won = sum(state.won[place] for place in sides[other])
        losers_thirds = sum(card_thirds(state, place) for place in sides[other])
        if not losers_won:
            alone = any(state.won[place] == tricks for place in sides[side])
            return ("cappottone" if alone and pairs else "cappotto"), side
        if losers_thirds >= 3:
            continue
        if pairs and any(losers_thirds + card_thirds(state, mate) < 3 for mate in sides[side]):
            return "stramazzone", side
        return "stramazzo", side
    return None


def _all_points(state: State, sides: Sides) -> tuple[str, int] | None:
    """R1.9 `fitres`: a side that makes all 11 points of a hand."""
    for side, other in ((0, 1), (1, 0)):
        thirds = sum(card_thirds(state, place) for place in sides[other])
        if thirds < 3 and state.leader in sides[side]:
            return "all_points", side
    return None


def claim_utility(sides: Sides, side: int, utility: Sequence[int]) -> tuple[int, ...]:
    """R0.14, R0.15: what a game decided by a claim is worth: the points, but at least a win for the winning side."""
    if all(utility[seat] >= 1 for seat in sides[side]):
        return tuple(utility)
    sizes = len(sides[side]), len(sides[1 - side])
    mine, theirs = (1, 1) if sizes[0] == sizes[1] else (sizes[1], 1) if sizes[0] == 1 else (1, sizes[0])
    return tuple(mine if seat in sides[side] else -theirs for seat in range(len(utility)))


def _won(game: Game, unit: int, reason: str, games: int | None = None) -> Result:
    state = game.state
    winners = seats_of(game, unit)
    utility = tuple(state.utility)
    if games is not None:
        utility = tuple(games if seat in winners else -games for seat in range(state.seats))
    elif reason == "claim":
        sides = state.fixed_sides
        assert sides is not None
        utility = claim_utility(sides, unit, utility)
    return Result(tuple(sorted(winners)), tuple(state.scores), utility, games or 1, reason)


def surrender(size: Callable[[Game], int]) -> Callable[[Game, int], tuple[int, ...]]:
    """P9: every seat of the offender's side has -F times the seats not on it, every other +F times the seats on it."""

    def utility(game: Game, seat: int) -> tuple[int, ...]:
        state = game.state
        sides = state.fixed_sides
        side = next((each for each in sides or () if seat in each), (seat,))
        others = state.seats - len(side)
        loss = size(game)
        return tuple(-loss * others if each in side else loss * len(side) for each in range(state.seats))

    return utility
