"""Playing a match at the command line: from its settings to its result, whatever comes between (C4-C7)."""

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import msgspec

from protocol.shown import shown
from referee.arena.run.preflight import Introduction, look_over
from referee.arena.run.run import End, Run, Stopping
from referee.arena.run.summary import Placed, Summary, summary
from referee.arena.statistics.sprt import Hypotheses
from referee.arena.tournament.match import Match
from referee.arena.workers.block_job import MachineFailed
from referee.arena.workers.descriptors import too_few
from referee.arena.workers.workers import Crew, WorkerLostError, Workers
from referee.cli import UNDECIDED
from referee.cli.arguments.choices import ExecutorName
from referee.cli.arguments.sandbox import confined
from referee.cli.errors import MachineError, UserError
from referee.cli.run.fault_report import last_line, offence_lines
from referee.cli.run.progress import Progress
from referee.cli.terminal.output import fitting, folded, show, write_json
from referee.cli.terminal.program import command
from referee.cli.terminal.streams import say, silence
from referee.cli.terminal.tables import told
from referee.host.sandbox.level import NONE, Sandbox
from referee.host.timing.latency_probe import Quiet
from referee.host.timing.machine_lateness import LATE_MS
from referee.records.format.reader import RecordError
from referee.records.format.writer import NoSpace
from referee.records.plurals import quantity

INTERRUPTED = 3


class Wanted(msgspec.Struct, frozen=True):
    """How a match is run and told; no part of what is played."""

    tables: int
    strict: bool = False
    trace: bool = False
    zst: bool = False
    json: bool = False
    executor: ExecutorName = "local"
    scheduler: str | None = None
    """The address of a scheduler of Dask; None is a cluster on this machine."""


def sandbox_of(match: Match, hidden: Path, stack: ExitStack) -> Sandbox:
    """The level of confinement that the match asks for; MachineError if this machine cannot give it.

    Nothing can confine bots in our own process.
    """
    if all(bot.code is not None for bot in match.bots):
        return NONE
    return confined(match.sandbox, stack, [str(hidden)])


def greet(match: Match, workers: Workers, sandbox: Sandbox, wanted: Wanted) -> Quiet | None:
    """Start every bot once. UserError for one that cannot take part; a warning for one that does not answer.

    Tells how quick an echo was on this machine just before; None where no bot is timed, or not here. MachineError, if
    not as many as are needed can be started here at all.
    """
    refused = too_few(match.players, workers.count)
    if refused:
        raise MachineError(refused)
    future = workers.submit(look_over, match.bots, match.game, match.times, sandbox)
    try:
        found = future.result()
    except (MachineFailed, WorkerLostError) as error:
        raise MachineError(str(error)) from None
    for bot, introduction in zip(match.bots, found.introductions, strict=True):
        if introduction.refused:
            raise UserError(f"bot {bot.name} {introduction.refused}")
        _warn_of(bot.name, introduction)
    return found.quiet if wanted.executor == "local" else None


def echo_lines(quiet: Quiet | None) -> list[str]:
    """How quick this machine was before anything was played; times of bots are to be read beside that."""
    if quiet is None:
        return []
    median, longest = quiet.median_us / 1_000, quiet.longest_us / 1_000
    late = ": it is busy with something else" if longest >= LATE_MS else ""
    return [f"an echo takes {median:.2f} ms on this machine, {longest:.2f} ms at the longest{late}"]


