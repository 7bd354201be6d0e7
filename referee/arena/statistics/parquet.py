"""Records as a table for other programs: one row a seat of a game, in a Parquet file (extra `parquet`)."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from referee.arena.statistics.bot_totals import counted_hands
from referee.arena.statistics.read_statistics import with_result
from referee.records.format.reader import read
from referee.records.format.record import Record

pa = import_module("pyarrow")  # it has no types of its own
pq = import_module("pyarrow.parquet")

_ROWS: Final = 100_000
"""Rows of a group, which is what is held in memory."""

SCHEMA: Final = pa.schema(
    [
        ("file", pa.string()),
        ("game", pa.string()),
        ("variant", pa.string()),
        ("seed", pa.string()),
        ("deal", pa.int64()),
        ("table", pa.int64()),
        ("started", pa.string()),
        ("reason", pa.string()),
        ("stakes", pa.int64()),
        ("hands", pa.int64()),
        ("seat", pa.int64()),
        ("bot", pa.string()),
        ("version", pa.string()),
        ("won", pa.bool_()),
        ("utility", pa.int64()),
        ("answers", pa.int64()),
        ("total_ms", pa.int64()),
        ("longest_ms", pa.int64()),
        ("faults", pa.list_(pa.string())),
        ("digest", pa.string()),
    ]
)
"""Times are those of the bot's own answers; a card of the dummy counts for nobody (R4.2)."""


def write_parquet(paths: Sequence[str], file: Path) -> int:
    """Write all counted games of these files, and return how many rows. RecordError, OSError."""
    rows: list[dict[str, object]] = []
    written = 0
    with pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer:
        for path in paths:
            for entry in read(path):
                if entry.record.counted:
                    rows.extend(_rows(path, with_result(entry)))
                if len(rows) >= _ROWS:
                    writer.write_table(pa.Table.from_pylist(rows, SCHEMA))
                    written += len(rows)
                    rows.clear()
        writer.write_table(pa.Table.from_pylist(rows, SCHEMA))
    return written + len(rows)


def _rows(path: str, record: Record) -> Iterator[dict[str, object]]:
    result = record.result
    assert result is not None
    times: list[list[int]] = [[] for _ in record.players]
    for hand in record.hands:
        for action in hand.actions:
            if action.seat < len(times) and not (action.remarks and action.remarks.by):
                times[action.seat].append(action.ms)
    for seat, player in enumerate(record.players):
        yield {
            "file": path,
            "game": record.game,
            "variant": record.variant,
            "seed": record.seed,
            "deal": record.deal,
            "table": record.table,
            "started": record.started,
            "reason": result.reason,
            "stakes": result.stakes,
            "hands": counted_hands(record),
            "seat": seat,
            "bot": player.name,
            "version": player.version,
            "won": seat in result.winners,
            "utility": result.utility[seat],
            "answers": len(times[seat]),
            "total_ms": sum(times[seat]),
            "longest_ms": max(times[seat], default=None),
            "faults": [fault.fault for fault in record.faults if fault.seat == seat],
            "digest": record.digest,
        }
