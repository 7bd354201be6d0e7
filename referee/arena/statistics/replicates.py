"""Replicates: a match counted again many times with every deal weighing 0, 1, 2 … by chance (extra `stats`).

The bootstrap over deals, made while they come: all pairs of a deal share its weight, and the weight follows from the
deal alone, so that neither the order nor the number of deals in memory matters.
"""

from hashlib import sha256
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.arena.statistics.deal_result import Deal

REPLICATES: Final = 400

Floats = NDArray[np.float64]


class Sums(NamedTuple):
    """For two bots, by replicate: the weight of the deals, of the first one's margins, and of its deals won."""

    deals: Floats
    margins: Floats
    won: Floats


class Replicates:
    """Pair by pair, what was made of shared tables; number 0 is the match as it was, the others are resampled."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[str, str], Sums] = {}

    def add(self, deal: Deal) -> None:
        """Take in a deal with the weights that are its own."""
        weights = _weights(deal.key)
        for pair, (numerator, denominator) in deal.margins().items():
            sums = self.pairs.get(pair)
            if sums is None:
                sums = self.pairs[pair] = Sums(*(np.zeros(REPLICATES + 1) for _ in Sums._fields))
            sums.deals[:] += weights
            sums.margins[:] += weights * (numerator / denominator)
            sums.won[:] += weights * (0.5 if numerator == 0 else float(numerator > 0))

    def bots(self) -> tuple[str, ...]:
        """Every bot that met another, by name."""
        return tuple(sorted(set(chain.from_iterable(self.pairs))))

    def matrices(self) -> Sums:
        """The sums as arrays (replicate, bot, bot), from the row's point of view; bots as in `bots`."""
        place = {bot: index for index, bot in enumerate(self.bots())}
        shape = (REPLICATES + 1, len(place), len(place))
        deals, margins, won = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        for (a, b), sums in self.pairs.items():
            row, column = place[a], place[b]
            deals[:, row, column] = deals[:, column, row] = sums.deals
            margins[:, row, column], margins[:, column, row] = sums.margins, -sums.margins
            won[:, row, column], won[:, column, row] = sums.won, sums.deals - sums.won
        return Sums(deals, margins, won)


def _weights(key: str) -> Floats:
    """1 for the match as it was, then Poisson weights of mean 1 that depend on the deal's key alone."""
    random = np.random.default_rng(int.from_bytes(sha256(key.encode()).digest()[:8]))
    return np.concatenate(([1.0], random.poisson(1.0, REPLICATES)))
