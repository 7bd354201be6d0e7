"""What bots wrote to stderr during a game, read back from the logs of a run (P11)."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from protocol.shown import shown
from referee.records.format.record import Record

Written: TypeAlias = Mapping[tuple[int, int], list[str]]
"""By seat and number of the decision, counted through the game from 0; -1 is before the first."""

LOGS: Final = "logs"
"""The folder in a run's directory; a file for each bot, by its id."""

_SEAT: Final = re.compile(r"==== .*, seat (\d+)\Z")
_DECISION: Final = re.compile(r"-- game (.*), decision (-?\d+)\Z")


def written(run: Path, record: Record) -> Written:
    """What each seat's bot wrote during this game, in lines without control characters.

    Nothing where there are no logs. OSError if one cannot be read.
    """
    found: dict[tuple[int, int], list[str]] = {}
    for bot in {player.bot for player in record.players if player.bot}:
        log = run / LOGS / f"{bot}.log"
        if log.parent != run / LOGS or not log.is_file():
            continue
        for seat, decision, line in _of_game(log, record.game):
            if seat < len(record.players) and record.players[seat].bot == bot:
                found.setdefault((seat, decision), []).append(line)
    return found


def _of_game(log: Path, game: str) -> Iterator[tuple[int, int, str]]:
    seat = decision = None
    with log.open(encoding="utf-8", errors="backslashreplace") as file:
        for line in map(str.rstrip, file):
            if head := _SEAT.match(line):
                seat, decision = int(head[1]), None
            elif head := _DECISION.match(line):
                decision = int(head[2]) if head[1] == game else None
            elif seat is not None and decision is not None:
                yield seat, decision, shown(line)
