"""A worker: a process that takes calls from its parent one by one, on the core that it is given."""

import os
import pickle
import signal
from functools import cache
from typing import IO

from referee.arena.workers.ipc import Answer, Task, Welcome, read_message, write_message
from referee.host.processes import scratch
from referee.host.processes.guardian import stand_guard
from referee.host.processes.stop import Stop

_roots: list[str] = []


@cache
def wish() -> Stop:
    """This process's wish to stop, which SIGTERM sets in a worker."""
    return Stop()


def root() -> str | None:
    """Where a worker's bots get their scratch directories: a place that goes with it. None in any other process."""
    return _roots[0] if _roots else None


def serve(root: str) -> None:
    """Answer calls until the parent closes our input, or is gone. A guardian sees to it that nothing is left then.

    `root` is an empty directory of our own.
    """
    calls, answers = _take_over(0, os.devnull, os.O_RDONLY), _take_over(1, None, 0)
    _roots.append(root)
    try:
        welcome = _welcome(calls, root)
        stand_guard(welcome.parent, root)
        signal.signal(signal.SIGTERM, _wish)
        signal.signal(signal.SIGINT, lambda _number, _frame: None)  # a handler: bots would inherit what is ignored
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {welcome.core})
        while True:
            write_message(answers, _answer(read_message(calls, Task)))
    except (EOFError, BrokenPipeError):
        return


def _wish(_number: int, _frame: object) -> None:
    """Whoever waits for a bot sees the wish. A bot that plays in this process can hold it up; then all ends at once."""
    wish().set()
    if wish().urgent and wish().deaf:
        os._exit(1)


def _welcome(calls: IO[bytes], root: str) -> Welcome:
    """What a worker is told first. EOFError if the parent is gone before that: nobody else removes `root` then."""
    try:
        return read_message(calls, Welcome)
    except EOFError:
        scratch.remove(root)
        raise


def _answer(task: Task) -> Answer:
    try:
        return Answer(result=task.function(*task.args, **task.kwargs))
    except Exception as error:
        return Answer(error=_sendable(error))


def _take_over(fd: int, instead: str | None, flags: int) -> IO[bytes]:
    """Our own copy of a standard stream, which bots and stray prints cannot reach: they get `instead`, or stderr."""
    own = os.fdopen(os.dup(fd), "rb" if fd == 0 else "wb")
    if instead is None:
        os.dup2(2, fd)
    else:
        other = os.open(instead, flags)
        os.dup2(other, fd)
        os.close(other)
    return own


def _sendable(error: Exception) -> Exception:
    """The error, or its text where it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
