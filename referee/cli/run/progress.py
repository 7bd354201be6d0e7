"""How a run is going, on stderr: a live table on a terminal, now and then a plain line elsewhere."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from protocol.shown import shown
from referee.arena.run.run import Run
from referee.arena.statistics.standings import Standings, standings
from referee.cli.terminal.output import error_width
from referee.cli.terminal.streams import say, silence
from referee.cli.terminal.tables import estimate_text, told
from referee.records.plurals import quantity

if TYPE_CHECKING:
    from rich.live import Live

_FRAME_S: Final = 0.25
_LINE_S: Final = 10.0


class Progress:
    """Called with the run while it goes on; a context, so that a live table is taken away at the end."""

    def __init__(self) -> None:
        self._live = _live_table() if sys.stderr.isatty() else None
        self._next = time.monotonic() + (_FRAME_S if self._live else _LINE_S)

    def __call__(self, run: Run) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        result = standings(run.book.statistics)
        if self._live is not None:
            self._next = now + _FRAME_S
            try:
                table = told(result, watched=True, width=error_width())
                self._live.update("\n".join(["", *table, "", going(run, now)]), refresh=True)
            except OSError:  # the terminal is gone, which ends nothing
                silence(sys.stderr)
        else:
            self._next = now + _LINE_S
            say(f"{going(run, now)}; {_leader(result)}")

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()


def going(run: Run, now: float) -> str:
    """How far a run is, how fast, how long it may still take, and its faults."""
    over, played = run.games_over, run.newly_over
    seconds = max(now - run.began, 1e-9)
    faults = sum(sum(account.faults.values()) for account in run.book.statistics.accounts.values())
    parts = [f"{over:,} of {quantity(run.rounds.games, 'game')}"]
    if played:
        left = (run.rounds.games - over) * seconds / played
        parts += [f"{played / seconds:,.1f} a second", f"{duration(left)} left"]
    if faults:
        parts.append(quantity(faults, "fault"))
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """A time for people: `12 s`, `3 min 20 s`, `5 h 7 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _leader(result: Standings) -> str:
    if not result.bots or not result.deals:
        return "no deal complete"
    first = result.bots[0]
    mean, _interval = estimate_text(first.utility)
    sure = f" (95 % at any time {first.anytime.low:+.2f} … {first.anytime.high:+.2f})" if first.anytime else ""
    return f"{shown(first.name)} leads with {mean} a deal{sure} over {quantity(result.deals, 'deal')}"


def _live_table() -> "Live":
    """Loaded only where there is a terminal: the library takes longer to load than many a match to play."""
    from rich.console import Console
    from rich.live import Live

    return Live(
        console=Console(stderr=True, highlight=False, markup=False, emoji=False), auto_refresh=False, transient=True
    )
