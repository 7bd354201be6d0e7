"""Ids of requests: integers that cannot be predicted and never repeat (P2)."""

import os
from collections.abc import Callable
from struct import Struct

_BATCH = 512
_WORDS = Struct(f"<{_BATCH}Q")
_MASK = (1 << 53) - 1


class Ids:
    """A store of ids, filled from the system's randomness in bulk."""

    def __init__(self, random: Callable[[int], bytes] = os.urandom) -> None:
        self._random = random
        self._given: set[int] = {0}
        self._store: list[int] = []

    def take(self) -> int:
        """An id from 1 to 2^53 - 1 that was not taken before."""
        if not self._store:
            self._fill()
        return self._store.pop()

    def _fill(self) -> None:
        words = dict.fromkeys(word & _MASK for word in _WORDS.unpack(self._random(_WORDS.size)))
        self._store = [word for word in words if word not in self._given]
        self._given.update(self._store)
        if not self._store:
            self._fill()
