"""Records made by hand for the tests of statistics: only what they look at is filled in."""

from collections.abc import Iterable, Sequence

from referee.records.format.record import (
    FORMAT,
    VERSION,
    ActionRecord,
    FaultKind,
    FaultRecord,
    HandRecord,
    PlayerRecord,
    Record,
    ResultRecord,
)

SIDES = ((0, 2), (1, 3))


def pair_game(
    deal: int,
    table: int,
    bots: Sequence[str],
    points: int,
    *,
    hands: int = 1,
    times: Iterable[tuple[int, int]] = (),
    faults: Iterable[tuple[int, FaultKind]] = (),
    seed: str | None = None,
    counted: bool = True,
    reason: str = "hands",
) -> Record:
    """A game of two pairs in which the first side came out `points` ahead; `times` and `faults` begin with the seat."""
    winners = (0, 2) if points > 0 else (1, 3) if points < 0 else (0, 1, 2, 3)
    return game(
        deal,
        table,
        bots,
        (points, -points, points, -points),
        winners,
        hands=hands,
        times=times,
        faults=faults,
        seed=seed,
        counted=counted,
        reason=reason,
        sides=SIDES,
    )


def game(
    deal: int,
    table: int,
    bots: Sequence[str],
    utility: tuple[int, ...],
    winners: tuple[int, ...],
    *,
    hands: int = 1,
    times: Iterable[tuple[int, int]] = (),
    faults: Iterable[tuple[int, FaultKind]] = (),
    seed: str | None = None,
    counted: bool = True,
    reason: str = "hands",
    sides: tuple[tuple[int, ...], ...] | None = None,
) -> Record:
    """A game with these utilities by seat."""
    actions = [ActionRecord(seat, "3b", ms) for seat, ms in times]
    played = [
        HandRecord(
            hand=hand,
            attempt=0,
            dealer=3,
            deck="",
            actions=actions if hand == 0 else [],
            points=(0, 0),
            declared=(0, 0),
            scores=(0, 0),
        )
        for hand in range(hands)
    ]
    return Record(
        format=FORMAT,
        version=VERSION,
        game=f"{deal}/{table}",
        variant="tressette",
        rules={},
        seed=seed,
        deal=deal,
        table=table,
        players=tuple(PlayerRecord(name=bot) for bot in bots),
        sides=sides,
        hands=played,
        faults=[
            FaultRecord(hand=0, attempt=0, action=0, seat=seat, fault=kind, clause="P7", consequence="forfeit")
            for seat, kind in faults
        ],
        result=ResultRecord(winners=winners, scores=(0, 0), utility=utility, stakes=1, reason=reason),
        counted=counted,
    )
