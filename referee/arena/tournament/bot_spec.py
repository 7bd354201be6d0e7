"""An entry: the text or table by which a user names a bot, and the program that it means (C1)."""

import os
import re
import shlex
import shutil
import site
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec

import bots
from bots import BUILT_IN
from referee import __version__
from referee.arena.tournament.toml import BadToml, convert, read_toml
from referee.host.in_process.loading import source
from referee.host.processes.bot import Bot, Code, Quota
from referee.host.sandbox.readable_paths import SYSTEM
from referee.rules.options import nearest

_NAMED: Final = re.compile(r"([^\s/=:\"']{1,64})=(?=.)", re.DOTALL)
_PYTHON: Final = ("python", "python3")
_BY_ENDING: Final = {".js": "node", ".mjs": "node", ".pl": "perl", ".rb": "ruby", ".lua": "lua", ".php": "php"}
"""The program that runs a script with this ending, where nothing else is said."""
_INSIDE: Final = "py:"
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LOADER: Final = re.compile(r"LD_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|MALLOC_.*|BASH_ENV|ENV")
"""Variables that reach whatever starts the bot, before any limit holds it: a bot's own folder may not set them."""
_MOST: Final = {"memory_mb": 1 << 22, "processes": 1 << 16, "disk_mb": 1 << 22, "files": 1 << 20, "cpu_s": 1 << 30}
"""The largest quota of each kind; more is a slip of the finger, and no system call takes it."""
_RUN: Final = """\
import sys
from importlib import import_module
from bots import kit
kit.run(getattr(import_module(sys.argv[1]), sys.argv[2]))
"""


class EntryError(ValueError):
    """There is no such bot, or its program cannot be run; the text says why and what would be right."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot as `bot.toml` or a `[[bot]]` of a tournament file describes it. Paths are relative to that file."""

    command: list[str] | str | None = None
    """The program and its arguments, or one BOT of the command line."""
    build: str | None = None
    """How people make the program from its source, as a line of shell; the referee never runs it."""
    name: str | None = None
    version: str | None = None
    cwd: str | None = None
    """Where it runs; by default an empty scratch directory of its own (P10)."""
    env: dict[str, str] = {}
    quota: Quota = Quota()


def entrants(specifications: Iterable[str], folder: Path) -> tuple[Bot, ...]:
    """The bots that these texts mean, with ids `b0 b1 …` and names that differ; EntryError for the first that fails."""
    return numbered([parse(text, folder) for text in specifications])


def numbered(named: Sequence[Bot]) -> tuple[Bot, ...]:
    """The bots with ids by their place, and a number added to a name that another has already."""
    taken: set[str] = set()
    result = []
    for number, bot in enumerate(named):
        name, again = bot.name, 2
        while name in taken:
            name, again = f"{bot.name}-{again}", again + 1
        taken.add(name)
        result.append(msgspec.structs.replace(bot, id=f"b{number}", name=name))
    return tuple(result)


def parse(text: str, folder: Path) -> Bot:
    """The bot that one BOT of the command line means: `[name=]` a built-in name, a path, a command line, or
    `py:module:Class`.
    """
    prefix = _NAMED.match(text)
    name, rest = (prefix.group(1), text[prefix.end() :]) if prefix else (None, text)
    bot = _unnamed(rest.strip(), folder)
    return msgspec.structs.replace(bot, name=name) if name else bot


def described(entry: Entry, folder: Path, own: bool = False) -> Bot:
    """The bot that a table of a file describes; `folder` is where that file lies. With `own` the file is the bot's, and
    may ask for nothing outside its folder.
    """
    if entry.command is None:
        raise EntryError("a bot needs a command, as a list of words or as on the command line")
    command = entry.command
    _check(entry, folder)
    if own:
        _check_own(entry, folder)
    try:
        bot = parse(command, folder) if isinstance(command, str) else _commanded(command, folder)
    except EntryError as error:
        raise EntryError(
            f"{error}; build it first, in {folder}: {entry.build}" if entry.build else str(error)
        ) from None
    return msgspec.structs.replace(
        bot,
        name=entry.name or bot.name,
        version=entry.version or bot.version,
        cwd=str((folder / entry.cwd).resolve()) if entry.cwd else bot.cwd,
        env={**bot.env, **entry.env},
        quota=entry.quota,
    )


