"""`referee verify`: every game dealt, played and counted again (G6)."""

import os
import sys
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import msgspec
import typer

from referee.cli.errors import UserError
from referee.records.plurals import quantity
from referee.records.verify.mismatch import Difference

if TYPE_CHECKING:
    from referee.records.verify.verify import Checked

_SHOWN: Final = 20
_BATCH: Final = 400
"""Games that go to another process at a time."""
_WORTH_IT: Final = 1 << 23
"""Bytes of records from which on other processes gain more than their start costs."""

Batch: TypeAlias = list[tuple[int, bytes]]


class FileReport(msgspec.Struct, kw_only=True):
    """What came of one file."""

    file: str
    games: int = 0
    """Records that agree with the rules, voided tries among them."""
    voided: int = 0
    hands: int = 0
    actions: int = 0
    digest: str | None = None
    """The digest of the run, where all games have one."""
    cut_off: int | None = None
    """The number of a last line that was cut off, and left out."""
    different: int = 0
    differences: list[Difference] = []


def verify(
    files: Annotated[list[str], typer.Argument(help="Records: files, run directories, or - for standard input.")],
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes; all cores for large files if not given.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> int:
    """Deal, play and count every game again, and name the first thing that differs in each.

    From the seeds, or the given decks, and the actions everything else is made anew: points, scores, utility, digests.
    In a run directory the run's digest and the committed seed are checked besides. Exit code 1 if anything differs.

    Example: a run, and a file made elsewhere

      referee verify runs/monday games.jsonl
    """
    from referee.cli.terminal.output import write_json
    from referee.cli.terminal.streams import writing
    from referee.records.format.reader import RecordError

    reports = []
    for file in files:
        try:
            reports.append(_verify(file, jobs))
        except RecordError as error:
            raise UserError(str(error)) from None
        with writing():
            if not json:
                _tell(reports[-1])
    if json:
        with writing():
            write_json(reports)
    return 1 if any(report.different for report in reports) else 0


def _verify(file: str, jobs: int | None) -> FileReport:
    from referee.records.format.reader import RecordError, lines
    from referee.records.verify.run_checks import BadSummary, Whole, promises_of
    from referee.records.verify.verify import games_of

    report = FileReport(file=file, differences=[])
    try:
        promises = promises_of(Path(file)) if Path(file).is_dir() else None
    except BadSummary as error:
        raise UserError(str(error)) from None
    whole = Whole(file, promises, None if file == "-" else lambda line: games_of(lines(file), line))

    def cut(line: int) -> None:
        report.cut_off = line

    for checked in _checked(file, lines(file, cut), _processes(file, jobs)):
        _add(report, checked.differences)
        for game in checked.verified:
            report.games += 1
            report.voided += not game.counted
            report.hands += game.hands
            report.actions += game.actions
            _add(report, whole.add(game))
    if not report.games and not report.different:
        raise RecordError(file, None, "there is no game in it")
    if not report.different:
        _add(report, whole.finish())
    report.digest = whole.digest() if not report.different else None
    return report


def _add(report: FileReport, differences: list[Difference]) -> None:
    report.different += len(differences)
    report.differences += differences[: max(0, 1000 - len(report.differences))]


def _processes(file: str, jobs: int | None) -> int:
    if jobs is not None:
        return jobs
    from referee.records.format.reader import RecordError, locate

    try:
        path = locate(file)
        size = path.stat().st_size * (4 if path.suffix == ".zst" else 1)
    except (OSError, RecordError):
        return 1
    return len(os.sched_getaffinity(0)) if size >= _WORTH_IT and hasattr(os, "sched_getaffinity") else 1


def _checked(file: str, lines: Iterator[tuple[int, bytes]], processes: int) -> "Iterator[Checked]":
    """What came of the lines, in their order, some at a time."""
    from referee.records.verify.verify import verify_lines

    batches = iter(lambda: list(islice(lines, _BATCH)), [])
    if processes == 1:
        for batch in batches:
            yield verify_lines(file, batch)
        return
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _ignore_interrupts) as pool:
        waiting: deque[Future[Checked]] = deque()
        try:
            for batch in batches:
                waiting.append(pool.submit(verify_lines, file, batch))
                if len(waiting) > 3 * processes:  # the file may be larger than the memory
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process; the first one ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _tell(report: FileReport) -> None:
    from referee.cli.terminal.output import show

    show(map(str, report.differences[:_SHOWN]))
    if report.different > _SHOWN:
        print(f"{report.file}: {quantity(report.different - _SHOWN, 'more difference')}; --json lists up to 1000")
    if report.cut_off is not None:
        print(f"{report.file}: line {report.cut_off} was cut off, and is left out", file=sys.stderr)
    voided = f" ({report.voided} of them voided)" if report.voided else ""
    games = f"{quantity(report.games, 'game agrees', 'games agree')} with the rules{voided}"
    verdict = f"; {quantity(report.different, 'differs', 'differ')}" if report.different else ""
    digest = f"; digest of the run {report.digest}" if report.digest else ""
    show([f"{report.file}: {games}{verdict}{digest}"])
