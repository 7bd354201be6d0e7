"""What a worker and the process above it say to each other: pickled objects, each with its length before it."""

import pickle
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Final, NamedTuple, TypeVar

T = TypeVar("T")

_LENGTH: Final = struct.Struct(">Q")


def write_message(pipe: IO[bytes], message: object) -> None:
    """One pickled object with its length before it."""
    data = pickle.dumps(message)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def read_message(pipe: IO[bytes], kind: type[T]) -> T:
    """The next object, which is of that kind; EOFError where the other side is gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    message = pickle.loads(data)
    assert isinstance(message, kind)
    return message


class Welcome(NamedTuple):
    """What a worker is told first: its core, and the process that it belongs to."""

    core: int
    parent: int


class Task(NamedTuple):
    """A call to be made in a worker."""

    function: Callable[..., object]
    args: Sequence[object]
    kwargs: Mapping[str, object]


class Answer(NamedTuple):
    """What came of it: the result, or the error that it raised."""

    result: object = None
    error: Exception | None = None
