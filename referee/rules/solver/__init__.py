"""Double dummy: the best that two sides can reach in plain trick play when every card is known.

Milliseconds of processor time for one position at the beginning of a trick, with nothing found before, of 200 reached
by chance in tressette; median, 95th percentile and the longest, on one core of a shared machine (AMD EPYC, CPython
3.11):

    tricks left    its value          the worth of every card
    5               3 /  11 /  24       6 /  18 /  29
    6              14 /  57 / 146      27 /  84 / 169
    7              69 / 230 / 468     145 / 451 / 1106

What it takes hangs on the cards: the hardest position costs ten times the usual one.
"""

from typing import Final

from referee.rules.solver.search import Play, Solver

__all__ = ["FAST", "Play", "Solver"]

FAST: Final = 7
"""Tricks left from which on it is fast enough for every decision of a game to be looked at."""
