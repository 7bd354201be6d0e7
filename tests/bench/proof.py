"""What records cost: to write them while games are played, and to verify them afterwards."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from referee.records.format.record import Record, encode
from referee.records.verify.verify import verify_lines
from tests.bench.contestants import compiled
from tests.bench.measure import Figure, alternate, figure, ratio
from tests.bench.wire import GAMES, Players


def rows(rounds: int, folder: Path) -> list[Figure]:
    """Verifying over playing with C bots, in hands a second; and the share of a game that its record takes to write."""
    players = Players(compiled(folder))
    try:
        records = players.games()
        lines = [(number, encode(record)) for number, record in enumerate(records)]
        sides = {
            "play": lambda: _hands_a_second(players.games),
            "verify": lambda: _hands_a_second(lambda: _verify(lines)),
            "write": lambda: _write(records, folder / "games.jsonl"),
        }
        measured = alternate(rounds, sides)
    finally:
        players.close()
    parts = {"verify, hands/s": measured["verify"], "play, hands/s": measured["play"]}
    shares = [100 * write * play for write, play in zip(measured["write"], measured["play"], strict=True)]
    return [
        ratio("verify / play, C bots", measured["verify"], measured["play"], aim=20, parts=parts),
        figure(
            "writing records, of the time of a game",
            shares,
            unit="%",
            aim=1.5,
            least=True,
            parts={"a record, us": [write * 1e6 for write in measured["write"]]},
        ),
    ]


def _hands_a_second(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return GAMES / (time.perf_counter() - began)


def _verify(lines: Sequence[tuple[int, bytes]]) -> None:
    checked = verify_lines("games.jsonl", lines)
    assert len(checked.verified) == len(lines)


def _write(records: Sequence[Record], path: Path) -> float:
    """Seconds to put one record into words and into a file."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        began = time.perf_counter()
        for record in records:
            os.write(file, encode(record))
        return (time.perf_counter() - began) / len(records)
    finally:
        os.close(file)
