"""What a second core gains: the same match at one table and at two, each with its bots on a core of its own."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.contestants import compiled
from tests.bench.measure import Figure, alternate, ratio

_FEW, _MANY = 50, 1050
"""Deals of two matches: what lies between them is play, without starting and ending."""
_ROUNDS = 3


def rows(rounds: int, folder: Path) -> list[Figure]:
    """Two tables over one, in games a second; nothing where there is but one core."""
    if len(os.sched_getaffinity(0)) < 2:
        return []
    bot = compiled(folder).command[0]
    sides = {str(tables): lambda tables=tables: _games_a_second(bot, tables, folder) for tables in (1, 2)}
    measured = alternate(min(rounds, _ROUNDS), sides)
    parts = {"one, games/s": measured["1"], "two, games/s": measured["2"]}
    return [ratio("two tables / one table", measured["2"], measured["1"], aim=1.8, parts=parts)]


def _games_a_second(bot: str, tables: int, folder: Path) -> float:
    spent = _seconds(bot, tables, _MANY, folder) - _seconds(bot, tables, _FEW, folder)
    return 2 * (_MANY - _FEW) / spent  # each deal is played twice, with seats exchanged


def _seconds(bot: str, tables: int, deals: int, folder: Path) -> float:
    out = folder / "run"
    words = [
        "--deals",
        str(deals),
        "--tables",
        str(tables),
        "--seed",
        "benchmark-of-tables",
        "--sandbox",
        "none",
        "--out",
        str(out),
    ]
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "referee", "match", f"a={bot}", f"b={bot}", *words], check=True, capture_output=True
    )
    spent = time.perf_counter() - began
    shutil.rmtree(out)
    return spent
