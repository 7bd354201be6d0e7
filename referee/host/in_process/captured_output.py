"""What bots in this process print: it goes to their logs, as what others write to stderr does."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

Listen: TypeAlias = Callable[[bytes], None]


class Prints:
    """Standard output and error of this process, taken over while a bot may be at work."""

    def __init__(self) -> None:
        self._pipe = _Pipe()
        self._text = io.TextIOWrapper(self._pipe, "utf-8", "backslashreplace", write_through=True)

    @contextmanager
    def to(self, listen: Listen) -> Iterator[None]:
        """Hand what is printed to `listen` while this lasts."""
        before = sys.stdout, sys.stderr
        self._pipe.listen = listen
        sys.stdout = sys.stderr = self._text
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


class _Pipe(io.BytesIO):
    """The bytes of it, which are not kept here."""

    listen: Listen

    def write(self, text: "ReadableBuffer", /) -> int:
        written = bytes(text)
        self.listen(written)
        return len(written)