@contextmanager
def signals_stop(stopping: Stopping) -> Iterator[None]:
    """Ctrl-C, SIGTERM and a terminal that goes away are a wish to stop while this lasts (C6).

    Whoever starts us with SIGHUP ignored (nohup) wants us to go on without a terminal.
    """
    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    before = {number: signal.signal(number, stopping) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def play(run: Run, workers: Crew, wanted: Wanted, quiet: Quiet | None) -> int:
    """Play what is missing, tell how it came out, and return the exit code. `quiet` is what `greet` has found."""
    trouble: MachineFailed | NoSpace | RecordError | WorkerLostError | None = None
    end: End = "stopped"
    with closing(run):
        try:
            with Progress() as progress:
                end = run.play(workers, progress)
        except (MachineFailed, NoSpace, RecordError, WorkerLostError) as error:
            trouble = error
        outcome = _written(run, end, quiet)
    path = run.directory.path
    if run.match.policy.suspect == "report":
        _warn_of_suspects(outcome)
    if end == "stopped":
        return _stopped(outcome, path, trouble)
    try:
        _tell(outcome, path, wanted, offence_lines(run.book.offending, run.book.offences, path))
        sys.stdout.flush()
    except BrokenPipeError:  # all is in the directory
        silence(sys.stdout)
    faults = any(line.faults for line in outcome.standings.bots)
    if (wanted.strict and faults) or outcome.verdict == "H0":
        return 1
    return UNDECIDED if outcome.sprt is not None and outcome.verdict is None else 0


def _written(run: Run, end: End, quiet: Quiet | None) -> Summary:
    """The summary, in its file too if the disk has room for it."""
    if end != "stopped":
        run.book.statistics.close()
    outcome = summary(run, end, quiet)
    text = msgspec.json.format(msgspec.json.encode(outcome), indent=1) + b"\n"
    try:
        run.directory.write(run.directory.summary, text)
    except OSError as error:
        say(f"warning: {run.directory.summary} cannot be written: {error.strerror}")
    return outcome


def _stopped(outcome: Summary, path: Path, trouble: Exception | None) -> int:
    played = outcome.standings.games
    say(f"stopped after {played:,} of {quantity(outcome.planned, 'game')}, which are kept")
    say(f"go on with: {command('resume', path)}")
    if isinstance(trouble, RecordError):
        raise UserError(str(trouble))
    if trouble is not None:
        raise MachineError(str(trouble))
    return INTERRUPTED


def _tell(outcome: Summary, path: Path, wanted: Wanted, offences: Sequence[str]) -> None:
    if wanted.json:
        write_json(outcome)
        return
    bold, plain = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() else ("", "")
    first, *rest = told(outcome.standings)
    show(_places(outcome.places) if outcome.places else [])
    print("\n".join(f"{bold}{part}{plain}" for part in folded(first)))
    show([*rest, ""])
    if offences:
        print("\n".join([*offences, ""]))
    lines = []
    if outcome.sprt is not None:
        lines.append(_verdict(outcome, outcome.sprt))
    lines.append(f"seed {outcome.seed}")
    if outcome.nonce:
        lines.append(f"nonce {outcome.nonce}, for the commitment {outcome.commitment}")
    show([*lines, f"sandbox {outcome.sandbox}", f"digest {outcome.digest}", ""])
    print("\n".join(_next(path)))


def _next(path: Path) -> list[str]:
    """What can be done with the games that were played."""
    return [
        f"replay a game:     {command('replay', path, '--game', '0/0')}",
        f"verify all games:  {command('verify', path)}",
        f"score them again:  {command('score', path, '--by', 'seat')}",
        f"a page with plots: {command('score', path, '--html', 'page.html')}",
    ]


def _places(places: Sequence[Placed]) -> list[str]:
    """The final table of rounds."""
    rows = [("", "", "points", "played", "byes", "tie-breaks")]
    for place in places:
        breaks = "  ".join(f"{value:g}" for value in place.tie_breaks)
        row = (f"{place.rank}.", shown(place.name), f"{place.points:g}", str(place.played), str(place.byes), breaks)
        rows.append(row)
    return [*fitting(rows, (0, 2, 3, 4), (4, 3), (1,)), ""]


def _verdict(outcome: Summary, test: Hypotheses) -> str:
    if outcome.verdict is None:
        return f"the test of {test.h0:g} against {test.h1:g} points per deal is undecided: more deals are needed"
    taken, left = (test.h1, test.h0) if outcome.verdict == "H1" else (test.h0, test.h1)
    name, deals = shown(outcome.bots[0].name), quantity(outcome.standings.deals, "deal")
    said = (
        f"{outcome.verdict} is accepted within {deals}: {name} makes {taken:+g} points per deal rather than {left:+g}"
    )
    return said + _measured(outcome)


def _measured(outcome: Summary) -> str:
    """The mean that was measured, with the interval that holds although the test stopped by itself."""
    first = next((line for line in outcome.standings.bots if line.name == outcome.bots[0].name), None)
    if first is None or first.utility is None or first.anytime is None:
        return ""
    low, high = first.anytime.low, first.anytime.high
    return f" (measured {first.utility.mean:+.2f}, 95 % at any time {low:+.2f} to {high:+.2f})"


def _warn_of_suspects(outcome: Summary) -> None:
    suspects = sum(line.suspects for line in outcome.standings.bots)
    if suspects:
        lost = f"{quantity(suspects, 'loss', 'losses')} on time"
        say(f"warning: {lost} for which the machine was late itself; --suspect void plays such games again")


def _warn_of(name: str, introduction: Introduction) -> None:
    if introduction.absent:
        last = last_line(introduction.stderr)
        said = f"; last on stderr: {last}" if last else ""
        say(f"warning: bot {name}: {introduction.absent}; it will lose its games{said}")
