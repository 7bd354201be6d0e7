"""Formats of a tournament: who meets whom in each round, a pure function of how the rounds before came out."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias, assert_never

import msgspec

from referee.arena.schedule.balanced_groups import Draw, draws

Format: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "knockout", "individual", "draws"]
"""`draws` is a plain match: as many at one table as it has seats, in balanced draws if there are more (C2)."""

PAIRED: frozenset[Format] = frozenset(("gauntlet", "swiss", "knockout"))
"""Formats in which always two meet."""


class Score(NamedTuple):
    """What two entrants made of their deals in one round, from the first one's point of view."""

    margin: Fraction
    """The mean a deal."""
    deals: int
    """Deals won less deals lost."""


class Round(NamedTuple):
    """A round that is over: what each two made of it, and who had nobody to play against."""

    scores: dict[Draw, Score]
    byes: tuple[int, ...] = ()

    def points(self, entrant: int) -> float | None:
        """1 for a match won or a bye, 0.5 for a drawn one, 0 for one lost; None for one who did not take part."""
        if entrant in self.byes:
            return 1.0
        for pair, score in self.scores.items():
            if entrant in pair:
                sign = (score.margin > 0) - (score.margin < 0)
                return (1 + sign) / 2 if entrant == pair[0] else (1 - sign) / 2
        return None

    def margin(self, entrant: int) -> Fraction:
        """The mean margin of the entrant's match; 0 for one who had none."""
        for pair, score in self.scores.items():
            if entrant in pair:
                return score.margin if entrant == pair[0] else -score.margin
        return Fraction(0)

    def opponent(self, entrant: int) -> int | None:
        """Whom the entrant met."""
        return next((a + b - entrant for a, b in self.scores if entrant in (a, b)), None)


