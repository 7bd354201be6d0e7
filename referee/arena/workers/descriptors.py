"""File descriptors: how many a run needs, so that it is refused before it begins where it may not have them."""

import resource
from typing import Final

from referee.host.processes.process import DESCRIPTORS
from referee.records.plurals import quantity

_OWN: Final = 24
"""What a process of ours has open besides: standard streams, records, journals, modules being loaded."""
_WORKER: Final = 6
"""What a worker takes of its parent's while it starts; three as long as it runs."""


def needed(seats: int, tables: int) -> int:
    """The limit on open files that a run needs: of its first process or of a worker, whichever needs more."""
    return _OWN + max(_WORKER * tables, DESCRIPTORS * seats)


def too_few(seats: int, tables: int) -> str | None:
    """Why a run with so many seats at so many tables cannot be; None if it can."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = needed(seats, tables)
    if allowed == resource.RLIM_INFINITY or wanted <= allowed:
        return None
    may = most == resource.RLIM_INFINITY or wanted <= most
    remedy = f"ulimit -n {wanted}" if may else "fewer tables, or a higher limit from whoever looks after the machine"
    return f"{quantity(tables, 'table')} of {seats} bots: {wanted} open files are needed, {allowed} allowed: {remedy}"
