"""What the end of a hand is worth to each place, as the search counts it: from -1 to 1, and a little beyond."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

Payoff: TypeAlias = Callable[[Sequence[int], int], Sequence[float]]
"""The worth of the end by place, given the thirds by place, the last trick's among them, and who won it."""

TOTAL: Final = 35
"""Thirds in a hand, the last trick's included (R0.6)."""
POINTS: Final = TOTAL // 3
THIRD: Final = 0.1
"""How much a third counts that makes no point, beside a point: it may still become one."""
WON: Final = 18
"""Thirds with which a declarer has won: six points (R6.5)."""


def by_points(side: Sequence[int], rules: Mapping[str, object]) -> Payoff:
    """Return the payoff of two sides, 0 and 1, that count points (R0.7, R1.8, R1.9)."""
    premium = 6 if rules.get("cappotto") == "17" else 10 if rules.get("stakes", "off") != "off" else 0

    def worth(thirds: int) -> float:
        points = thirds // 3 + premium * (thirds // 3 == POINTS)
        theirs = (TOTAL - thirds) // 3 + premium * ((TOTAL - thirds) // 3 == POINTS)
        return (points - theirs + THIRD * (2 * thirds - TOTAL) / 3) / POINTS / (1 + THIRD)

    return _two_sided(side, worth)


def by_stake(side: Sequence[int], rules: Mapping[str, object]) -> Payoff:
    """Return the payoff of a declarer's side, 0, that wins its stake with six points, or loses it (R6.5, R6.6)."""
    sweeps = rules.get("sweeps") is True

    def worth(thirds: int) -> float:
        stake = 1.0 if thirds >= WON else -1.0
        if sweeps and (thirds < 3 or thirds > TOTAL - 3):
            stake *= 3 if thirds in (0, TOTAL) else 2
        return (stake + THIRD * (2 * thirds - TOTAL) / TOTAL) / (1 + THIRD)

    return _two_sided(side, worth)


def _two_sided(side: Sequence[int], worth: Callable[[int], float]) -> Payoff:
    rows = [
        [value if mine == 0 else -value for mine in side] for value in (worth(thirds) for thirds in range(TOTAL + 1))
    ]
    ours = [place for place, mine in enumerate(side) if mine == 0]

    def payoff(thirds: Sequence[int], last: int) -> Sequence[float]:
        return rows[sum([thirds[place] for place in ours])]

    return payoff


def by_fewest(side: Sequence[int], playing: Sequence[int], ace: int, rules: Mapping[str, object]) -> Payoff:
    """Return the payoff where few points are good, for units that are places or pairs (R0.8, R12.3, R12.4)."""
    total = 10 + ace
    keeps_rest, gives = rules.get("rounding") == "remainder", rules.get("slam") != "none"
    units = sorted({side[place] for place in playing})
    members = [[place for place in playing if side[place] == unit] for unit in units]
    scale = 1 / (total * max(1, len(units) - 1))

    def payoff(thirds: Sequence[int], last: int) -> Sequence[float]:
        raw = [sum([thirds[place] for place in places]) for places in members]
        points = [value // 3 for value in raw]
        owner = units.index(side[last])
        if keeps_rest:
            points[owner] += total - sum(points)
        if gives and points[owner] == total:
            points = [0 if unit == owner else total for unit in range(len(units))]
        everything = sum(points)
        worth = [0.0] * len(side)
        for places, mine, taken in zip(members, points, raw, strict=True):
            value = (everything - len(units) * mine - THIRD * taken / 3) * scale
            for place in places:
                worth[place] = value
        return worth

    return payoff
