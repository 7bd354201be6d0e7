"""Reading: the statistics of files of records, all together or split by seat, game or date."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import Enum
from typing import Protocol, assert_never

from msgspec.structs import replace

from referee.arena.statistics.deal_result import Deal
from referee.arena.statistics.grouping import UnorderedError
from referee.arena.statistics.statistics import Merged, Running
from referee.records.format.reader import Entry, RecordError, read
from referee.records.format.record import Record, ResultRecord
from referee.records.verify.mismatch import Differs
from referee.records.verify.playback import begin, follow


class By(Enum):
    """What statistics may be split by; `bot` is no split, since every table is by bot."""

    BOT = "bot"
    SEAT = "seat"
    GAME = "game"
    DATE = "date"


class Watcher(Protocol):
    """Sees records and deals while they are taken in; begun anew where they have to be read a second time."""

    def begin(self) -> None:
        """Nothing has been read yet."""

    def game(self, record: Record, run: str) -> None:
        """A record of the run with this name."""

    def deal(self, deal: Deal) -> None:
        """A deal that has all its tables."""


def collect(
    paths: Sequence[str],
    by: By = By.BOT,
    watcher: Watcher | None = None,
    repeated: Callable[[str, int], None] = lambda path, games: None,
) -> dict[str, Running | Merged]:
    """The statistics of all records in these files, closed, by what they are of (`all` if they are not split).

    The watcher, if there is one, is shown everything, which makes sense where they are not split. Several files,
    standard input (`-`), and records in no order of a schedule are held in memory until the end. A game that an
    earlier file holds too, by its digest, is not counted again; `repeated` is told of how many a file has.
    RecordError names a line that cannot be read or that the rules refuse.
    """
    if len(paths) == 1 and paths[0] != "-":
        with suppress(UnorderedError):
            return _read(paths, by, Running, watcher, repeated)
    return _read(paths, by, Merged, watcher, repeated)


def run_name(number: int, path: str) -> str:
    """What a file is called among the others that are read with it."""
    return f"{number} {path}"


def _read(
    paths: Sequence[str],
    by: By,
    kind: type[Running] | type[Merged],
    watcher: Watcher | None,
    repeated: Callable[[str, int], None],
) -> dict[str, Running | Merged]:
    found: dict[str, Running | Merged] = {}
    if watcher is not None:
        watcher.begin()
    earlier = set[str]()
    for number, path in enumerate(paths):
        run = run_name(number, path)
        again, own = 0, set[str]()
        for entry in read(path):
            if entry.record.digest in earlier:
                again += 1
                continue
            if entry.record.digest and len(paths) > 1:
                own.add(entry.record.digest)
            record = with_result(entry)
            if watcher is not None:
                watcher.game(record, run)
            for name, seat in _parts(record, by):
                if name not in found:
                    found[name] = kind(seat)
                    found[name].on_deal = watcher.deal if watcher is not None else None
                found[name].add(record, run)
        earlier |= own
        if again:
            repeated(path, again)
    for statistics in found.values():
        statistics.close()
    return found


def _parts(record: Record, by: By) -> Iterable[tuple[str, int | None]]:
    """The statistics that a record goes into: their name, and the seat that they are of."""
    match by:
        case By.BOT:
            return [("all", None)]
        case By.SEAT:
            return [(f"seat {seat}", seat) for seat in range(len(record.players))]
        case By.GAME:
            return [(record.variant, None)]
        case By.DATE:
            return [(record.started[:10] if record.started else "undated", None)]
        case _:
            assert_never(by)


def with_result(entry: Entry) -> Record:
    """The record, its result filled in by the rules where it was made elsewhere and has none (G9)."""
    record = entry.record
    if record.result is not None or not record.counted:
        return record
    try:
        game = begin(record)
        follow(record, game)
    except Differs as error:
        raise RecordError(entry.file, entry.line, f"game {record.game}: {error}") from None
    result = game.result
    assert result is not None
    return replace(
        record,
        result=ResultRecord(
            winners=result.winners,
            scores=result.scores,
            utility=result.utility,
            stakes=result.stakes,
            reason=result.reason,
        ),
    )