class Pairings(NamedTuple):
    """Who meets in the next round, and who has a bye."""

    draws: tuple[Draw, ...]
    byes: tuple[int, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A line of the final table of rounds; `tie_breaks` in the order in which they count."""

    rank: int
    entrant: int
    points: float
    played: int
    byes: int
    tie_breaks: tuple[float, ...]


def next_round(
    format: Format, entrants: int, rounds: int, history: Sequence[Round], out: frozenset[int], size: int = 2
) -> Pairings | None:
    """The pairings after the rounds played so far; None when the tournament is over.

    `rounds` is for the Swiss system; `out` are those who have been disqualified and are paired no more; `size` is how
    many meet at one table, in formats that are not for two.
    """
    match format:
        case "round-robin" | "individual" | "draws":
            return Pairings(draws(entrants, size)) if not history else None
        case "gauntlet":
            return Pairings(tuple((0, rival) for rival in range(1, entrants))) if not history else None
        case "swiss":
            return _swiss(entrants, history, out) if len(history) < rounds else None
        case "knockout":
            return _knockout(entrants, history)
        case _:
            assert_never(format)


def swiss_rounds(entrants: int) -> int:
    """As many rounds as it takes until at most one has won them all."""
    return max(1, (entrants - 1).bit_length())


def places(format: Format, entrants: int, history: Sequence[Round]) -> tuple[Place, ...] | None:
    """The final table of a Swiss or a knockout; None for formats whose standings are the table."""
    if format == "swiss":
        return _swiss_places(entrants, history)
    if format == "knockout":
        return _knockout_places(entrants, history)
    return None


def _swiss(entrants: int, history: Sequence[Round], out: frozenset[int]) -> Pairings | None:
    """By rank from the top, each with the next one not yet met; in the first round the upper half with the lower."""
    playing = [entrant for entrant in _swiss_order(entrants, history) if entrant not in out]
    if len(playing) < 2:
        return None
    byes: tuple[int, ...] = ()
    if len(playing) % 2:
        had = {entrant for past in history for entrant in past.byes}
        free = next((entrant for entrant in reversed(playing) if entrant not in had), playing[-1])
        playing.remove(free)
        byes = (free,)
    if not history:
        half = len(playing) // 2
        return Pairings(tuple(zip(playing[:half], playing[half:], strict=True)), byes)
    met = {frozenset(pair) for past in history for pair in past.scores}
    pairs = _matched(playing, met, [10_000]) or tuple(zip(playing[::2], playing[1::2], strict=True))
    return Pairings(pairs, byes)


def _matched(playing: Sequence[int], met: set[frozenset[int]], steps: list[int]) -> tuple[Draw, ...] | None:
    """Pairs of entrants who have not met, as near to the order as can be; None if none is soon found."""
    if not playing:
        return ()
    first, *others = playing
    for other in others:
        steps[0] -= 1
        if steps[0] < 0:
            return None
        if frozenset((first, other)) not in met:
            rest = _matched([entrant for entrant in others if entrant != other], met, steps)
            if rest is not None:
                return ((first, other), *rest)
    return None


def _swiss_order(entrants: int, history: Sequence[Round]) -> list[int]:
    return [place.entrant for place in _swiss_places(entrants, history)]


def _swiss_places(entrants: int, history: Sequence[Round]) -> tuple[Place, ...]:
    """Points; then the points of the opponents (Buchholz); then the sum of the mean margins."""
    points = [sum(past.points(entrant) or 0 for past in history) for entrant in range(entrants)]
    lines = []
    for entrant in range(entrants):
        met = [opponent for past in history if (opponent := past.opponent(entrant)) is not None]
        buchholz = sum(points[opponent] for opponent in met)
        margin = float(sum((past.margin(entrant) for past in history), Fraction()))
        byes = sum(entrant in past.byes for past in history)
        lines.append(Place(0, entrant, points[entrant], len(met), byes, (buchholz, margin)))
    return _ranked(lines)


def _knockout(entrants: int, history: Sequence[Round]) -> Pairings | None:
    """Who has not lost meets as in a bracket in which the first and the second entrant could only meet at the end."""
    left = _bracket(entrants)
    for past in history:
        left = [_winner(past, pair) for pair in zip(left[::2], left[1::2], strict=True)]
    if len(left) == 1:
        return None
    pairs = list(zip(left[::2], left[1::2], strict=True))
    draws = tuple((a, b) for a, b in pairs if a is not None and b is not None)
    byes = tuple(a if b is None else b for a, b in pairs if (a is None) != (b is None))
    return Pairings(draws, tuple(bye for bye in byes if bye is not None))


def _bracket(entrants: int) -> list[int | None]:
    """The entrants in the order of the bracket's first column; None is nobody, and goes to the best first."""
    order = [0]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return [seed if seed < entrants else None for seed in order]


def _winner(past: Round, pair: tuple[int | None, int | None]) -> int | None:
    """Who goes on: by margin, then deals won, then the earlier entrant."""
    a, b = pair
    if a is None or b is None:
        return b if a is None else a
    score = past.scores.get((a, b))
    if score is None:
        return min(a, b)
    return a if (score.margin, score.deals, b - a) > (0, 0, 0) else b


def _knockout_places(entrants: int, history: Sequence[Round]) -> tuple[Place, ...]:
    """By the rounds won; those who lost in the same round share their rank."""
    won = [0] * entrants
    left = _bracket(entrants)
    for past in history:
        left = [_winner(past, pair) for pair in zip(left[::2], left[1::2], strict=True)]
        for entrant in left:
            if entrant is not None:
                won[entrant] += 1
    lines = []
    for entrant in range(entrants):
        played = sum(past.opponent(entrant) is not None for past in history)
        byes = sum(entrant in past.byes for past in history)
        lines.append(Place(0, entrant, float(won[entrant]), played, byes, ()))
    return _ranked(lines)


def _ranked(lines: Sequence[Place]) -> tuple[Place, ...]:
    """In order, equal ones sharing a rank and standing in the order of entry."""
    ordered = sorted(lines, key=lambda place: (-place.points, *(-value for value in place.tie_breaks), place.entrant))
    ranked: list[Place] = []
    for number, place in enumerate(ordered, 1):
        before = ranked[-1] if ranked else None
        same = before is not None and (before.points, before.tie_breaks) == (place.points, place.tie_breaks)
        ranked.append(msgspec.structs.replace(place, rank=before.rank if same and before else number))
    return tuple(ranked)