def _check(entry: Entry, folder: Path) -> None:
    """EntryError, naming the key, for what no process could be started with or held to."""
    words = [entry.command] if isinstance(entry.command, str) else entry.command or []
    texts = [("command", word) for word in words] + [("cwd", entry.cwd or "")]
    texts += [(f"env.{name}", value) for name, value in entry.env.items()]
    for key, text in texts:
        if "\0" in text:
            raise EntryError(f"invalid {key} {text!r}: it must not contain a NUL character")
    for name in entry.env:
        if not _VARIABLE.fullmatch(name):
            raise EntryError(f"invalid name {name!r} in env: expected letters, digits and underscores")
    if entry.cwd is not None and not (folder / entry.cwd).is_dir():
        raise EntryError(f"invalid cwd {entry.cwd}: there is no such directory in {folder}")
    for key, most in _MOST.items():
        value = getattr(entry.quota, key)
        if value is not None and not 1 <= value <= most:
            raise EntryError(f"invalid quota.{key} {value}: expected an integer from 1 to {most}")


def _check_own(entry: Entry, folder: Path) -> None:
    """EntryError for what a bot's own file asks for beyond its folder. A tournament file or command line may ask."""
    words = [entry.command] if isinstance(entry.command, str) else entry.command or []
    if words and words[0].lstrip().startswith(_INSIDE):
        raise EntryError(
            f"{words[0]} runs in the referee's own process: name it in the tournament file or command line"
        )
    for name, value in entry.env.items():
        if _LOADER.fullmatch(name):
            raise EntryError(f"env.{name} reaches the programs that start the bot: set it in the tournament file")
        _check_paths(f"env.{name}", re.split("[:=]", value), folder)
    _check_paths("command", [part for word in words[1:] for part in re.split("[:=]", word)], folder)
    _check_paths("cwd", [entry.cwd] if entry.cwd else [], folder)


def _check_paths(key: str, parts: Iterable[str], folder: Path) -> None:
    """EntryError for an existing path outside the bot's folder and the system's own programs."""
    for part in parts:
        path = (folder / part).resolve()
        allowed = (folder.resolve(), *map(Path, SYSTEM))
        if "/" in part and path.exists() and not any(path.is_relative_to(each) for each in allowed):
            raise EntryError(f"{key} names {part}, outside the bot's folder: allow it in the tournament file instead")


def apart(bot: Bot) -> Bot:
    """The bot in a process of its own, also where it is code for the referee's: there it is looked at line by line."""
    if bot.code is None:
        return bot
    code, path = bot.code, _environment(sys.executable).get("PYTHONPATH")
    folders = os.pathsep.join([code.folder, path] if path else [code.folder])
    command = (sys.executable, "-c", _RUN, code.module, code.name)
    return msgspec.structs.replace(bot, command=command, env={"PYTHONPATH": folders, **bot.env}, code=None)


def _unnamed(text: str, folder: Path) -> Bot:
    if not text:
        raise EntryError("a bot has no name, path or command")
    if text in BUILT_IN:
        return _built_in(text)
    if text.startswith(_INSIDE):
        return _inside(text, folder)
    path = folder / text
    if path.is_file() or path.is_dir():
        return _at(path)
    words = _words(text)
    if len(words) == 1 and ("/" in text or Path(text).suffix or shutil.which(text) is None):
        raise EntryError(_no_such(text, path))
    return _commanded(words, folder)


def _built_in(name: str) -> Bot:
    command = (sys.executable, "-m", BUILT_IN[name])
    return Bot("", name, command, version=__version__, env=_environment(sys.executable))


def _inside(text: str, folder: Path) -> Bot:
    """A class or function that plays in the referee's own process: `py:module:Class`, looked for from the folder."""
    module, _, name = text.removeprefix(_INSIDE).partition(":")
    if not name.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        raise EntryError(f"{text} is to be py:module:Class, the name of a module and of a class or function in it")
    code = Code(module, name, str(folder.resolve()))
    if source(code) is None:
        raise EntryError(f"{text}: there is no module {module} in {folder.resolve()} or where Python looks for modules")
    return Bot("", name, (text,), code=code)


