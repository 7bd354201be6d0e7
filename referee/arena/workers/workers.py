"""Workers: an executor of processes, each on a core of its own; a worker that dies costs its unit and nothing more."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from types import TracebackType
from typing import Final, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from referee.arena.workers.ipc import Answer, Task, Welcome, read_message, write_message
from referee.host.processes import roots
from referee.host.processes.descendants import adopt_orphans, children, session, sweep
from referee.host.processes.roots import Root

P = ParamSpec("P")
T = TypeVar("T")

_SERVE: Final = (
    "import sys; root, *sys.path[:] = sys.argv[1:]; from referee.arena.workers.worker import serve; serve(root)"
)


class WorkerLostError(RuntimeError):
    """A worker process ended before it had answered: killed, or out of memory; or it could not be started at all."""


def cores() -> list[int]:
    """The processor cores that this process may use; where the system does not tell, numbers that mean nothing."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


class Crew(Protocol):
    """Who plays a run, on this machine or on others: an executor that can be told of a wish to stop."""

    @property
    def count(self) -> int:
        """How many calls are answered at the same time."""

    @property
    def far(self) -> bool:
        """Whether they share no files with this process."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Have the function called; WorkerLostError comes out of the future if whoever was at it is lost."""

    def stop(self) -> None:
        """Tell everybody of the wish to stop; the second time it is urgent."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End them after what was submitted, or after what they are at."""


class Workers(Executor):
    """Runs functions of modules in worker processes, one call at a time in each, in the order of submission.

    Started anew and not forked: nothing of this process (locks, threads, open files) is carried over. Each is in a
    session of its own, so that Ctrl-C reaches this process alone, and ends with it, whatever it dies of.
    """

    far = False

    def __init__(self, count: int, places: Sequence[int] | None = None) -> None:
        """So many processes, in turn on these cores; on all that there are, if none are given.

        What earlier ones have left on the disk, all of whom were killed at once, is removed.
        """
        roots.sweep()
        self.count = count
        """Worker processes at the same time."""
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        places, kin = places or cores(), _Kin()
        self._slots = [_Slot(self._calls, kin, places[index % len(places)]) for index in range(count)]

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Have the function called in a worker; WorkerLostError comes out of the future if the worker dies over it."""
        future: Future[T] = Future()
        self._calls.put(_Call(cast("Future[object]", future), Task(function, args, kwargs)))
        return future

    def stop(self) -> None:
        """Tell every worker, and those that start later, of the wish to stop; the second time it is urgent."""
        for slot in self._slots:
            slot.stop()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait for what was submitted; where an error takes us away, stop it instead."""
        if kind is not None:
            self.stop()
        self.shutdown(cancel_futures=kind is not None)

    def pids(self) -> list[int]:
        """The workers that are running."""
        return [pid for slot in self._slots if (pid := slot.pid()) is not None]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers end after what was submitted, or after what they are at."""
        while cancel_futures and not self._calls.empty():
            call = self._calls.get()
            if call is not None and call.future.cancel():
                call.future.set_running_or_notify_cancel()  # tells those who wait for it
        for _slot in self._slots:
            self._calls.put(None)
        if wait:
            for slot in self._slots:
                slot.join()


class _Call(NamedTuple):
    """A task, and where its result goes."""

    future: "Future[object]"
    task: Task


class _Kin:
    """The worker processes of all slots, each below a guardian.

    A guardian that is killed takes its worker with it, but not the bots: they come to this process, which ends them.
    """

    def __init__(self) -> None:
        adopt_orphans()
        self._lock = threading.Lock()
        self._spared = set(children(os.getpid()))

    def start(self, root: str) -> "subprocess.Popen[bytes]":
        """A worker that keeps what its bots write below `root`. OSError: the machine cannot."""
        with self._lock:
            process = subprocess.Popen(
                [sys.executable, "-c", _SERVE, root, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
            self._spared.add(process.pid)
        return process

    def bury(self, process: "subprocess.Popen[bytes]") -> int:
        """Wait for its end; its exit status, or minus the signal that ended it. Then nothing of it is left."""
        code = process.wait()
        with self._lock:
            self._spared.discard(process.pid)
            if code < 0:
                own = os.getsid(0)
                sweep([pid for pid in children(os.getpid()) if pid in self._spared or session(pid) == own])
        return code


class _Slot(threading.Thread):
    """The thread that keeps one worker process, hands it calls, and starts another when it is lost."""

    def __init__(self, calls: "SimpleQueue[_Call | None]", kin: _Kin, core: int) -> None:
        super().__init__(daemon=True, name=f"worker on core {core}")
        self._calls, self._kin, self._core = calls, kin, core
        self._root: Root | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._wishes = 0
        self._lock = threading.Lock()
        self.start()

    def run(self) -> None:
        try:
            while (call := self._calls.get()) is not None:
                if call.future.set_running_or_notify_cancel():
                    self._try(call)
        finally:
            self._end()

    def stop(self) -> None:
        with self._lock:
            self._wishes += 1
            if self._process is not None:
                self._process.send_signal(signal.SIGTERM)

    def pid(self) -> int | None:
        with self._lock:
            return self._process.pid if self._process is not None else None

    def _try(self, call: _Call) -> None:
        """Whatever goes wrong, who waits for the call is told."""
        try:
            self._answer(call)
        except Exception as error:
            call.future.set_exception(error)

    def _answer(self, call: _Call) -> None:
        try:
            process = self._running()
        except OSError as error:
            self._end()
            call.future.set_exception(WorkerLostError(f"a worker cannot be started: {error.strerror}"))
            return
        assert process.stdin and process.stdout
        try:
            write_message(process.stdin, call.task)
            answer = read_message(process.stdout, Answer)
        except (EOFError, OSError):
            call.future.set_exception(WorkerLostError(f"a worker ended unasked: {_status(self._end())}"))
            return
        if answer.error is None:
            call.future.set_result(answer.result)
        else:
            call.future.set_exception(answer.error)

    def _running(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._process is None:
                self._root = Root()
                self._process = self._kin.start(self._root.path)
                assert self._process.stdin
                write_message(self._process.stdin, Welcome(self._core, os.getpid()))
                for _ in range(self._wishes):
                    self._process.send_signal(signal.SIGTERM)
            return self._process

    def _end(self) -> int:
        """Close the worker's input, which ends it, and wait; its exit status, or minus the signal that ended it."""
        with self._lock:
            process, self._process = self._process, None
        code = 0
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                assert pipe
                with contextlib.suppress(OSError):  # of a call that was never read, and is not any more
                    pipe.close()
            code = self._kin.bury(process)
        if self._root is not None:
            self._root.remove()  # its guardian has done that, if it could
        return code


def _status(code: int) -> str:
    return f"exit status {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
