"""The yardstick: the least that Python must do to carry the same bytes to the same bots and back."""

import os
import select
import time
from collections.abc import Sequence
from typing import NamedTuple


class Exchange(NamedTuple):
    """One line as it was written, and the descriptors it goes through."""

    stdin: int
    stdout: int
    line: bytes
    answered: bool = True


def play(exchanges: Sequence[Exchange]) -> float:
    """Write every line and, where there will be an answer, poll and read, in turn; seconds."""
    polls = {exchange.stdout: select.poll() for exchange in exchanges}
    for stdout, poller in polls.items():
        poller.register(stdout, select.POLLIN)
    steps = [
        (stdin, line, polls[stdout].poll if answered else None, stdout) for stdin, stdout, line, answered in exchanges
    ]
    write, read = os.write, os.read
    began = time.perf_counter()
    for stdin, line, poll, stdout in steps:
        write(stdin, line)
        if poll:
            poll(1000)
            read(stdout, 65536)
    return time.perf_counter() - began