def _environment(program: str) -> dict[str, str]:
    """Where the package is not installed (a checkout), our interpreter has to be told where it lies, the kit in it."""
    root = str(Path(bots.__file__).resolve().parent.parent)
    if program != sys.executable or root in map(os.path.realpath, site.getsitepackages()):
        return {}
    return {"PYTHONPATH": root}


def _at(path: Path) -> Bot:
    """The bot in a file or a directory."""
    if path.is_dir():
        if not (path / "bot.toml").is_file():
            raise EntryError(f"{path} is a directory without a bot.toml")
        path = path / "bot.toml"
    if path.suffix == ".toml":
        return _in_table(path)
    where = os.path.abspath(path)
    if path.suffix == ".py":
        return Bot("", path.stem, (sys.executable, where), env=_environment(sys.executable))
    if os.access(path, os.X_OK):
        return Bot("", path.stem, (where,))
    return Bot("", path.stem, (*_interpreter(path), where))


def _in_table(path: Path) -> Bot:
    try:
        entry = convert(read_toml(path), Entry)
        bot = described(entry, path.parent, own=True)
    except OSError as error:
        raise EntryError(f"cannot read {path}: {error.strerror}") from None
    except (BadToml, EntryError) as error:
        raise EntryError(f"{path}: {error}") from None
    fallback = path.resolve().parent.name if path.name == "bot.toml" else path.stem
    return bot if entry.name else msgspec.structs.replace(bot, name=fallback)


def _interpreter(path: Path) -> list[str]:
    """What the first line of a script that is not marked executable names, or what its ending means."""
    try:
        with path.open("rb") as file:
            first = file.readline(256)
    except OSError as error:
        raise EntryError(f"cannot read {path}: {error.strerror}") from None
    if not first.startswith(b"#!"):
        if path.suffix in _BY_ENDING:
            return [_program(_BY_ENDING[path.suffix], path.parent)]
        raise EntryError(f'{path} is not executable: chmod +x {path}, or give its command, as in "java -jar {path}"')
    words = first[2:].decode("utf-8", "replace").split()
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if word != "-S"]
    if not words:
        raise EntryError(f"the first line of {path} names no interpreter")
    return [_program(words[0], path.parent), *words[1:]]


def _commanded(words: Sequence[str], folder: Path) -> Bot:
    """A command line. Files among its words are found from `folder`, since the bot runs in a directory of its own."""
    if not words:
        raise EntryError("a bot's command is empty")
    program = _program(words[0], folder)
    files = [os.path.abspath(folder / word) if _is_file(folder, word) else word for word in words[1:]]
    scripts = [word for word in words[1:] if _is_file(folder, word)]
    modules = [after for before, after in pairwise(words) if before == "-m"]
    named = Path(scripts[0]).stem if scripts else modules[0].rpartition(".")[2] if modules else Path(words[0]).stem
    return Bot("", named, (program, *files), env=_environment(program))


def _program(word: str, folder: Path) -> str:
    """The program's absolute path. `python` is the interpreter that runs the referee, which needs no search."""
    if word in _PYTHON:
        return sys.executable
    if "/" in word:
        path = folder / word
        if not path.is_file():
            raise EntryError(_no_such(word, path))
        if not os.access(path, os.X_OK):
            raise EntryError(f"{word} is not executable: chmod +x {word}")
        return os.path.abspath(path)  # its links are kept: a virtual environment is known by them
    found = shutil.which(word)
    if found is None:
        raise EntryError(f"there is no program {word} on the PATH")
    return os.path.abspath(found)


def _is_file(folder: Path, word: str) -> bool:
    return not word.startswith("-") and (folder / word).exists()


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise EntryError(f"the command {text!r} cannot be split into words: {str(error).lower()}") from None


def _no_such(text: str, path: Path) -> str:
    """What is said of a name that is neither a built-in bot nor a file, with the nearest of both."""
    if "/" in text or path.suffix:
        beside = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
        return f"there is no bot at {text}{nearest(path.name, beside)}"
    known = f"built in are {', '.join(BUILT_IN)}; else give a path or a command"
    return f"there is no bot {text}: {known}{nearest(text, BUILT_IN)}"
