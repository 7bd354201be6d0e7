"""The standard streams, whatever was made of them before we got them: closed, or with nobody at the other end."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


class CannotWrite(Exception):
    """stdout takes no more: nobody reads it, or its disk is full. No OSError, which where bots run is the machine's."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


@contextmanager
def writing() -> Iterator[None]:
    """Around what writes to stdout in the midst of what may fail for other reasons of the system.

    That nobody reads it any more ends nothing: what a command finds, which its exit code says, is wanted all the same.
    """
    try:
        yield
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError as error:
        raise CannotWrite(error) from None


def open_missing() -> None:
    """Put nothing in the place of a stream that is closed, which the next file to be opened would get instead."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", closefd=False)


def silence(stream: TextIO) -> None:
    """Let what is still to be written go nowhere, once nobody reads it (`| head`)."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def say(text: str) -> None:
    """Lines for people, on stderr. That nobody hears them ends nothing."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)
