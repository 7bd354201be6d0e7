"""The beginning of a run: its bots are looked at, its directory made, and what is to come is told (C5, C7)."""

import time
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

import msgspec

from referee.arena.run.run import Run, Stopping
from referee.arena.run.run_directory import Directory, DirectoryError, NoRoom
from referee.arena.schedule.boards import BOARDS
from referee.arena.schedule.seatings import SeatingError
from referee.arena.tournament.bot_files import files_of
from referee.arena.tournament.match import Match, save
from referee.arena.tournament.rounds import Rounds
from referee.arena.workers.workers import Workers
from referee.cli.errors import MachineError, UserError
from referee.cli.run.executor import check_executor, crew_of
from referee.cli.run.plan import announce, tell_plan
from referee.cli.run.play_run import Wanted, greet, play, sandbox_of, signals_stop
from referee.records.format.frames import FramesError, compressor


def begin(match: Match, boards: Path | None, out: Path | None, dry_run: bool, wanted: Wanted) -> int:
    """Play a match in a new directory, once it is sure that all bots can take part; or only tell what it would be."""
    try:
        Rounds(match)
    except SeatingError as error:
        raise UserError(str(error)) from None
    if dry_run:
        return tell_plan(match, wanted)
    check_executor(wanted)
    if wanted.zst:
        _check_compression()
    with ExitStack() as stack:
        path = out or fresh(match.game)
        if out is None:
            stack.callback(_remove_if_empty, path)
        sandbox = sandbox_of(match, path, stack)
        workers = stack.enter_context(Workers(wanted.tables))
        quiet = greet(match, workers, sandbox, wanted)
        crew = crew_of(wanted, workers, stack)
        stopping = Stopping()
        stack.enter_context(signals_stop(stopping))
        try:
            directory = stack.enter_context(Directory.create(path))
            if boards is not None:
                directory.write(directory.path / BOARDS, boards.read_bytes())
            files = {path: digest for bot in match.bots for path, digest in files_of(bot).items()}
            directory.write(directory.settings, save(msgspec.structs.replace(match, files=files)), 0o600)
            if wanted.zst:
                directory.compress()
        except NoRoom as error:
            raise MachineError(str(error)) from None
        except DirectoryError as error:
            raise UserError(str(error)) from None
        except OSError as error:
            raise MachineError(f"cannot write in {path}: {error.strerror}") from None
        announce(match, path, sandbox, wanted, quiet)
        return play(Run(match, directory, sandbox, wanted.tables, stopping, wanted.trace), crew, wanted, quiet)


def _check_compression() -> None:
    try:
        compressor()
    except FramesError as error:
        raise UserError(f"--zst: {error}") from None


def fresh(game: str) -> Path:
    """A new directory in `runs/`, which is ours alone even if others start in the same second."""
    name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{game}"
    names = (Path("runs") / (name if again == 1 else f"{name}-{again}") for again in count(1))
    try:
        return next(path for path in names if _made(path))
    except OSError as error:
        raise MachineError(f"cannot make a directory in {Path('runs')}: {error.strerror}") from None


def _made(path: Path) -> bool:
    """Whether the directory was made here and now."""
    try:
        path.mkdir(parents=True)
    except FileExistsError:
        return False
    return True


def _remove_if_empty(path: Path) -> None:
    """Leave nothing of a run that did not begin."""
    with suppress(OSError):
        path.rmdir()
        path.parent.rmdir()
