"""What is told of a game that was not played, because a bot of it had been disqualified (G6, P9)."""

from collections.abc import Iterator

import msgspec

from protocol import events as told
from protocol.shown import shown
from referee.records.format.from_game import DISQUALIFIED
from referee.records.format.record import Record, ResultRecord


class NotPlayed(msgspec.Struct, frozen=True, tag="not_played", tag_field="type"):
    """A game without a hand, lost by a disqualified bot."""

    what: str
    because: tuple[str, ...]
    """The faulty games that disqualified it."""


def not_played(record: Record) -> NotPlayed | None:
    """Why the game was not played; None if it was.

    The record says which side lost it. Where partners are not the same bot, any of them may be the one.
    """
    result = record.result
    if record.hands or result is None or result.reason != DISQUALIFIED:
        return None
    who = " or ".join(dict.fromkeys(_losers(record, result)))
    games = ", ".join(map(shown, result.because or ()))
    return NotPlayed(f"not played: {who} was disqualified (faulty games {games})", result.because or ())


def end_of(result: ResultRecord) -> told.GameEnd:
    """The end of such a game, as an event like that of any other."""
    return told.GameEnd(
        winners=result.winners,
        scores=tuple(score or 0 for score in result.scores),
        utility=tuple(map(int, result.utility)),
        stakes=result.stakes,
        reason=result.reason,
    )


def _losers(record: Record, result: ResultRecord) -> Iterator[str]:
    for player, utility in zip(record.players, result.utility, strict=False):
        if utility < 0:
            yield shown(player.name)
