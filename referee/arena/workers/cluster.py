"""A cluster: calls answered on other machines, by way of Dask (extra `cluster`); see CLUSTER.md.

Each worker of Dask keeps a worker process of ours, so that bots are held there as they are here.
"""

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Final, ParamSpec, Protocol, TypeVar, cast

from referee.arena.workers.batch import Parcel
from referee.arena.workers.block_job import MachineFailed
from referee.arena.workers.workers import WorkerLostError, Workers, cores

P = ParamSpec("P")
T = TypeVar("T")

_WAIT_S: Final = 30
"""For the scheduler, and for its first worker."""
_held: Final[list[int]] = []
"""Files that are locked as long as this process lives."""


class ClusterError(Exception):
    """There is no cluster to play on; the text says why and what would be right."""


class _Promise(Protocol):
    """A future of Dask."""

    @property
    def status(self) -> str: ...
    def result(self) -> object: ...
    def add_done_callback(self, call: "Callable[[_Promise], None]") -> None: ...
    def cancel(self) -> None: ...


class _Client(Protocol):
    """The client of Dask."""

    def submit(self, function: Callable[..., object], *args: object, key: str, pure: bool) -> _Promise: ...
    def run(self, function: Callable[[], None]) -> object: ...
    def nthreads(self) -> dict[str, int]: ...
    def wait_for_workers(self, number: int, timeout: float) -> None: ...
    def close(self) -> None: ...


class Cluster(Executor):
    """Runs functions of modules on the workers of a Dask scheduler; what a lost one was at is done by another."""

    far = True

    def __init__(self, address: str | None, workers: int) -> None:
        """The cluster of the scheduler at this address; None is one of so many workers on this machine.

        ClusterError: Dask is not installed, or nobody is there.
        """
        self._local: object = None
        self._client = self._connect(address, workers)
        self._promises: dict[Future[object], _Promise] = {}
        self._numbers = count()
        self.count = 1
        """Calls answered at the same time; looked at anew with each call."""
        self._look()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Have the function called somewhere; a parcel under its own name, so that it is never two tasks."""
        self._look()
        parcel = args[0] if args and isinstance(args[0], Parcel) else None
        key = f"{parcel.name if parcel else f'referee-{os.getpid()}'}-{next(self._numbers)}"
        future: Future[object] = Future()
        promise = self._client.submit(_at_worker, function, args, kwargs, key=key, pure=False)
        self._promises[future] = promise
        future.add_done_callback(self._cancel)
        promise.add_done_callback(lambda done: _settle(future, done))
        return cast("Future[T]", future)

    def stop(self) -> None:
        """Tell every worker there is now."""
        with contextlib.suppress(OSError):
            self._client.run(_stop_here)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, once what was submitted is done or cancelled; our own one ends."""
        for future in list(self._promises):
            if cancel_futures and not future.done():
                future.cancel()
            elif wait:
                with contextlib.suppress(Exception):
                    future.result()
        self._client.close()
        if self._local is not None:
            cast("_Client", self._local).close()
            self._local = None

    def _connect(self, address: str | None, workers: int) -> _Client:
        try:
            dask = import_module("distributed")
        except ImportError:
            raise ClusterError("--executor dask needs Dask: pip install 'tressette-referee[cluster]'") from None
        try:
            if address is None:
                self._local = dask.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
                )
            client: _Client = dask.Client(address or self._local, timeout=_WAIT_S)
            client.wait_for_workers(1, timeout=_WAIT_S)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterError(f"--scheduler {address}: nobody answers, or there is no worker: {error}") from None
        return client

    def _look(self) -> None:
        self.count = max(1, sum(self._client.nthreads().values()))

    def _cancel(self, future: "Future[object]") -> None:
        """Done or cancelled: the cluster may forget it."""
        promise = self._promises.pop(future, None)
        if promise is not None and future.cancelled():
            promise.cancel()


def _settle(future: "Future[object]", promise: _Promise) -> None:
    """What came of a call, for those who wait here."""
    if future.cancelled() or not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(promise.result())
    except Exception as error:
        future.set_exception(_known(error))


def _known(error: Exception) -> Exception:
    """Dask gives a call up after several workers were lost over it; then the run decides what follows."""
    lost = type(error).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError", "LostWorkerError")
    return WorkerLostError(f"the cluster lost a call: {error}") if lost else error


def _at_worker(function: Callable[..., object], args: Sequence[object], kwargs: dict[str, object]) -> object:
    """Called in a worker of Dask: have our own worker process do it."""
    return _hands().submit(function, *args, **kwargs).result()


def _stop_here() -> None:
    """Called in a worker of Dask: tell our own worker process of the wish to stop, and have another from now on."""
    if _hands.cache_info().currsize:
        hands = _hands()
        _hands.cache_clear()
        hands.stop()


@cache
def _hands() -> Workers:
    """The one worker process of this worker of Dask, on a core that no other one of this machine has."""
    return Workers(1, [_own_core()])


def _own_core() -> int:
    """A core of which this process holds the lock; one that is shared, if there are more of us than cores."""
    ours = cores()
    for core in ours:
        file = Path(tempfile.gettempdir()) / f"referee-{os.getuid()}-core-{core}.lock"
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
        else:
            _held.append(descriptor)
            return core
    return ours[os.getpid() % len(ours)]


__all__ = ["Cluster", "ClusterError", "MachineFailed"]
