"""The yardstick: the least that Python must do to carry the same bytes to the same bots and back."""

import os
import select
import time
from collections.abc import Sequence
from typing import NamedTuple


class Exchange(NamedTuple):
    """One request as it was written, and the descriptors it goes through."""

    stdin: int
    stdout: int
    request: bytes


def play(exchanges: Sequence[Exchange]) -> float:
    """Write, poll and read every exchange in turn; seconds."""
    polls = {exchange.stdout: select.poll() for exchange in exchanges}
    for stdout, poller in polls.items():
        poller.register(stdout, select.POLLIN)
    steps = [(stdin, request, polls[stdout].poll, stdout) for stdin, stdout, request in exchanges]
    write, read = os.write, os.read
    began = time.perf_counter()
    for stdin, request, poll, stdout in steps:
        write(stdin, request)
        poll(1000)
        read(stdout, 65536)
    return time.perf_counter() - began
