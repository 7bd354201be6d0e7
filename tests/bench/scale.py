"""Long runs: what the parent keeps in memory, and how long it takes to go on where a run stopped. Takes minutes."""

import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.contestants import compiled
from tests.bench.measure import Figure, figure, ratio

_SHORT, _LONG = 1_000, 50_000
"""Deals; each is played twice."""
_STOP_AT = 0.97
"""The part of the long run after which it is stopped."""
_LOOK_S = 0.05


def rows(rounds: int, folder: Path) -> list[Figure]:
    """Memory of the parent in a long run over a short one; seconds to finish a long run that was nearly over."""
    bot = compiled(folder).command[0]
    run = folder / "run"
    short = _peak(_match(bot, _SHORT, run))
    shutil.rmtree(run)
    long = _peak(_match(bot, _LONG, run), run / "games.jsonl", int(2 * _LONG * _STOP_AT))
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "referee", "resume", str(run)], check=True, capture_output=True)
    resumed = time.perf_counter() - began
    shutil.rmtree(run)
    parts = {f"{_SHORT} deals, MB": [short], f"{_LONG} deals, MB": [long]}
    name = f"resume of {2 * _LONG} games, the last {round(100 - 100 * _STOP_AT)} % to be played"
    return [
        ratio(f"memory of the parent, {_LONG} deals / {_SHORT}", [long], [short], aim=1.5, least=True, parts=parts),
        figure(name, [resumed], unit="s"),
    ]


def _match(bot: str, deals: int, run: Path) -> subprocess.Popen[bytes]:
    words = ["--deals", str(deals), "--seed", "benchmark-of-scale", "--sandbox", "none", "--out", str(run)]
    return subprocess.Popen(
        [sys.executable, "-m", "referee", "match", f"a={bot}", f"b={bot}", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _peak(parent: subprocess.Popen[bytes], records: Path | None = None, enough: int = 0) -> float:
    """The most memory that a process had, in MB; it is stopped once there are `enough` records."""
    peak, told, size, lines = 0, False, 0, 0
    while parent.poll() is None:
        found = re.search(r"VmHWM:\s+(\d+)", _text(Path(f"/proc/{parent.pid}/status")))
        peak = max(peak, int(found[1])) if found else peak
        if records and records.exists() and not told:
            with records.open("rb") as file:
                file.seek(size)
                new = file.read()
            size, lines = size + len(new), lines + new.count(b"\n")
            if lines >= enough:
                parent.send_signal(signal.SIGINT)
                told = True
        time.sleep(_LOOK_S)
    return peak / 1024


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
