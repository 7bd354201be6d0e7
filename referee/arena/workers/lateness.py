"""Lateness: what a process knows, from one block to the next, of how late its machine is."""

import atexit
from functools import cache

from referee.host.timing.latency_probe import Echo, Quiet
from referee.host.timing.machine_lateness import Noise


@cache
def noise() -> Noise:
    """The windows in which the machine was late, for all that this process plays."""
    return Noise()


@cache
def echo() -> Echo | None:
    """The echo of this process, which ends with it; None where none can be started."""
    try:
        found = Echo(noise())
    except OSError:
        return None
    atexit.register(found.close)
    return found


def quiet() -> Quiet | None:
    """How quick the echo is now, before anything is played; None where there is none."""
    found = echo()
    return found.calibrate() if found is not None else None
