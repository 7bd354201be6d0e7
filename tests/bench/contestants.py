"""The bots of the benchmark: trivial ones in C, compiled here, those of the kit, and one as beginners write it."""

import subprocess
import sys
from pathlib import Path

from referee.host.processes.bot import Bot

_HERE = Path(__file__).parent


def compiled(folder: Path) -> Bot:
    """The C bot, compiled into `folder`."""
    program = folder / "first_legal"
    subprocess.run(["cc", "-O2", "-o", program, _HERE / "first_legal.c"], check=True)
    return Bot(id="c", name="c", command=(str(program),))


def of_the_kit() -> Bot:
    """A bot made with the kit that plays the first legal action."""
    return Bot(id="kit", name="kit", command=(sys.executable, str(_HERE / "kit_bot.py")), env=_path())


def naive() -> Bot:
    """A bot with `input`, `json` and `print`."""
    return Bot(id="naive", name="naive", command=(sys.executable, str(_HERE / "naive.py")))


def _path() -> dict[str, str]:
    """Where the kit is imported from, if the project is not installed."""
    return {"PYTHONPATH": str(_HERE.parents[1])}
