"""How long a command takes that does nothing: what it loads before it knows what to do."""

import subprocess
import sys
import time

from tests.bench.measure import Figure, alternate, ratio

_PASS = ("-c", "pass")
_HELPS = {"--help": ("--help",), "match --help": ("match", "--help")}


def rows(rounds: int) -> list[Figure]:
    """Each help over `python -c pass`."""
    sides = {"pass": lambda: _seconds(*_PASS)}
    sides |= {name: lambda words=words: _seconds("-m", "referee", *words) for name, words in _HELPS.items()}
    measured = alternate(rounds, sides)
    floor = {"--help": 4.0}
    return [
        ratio(
            f"referee {name} / python -c pass",
            measured[name],
            measured["pass"],
            aim=2.5,
            floor=floor.get(name),
            least=True,
            parts={"python -c pass, s": measured["pass"], f"{name}, s": measured[name]},
        )
        for name in _HELPS
    ]


def _seconds(*words: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
