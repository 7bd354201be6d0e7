"""Ids of requests: integers that cannot be predicted and never repeat (P2)."""

import os
from collections.abc import Callable, Iterator
from itertools import chain
from struct import Struct

_WORDS = Struct("<512Q")
_SURPLUS = 11  # bits of a word that an id of at most 2^53 has no place for


class Ids:
    """A store of ids, filled from the system's randomness in bulk."""

    def __init__(self, random: Callable[[int], bytes] = os.urandom) -> None:
        self.take: Callable[[], int] = chain.from_iterable(_batches(random)).__next__
        """An id from 1 to 2^53 - 1 that was not taken before."""


def _batches(random: Callable[[int], bytes]) -> Iterator[list[int]]:
    given = {0}
    while True:
        batch = [*map(_SURPLUS.__rrshift__, _WORDS.unpack(random(_WORDS.size)))]
        if len(set(batch)) < len(batch) or not given.isdisjoint(batch):  # hardly ever
            batch = [ident for ident in dict.fromkeys(batch) if ident not in given]
        given.update(batch)
        yield batch
