"""When a game ends, and what it is worth to each seat (R0.13 to R0.15)."""

from collections.abc import Sequence

from .options import Rules
from .script import Script


def end_of_race(script: Script, rules: Rules, scores: Sequence[int], played: int) -> str | None:
    """Why the game is over after so many complete hands, where the most points win; None if it goes on."""
    target = rules.maybe_number("target")
    if target is None:
        return "hands" if played == rules.number("hands") else None
    top = max(scores)
    if top >= target and scores.count(top) == 1:
        return "target"
    ran_out = script.given and not script.attempts_left()
    return "hands" if ran_out or played == rules.number("max_hands") else None


def for_himself(points: Sequence[int]) -> list[int]:
    """R0.15: what a hand is worth to each, where everybody plays for himself."""
    everybody = sum(points)
    return [len(points) * own - everybody for own in points]
