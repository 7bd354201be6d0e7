"""Making a report: everything that its page shows, out of files of records."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from referee import __version__
from referee.arena.report.contents import Contents, Lopsided, Spread, Tempo
from referee.arena.report.programs import programs
from referee.arena.report.replays import replays
from referee.arena.report.report_statistics import MOST_BOTS, Watching
from referee.arena.statistics.answer_times import Times
from referee.arena.statistics.read_statistics import collect, run_name
from referee.arena.statistics.standings import standings
from referee.arena.statistics.statistics import Merged, Running
from referee.records.format.reader import RecordError
from referee.records.plurals import quantity

_FAULTY: Final = 4
"""Games with faults that can be replayed besides."""
_BUCKETS: Final = 18
"""Up to 65,536 ms, which is more than any clock gives."""


def contents_of(paths: Sequence[str], chosen: Sequence[str] = ()) -> Contents:
    """The contents of a report on these files, with replays of the most lopsided deals and of the games chosen by id.

    RecordError, if a file cannot be read, or a game that was chosen is not there to be replayed.
    """
    watching = Watching(len(paths) > 1)
    found = collect(paths, watcher=watching)
    statistics: Running | Merged = found["all"] if found else Running()
    result = standings(statistics)
    bots = [line.name for line in result.bots][:MOST_BOTS]
    uneven = watching.uneven()
    shown = [(run_name(number, path), game) for game in chosen for number, path in enumerate(paths)]
    shown += [game for deal in uneven for game in deal.games] + watching.faulty[:_FAULTY]
    games = replays(paths, shown)
    there = {game for _, game in games}
    for game in chosen:
        if game not in there:
            raise RecordError(", ".join(paths), None, f"there is no game {game!r} to be replayed on the page")
    return Contents(
        title=" and ".join(bots) if len(bots) <= 2 else quantity(len(result.bots), "bot"),
        made=time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
        referee=__version__,
        sources=tuple(Path(path).name or path for path in paths),
        standings=result,
        curves=watching.curves(bots),
        spreads=tuple(
            Spread(bot, tuple(statistics.tally.scores[bot].deals.values()))
            for bot in bots
            if bot in statistics.tally.scores
        ),
        tempos=tuple(Tempo(bot, _buckets(statistics.accounts[bot].times)) for bot in bots),
        offences=tuple(watching.offences),
        more_offences=watching.more_offences,
        lopsided=tuple(
            Lopsided(tuple(map(watching.label, deal.games)), deal.better, deal.worse, deal.margin) for deal in uneven
        ),
        replays=tuple(
            replace(games[game], game=watching.label(game)) for game in dict.fromkeys(shown) if game in games
        ),
        programs=programs(paths),
    )


def _buckets(times: Times) -> tuple[int, ...]:
    """Answers by time: 0 ms, 1 ms, then up to each power of two, without empty ones at the end."""
    buckets = [0] * _BUCKETS
    for ms, count in times.counts.items():
        buckets[min(_BUCKETS - 1, ms.bit_length() if ms < 2 else (ms - 1).bit_length() + 1)] += count
    while len(buckets) > 1 and not buckets[-1]:
        buckets.pop()
    return tuple(buckets)
