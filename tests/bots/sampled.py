"""The sample bots, copied by `new-bot` and built, once a test run; each is left out where its toolchain is missing."""

import subprocess
import tomllib
from pathlib import Path

import pytest

from referee.arena.tournament.bot_spec import parse
from referee.cli.commands.new_bot import LANGUAGES, SAMPLES, new_bot
from referee.host.processes.bot import Bot


def programs(language: str) -> list[str]:
    """The programs that have to be there to build a sample and to run it."""
    table = tomllib.loads((SAMPLES / language / "bot.toml").read_text("utf-8"))
    needed = [*([table["build"].split()[0]] if "build" in table else []), table["command"][0]]
    return [name for name in needed if not name.startswith(("./", "python"))]


SAMPLED = [pytest.param(language, id=language, marks=pytest.mark.needs(*programs(language))) for language in LANGUAGES]
"""The languages, as parameters of a test."""

_built: dict[str, Bot] = {}


def sample(language: str, folder: pytest.TempPathFactory) -> Bot:
    """The sample in this language, ready to run."""
    if language not in _built:
        place = folder.mktemp("samples") / language
        new_bot(language, str(place))
        table = tomllib.loads((place / "bot.toml").read_text("utf-8"))
        if "build" in table:
            subprocess.run(table["build"], shell=True, cwd=place, check=True, capture_output=True)
        _built[language] = parse(str(place), Path.cwd())
    return _built[language]
