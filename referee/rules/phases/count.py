"""Counting a hand: thirds into points, premiums, scores and utility (R0.6-R0.8, R0.15, R1.8)."""

from collections.abc import Callable, Sequence

import msgspec

from referee.rules.cards import Mask, mask_of
from referee.rules.ends import whole_game_win
from referee.rules.engine import Ended, Game, Steps
from referee.rules.events import HandEnded
from referee.rules.scoring import HAND_POINTS, place_thirds, side_of, side_sums
from referee.rules.state import Sides, State


class Counted(msgspec.Struct):
    """What a hand brings, by unit of score; `utility` by seat."""

    thirds: list[int | None]
    points: list[int | None]
    declared: list[int | None]
    utility: list[int]
    awards: tuple[str, ...] = ()
    sides: Sides | None = None


Counter = Callable[[Game, Ended | None], Counted]


def count(counter: Counter) -> Callable[[Game, Ended | None], Steps]:
    """The end of a hand: what it brings is added to the scores, and what lay face down is shown."""

    def phase(game: Game, ended: Ended | None) -> Steps:
        end_hand(game, counter(game, ended))
        yield from ()
        return None

    return phase


def end_hand(game: Game, hand: Counted) -> None:
    """Emit the end of the hand."""
    state = game.state
    scores = [
        score + (points or 0) + (declared or 0)
        for score, points, declared in zip(state.scores, hand.points, hand.declared, strict=True)
    ]
    game.emit(
        HandEnded(
            tuple(hand.thirds),
            tuple(hand.points),
            tuple(hand.declared),
            hand.awards,
            tuple(scores),
            hand.sides,
            hidden_cards(state),
            tuple(hand.utility),
        )
    )


def hidden_cards(state: State) -> Mask:
    """What lies face down at the end of a hand: monte, discards, buried cards."""
    return state.hidden | mask_of(state.monte)


def two_sides(cappotto: str = "11", awards: str = "off") -> Counter:
    """R0.7, R1.8: two sides for the whole game; each has the floor of its thirds, and what it declared."""

    def counter(game: Game, ended: Ended | None) -> Counted:
        state = game.state
        sides = state.fixed_sides
        assert sides is not None
        thirds = side_sums(sides, place_thirds(state))
        points = [value // 3 for value in thirds]
        declared = side_sums(sides, state.declared)
        names: tuple[str, ...] = ()
        if max(points) == HAND_POINTS and cappotto != "11" and not ended:
            names = ("cappotto",)
            winner = points.index(HAND_POINTS)
            if cappotto == "17":
                points[winner] = 17
            else:
                declared[1 - winner] = 0
        if awards != "off" and not ended:
            win = whole_game_win(state, awards)
            names = (win[0],) if win else names
        totals = [mine + more for mine, more in zip(points, declared, strict=True)]
        return Counted([*thirds], [*points], [*declared], side_utility(sides, totals, state.seats), names)

    return counter


def each_for_his_side(game: Game, ended: Ended | None) -> Counted:
    """R4.3, R5.2: where sides change by hand, thirds, points and declarations of a side stand at each of its seats."""
    state = game.state
    sides = state.sides
    assert sides is not None
    mine = [side_of(sides, seat) for seat in range(state.seats)]
    thirds, declared = side_sums(sides, place_thirds(state)), side_sums(sides, state.declared)
    points = [thirds[side] // 3 for side in mine]
    totals = [made + declared[side] for made, side in zip(points, mine, strict=True)]
    utility = single_utility(totals, state.seats)
    return Counted([thirds[side] for side in mine], [*points], [declared[side] for side in mine], utility, sides=sides)


def side_utility(sides: Sides, totals: Sequence[int], seats: int) -> list[int]:
    """R0.15: own points minus theirs for each member; against two, the lone player's difference counts twice."""
    utility = [0] * seats
    for number, side in enumerate(sides):
        weight = max(1, len(sides[1 - number]) - len(side) + 1)
        for seat in side:
            utility[seat] = weight * (totals[number] - totals[1 - number])
    return utility


def single_utility(points: Sequence[int | None], seats: int) -> list[int]:
    """R0.15: (m-1) x own points minus the sum of the others', m being those active."""
    active = [value for value in points if value is not None]
    total, number = sum(active), len(active)
    return [0 if points[seat] is None else number * (points[seat] or 0) - total for seat in range(seats)]
