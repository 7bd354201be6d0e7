"""Double dummy: the best that two sides can reach in plain trick play when every card is known.

Milliseconds of processor time for one position at the beginning of a trick, with random cards of the forty in four
hands, on one core, CPython 3.11: 0.3 with 3 tricks left, 1 with 4, 4 with 5, 16 with 6, 40 with 7.
"""

from typing import Final

from referee.rules.solver.search import Play, Solver

__all__ = ["FAST", "Play", "Solver"]

FAST: Final = 7
"""Tricks left from which on it is fast enough for every decision of a game to be looked at."""
