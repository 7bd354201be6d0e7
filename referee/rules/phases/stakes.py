"""What a declarer's side wins or loses against the rest (R6, R8-R11)."""

from collections.abc import Callable
from typing import TypeAlias

from referee.rules.engine import Ended, Game
from referee.rules.phases.auction import Contract, Table, contract_named
from referee.rules.phases.count import Counted, Counter, single_utility
from referee.rules.scoring import GAME_POINTS, HAND_POINTS, place_thirds, side_sums
from referee.rules.state import Sides, State

Pay: TypeAlias = Callable[[State, Sides, int], list[int]]
"""What each seat gets, by the sides, the declarer's first, and the value: below zero if the declarer's side lost."""


def as_stakes(state: State, sides: Sides, value: int) -> list[int]:
    """R11.2: each opponent pays or gets the value; a partner has one share of it, the declarer the others."""
    side, rest = sides
    points = [0] * state.seats
    for seat in rest:
        points[seat] = -value
    for seat in side:
        points[seat] = value * (len(rest) - len(side) + 1) if seat == state.declarer else value
    return points


def as_race(state: State, sides: Sides, value: int) -> list[int]:
    """R6.7: the value for each who won, nothing for the others."""
    winners = sides[0] if value > 0 else sides[1]
    return [abs(value) if seat in winners else 0 for seat in range(state.seats)]


def declarer_against_rest(table: Table, pay: Pay, *, sweeps: bool = False, race: bool = False) -> Counter:
    """R6.5: declarer's side wins with at least 6 points of 11. `race`: utility by points, else points are the utility.

    Thirds are those of a seat's side. A dealer who sits out has no entries (R11.1).
    """

    def counter(game: Game, ended: Ended | None) -> Counted:
        state = game.state
        thirds, points = [0] * state.seats, [0] * state.seats
        awards: tuple[str, ...] = ()
        sides = None
        if ended is None:
            sides = final_sides(state)
            by_side = side_sums(sides, place_thirds(state))
            value, awards = _worth(state, contract_named(table, state.contract), sides, by_side, sweeps)
            points = pay(state, sides, value)
            thirds = [by_side[0 if seat in sides[0] else 1] for seat in range(state.seats)]
        playing = [*map(state.order.__contains__, range(state.seats))]
        entries = _of_those(playing, points)
        utility = single_utility(entries, state.seats) if race else points
        return Counted(_of_those(playing, thirds), entries, _of_those(playing, state.declared), utility, awards, sides)

    return counter


def final_sides(state: State) -> Sides:
    """The sides of a hand played out. If the called card never came out of the monte, declarer was alone (R9.2)."""
    if state.sides is not None:
        return state.sides
    assert state.declarer is not None
    return (state.declarer,), tuple(sorted(seat for seat in state.order if seat != state.declarer))


def _worth(
    state: State, contract: Contract, sides: Sides, thirds: list[int], sweeps: bool
) -> tuple[int, tuple[str, ...]]:
    """The value of the contract as it came out, below zero if lost, and the sweep that multiplied it (R6.6)."""
    points = [each // 3 for each in thirds]
    won = points[0] >= GAME_POINTS
    value = contract.value
    if contract.if_alone and len(sides[0]) == 1:
        value = contract.if_alone[0 if won else 1]
    awards: tuple[str, ...] = ()
    if sweeps and 0 in side_sums(sides, state.won):
        value, awards = 3 * value, ("all_tricks",)
    elif sweeps and HAND_POINTS in points:
        value, awards = 2 * value, ("all_points",)
    return value if won else -value, awards


def _of_those(playing: list[bool], values: list[int]) -> list[int | None]:
    return [value if plays else None for value, plays in zip(values, playing, strict=True)]
