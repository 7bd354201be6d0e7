"""`referee new-bot`: a bot to start from, in the language of one's choice."""

import re
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

import bots
from referee.cli.errors import UserError
from referee.cli.terminal.program import command
from referee.rules.options import nearest

SAMPLES: Final = Path(bots.__file__).parent / "samples"

LANGUAGES: Final = {
    "python": "Python with the kit",
    "python-plain": "plain Python, nothing to install",
    "javascript": "JavaScript (Node)",
    "c": "C",
    "cpp": "C++",
    "rust": "Rust",
    "go": "Go",
    "java": "Java",
    "perl": "Perl",
    "ruby": "Ruby",
}
"""The folder of each sample, and what it is written in."""

_ALIASES: Final = {
    "py": "python",
    "js": "javascript",
    "node": "javascript",
    "c++": "cpp",
    "rs": "rust",
    "pl": "perl",
    "rb": "ruby",
    "golang": "go",
}
_NAME: Final = re.compile(r"^name = .*$", re.MULTILINE)


def new_bot(
    language: Annotated[str, typer.Argument(help=f"One of {', '.join(LANGUAGES)}.")],
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where it goes; must not hold anything yet.")],
) -> None:
    """A bot to start from: one file that plays every game, and passes check.

    It needs nothing but the language's own toolchain. Beside it lie a bot.toml, which tells the referee how it is
    started, and a short README.

    Example: a bot in C, built and checked

      referee new-bot c mybot && cd mybot && cc -O2 -o bot bot.c && referee check .
    """
    chosen = _ALIASES.get(language.lower(), language.lower())
    if chosen not in LANGUAGES:
        known = (*LANGUAGES, *_ALIASES)
        raise UserError(f"there is no sample in {language}: there are {', '.join(LANGUAGES)}{nearest(chosen, known)}")
    target = Path(folder)
    _copy(SAMPLES / chosen, target)
    print("\n".join(_next_steps(chosen, target)))


def _copy(sample: Path, target: Path) -> None:
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise UserError(f"{target} is there already, and not empty: choose another directory")
        target.mkdir(parents=True, exist_ok=True)
        for file in sample.iterdir():
            if file.is_file():
                shutil.copyfile(file, target / file.name)
        table = target / "bot.toml"
        name = f"name = {msgspec.json.encode(target.resolve().name).decode()}"
        table.write_text(_NAME.sub(lambda _: name, table.read_text("utf-8"), count=1), "utf-8")
    except OSError as error:
        raise UserError(f"cannot write {error.filename or target}: {error.strerror}") from None


def _next_steps(language: str, target: Path) -> list[str]:
    """What there is now, and what to type next."""
    table = tomllib.loads((target / "bot.toml").read_text("utf-8"))
    build = table.get("build")
    program = (build or table["command"][0]).split()[0]
    lines = [f"{target}: a bot in {LANGUAGES[language]} ({', '.join(sorted(file.name for file in target.iterdir()))})"]
    if shutil.which(program) is None:
        lines.append(f"it needs {program}, which is not on the PATH here")
    check, match = command("check", ".", elsewhere=True), command("match", ".", "greedy", elsewhere=True)
    steps = (f"cd {shlex.quote(str(target))}", build, check, match)
    return [*lines, "", *(f"  {step}" for step in steps if step)]
