"""The help of each command, from its declaration; `python -m referee.cli.manual` writes the files in `help/`."""

import inspect
import sys
import textwrap
from enum import Enum
from pathlib import Path

import typer
from typer.core import TyperArgument, TyperOption

from referee.cli import COMMANDS
from referee.cli.dispatch import app, function

WIDTH = 80
_COLUMN = 26


def manual(command: str) -> str:
    """What `referee COMMAND --help` prints: usage, what it does, arguments, options, and an example last."""
    description, _, example = inspect.cleandoc(function(command).__doc__ or "").partition("\n\nExample")
    arguments, options = _parameters(command)
    usage = " ".join(["referee", command, *(name for name, _ in arguments), "[OPTIONS]"])
    parts = [f"Usage: {usage}", *_paragraphs(description)]
    if any(text for _, text in arguments):
        parts.append("Arguments:\n" + "\n".join(_entry(name, text) for name, text in arguments))
    if options:
        parts.append("Options:\n" + "\n".join(_entry(name, text) for name, text in options))
    parts.append("Example" + example)
    return "\n\n".join(parts) + "\n"


def write(folder: Path) -> None:
    """Write the help of every command into the folder."""
    for command in COMMANDS:
        (folder / f"{command}.txt").write_text(manual(command), encoding="utf-8")


def _parameters(command: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Name and meaning of each argument and of each option."""
    arguments, options = [], []
    for parameter in typer.main.get_command(app(command)).params:
        if isinstance(parameter, TyperArgument):
            arguments.append(_argument(parameter))
        elif isinstance(parameter, TyperOption):
            options.append(_option(parameter))
    return arguments, options


def _argument(parameter: TyperArgument) -> tuple[str, str]:
    name = (parameter.metavar or parameter.name or "").upper() + ("…" if parameter.nargs == -1 else "")
    return name if parameter.required else f"[{name}]", parameter.help or ""


def _option(parameter: TyperOption) -> tuple[str, str]:
    names, text, default = ", ".join(parameter.opts), parameter.help or "", parameter.default
    if parameter.is_flag:
        return names, text
    if default not in (None, ()) and not callable(default):
        text += f" [{default.value if isinstance(default, Enum) else default}]"
    return f"{names} {parameter.metavar or 'TEXT'}", text


def _entry(name: str, text: str) -> str:
    lines = textwrap.wrap(text, WIDTH - _COLUMN) or [""]
    if len(name) > _COLUMN - 4:
        lines.insert(0, "")
    first = f"  {name:<{_COLUMN - 2}}{lines[0]}".rstrip()
    return "\n".join([first, *(" " * _COLUMN + line for line in lines[1:])])


def _paragraphs(text: str) -> list[str]:
    return [textwrap.fill(part, WIDTH) for part in text.split("\n\n") if part]


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "help")
