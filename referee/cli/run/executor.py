"""Who plays a run: worker processes here, or the workers of a cluster (`--executor`, `--scheduler`)."""

from contextlib import ExitStack

from referee.arena.workers.workers import Crew, Workers
from referee.cli.errors import MachineError, UserError
from referee.cli.run.play_run import Wanted


def check_executor(wanted: Wanted) -> None:
    """UserError for options that do not go together."""
    if wanted.executor == "local" and wanted.scheduler is not None:
        raise UserError("--scheduler is for --executor dask")
    if wanted.executor == "dask" and wanted.trace:
        raise UserError("--trace is for --executor local: traces are not sent from other machines")


def crew_of(wanted: Wanted, workers: Workers, stack: ExitStack) -> Crew:
    """The workers themselves, or the cluster. MachineError, if there is none."""
    if wanted.executor == "local":
        return workers
    from referee.arena.workers.cluster import Cluster, ClusterError

    try:
        cluster = Cluster(wanted.scheduler, wanted.tables)
    except ClusterError as error:
        raise MachineError(str(error)) from None
    stack.callback(cluster.shutdown, cancel_futures=True)
    return cluster
