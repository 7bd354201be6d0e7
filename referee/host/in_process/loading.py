"""Loading the code of a bot that plays in this process."""

import importlib
import sys
import traceback
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TypeGuard

from bots.kit import Bot as KitBot
from referee.host.processes.bot import Code


class CannotLoad(Exception):
    """The code of a bot cannot be had: the text says why."""


def load(code: Code) -> KitBot:
    """The class or function. CannotLoad: there is none of that name, or its module fails."""
    if code.folder not in sys.path:
        sys.path.insert(0, code.folder)
    try:
        module = importlib.import_module(code.module)
    except (Exception, SystemExit) as error:
        raise CannotLoad(f"the module {code.module}: {last_line(error)}") from error
    found: object = getattr(module, code.name, None)
    if found is None:
        raise CannotLoad(f"the module {code.module} ({module.__file__}) has no {code.name}")
    if not _is_bot(found):
        raise CannotLoad(f"{code.module}:{code.name} is neither a function nor a class with a method choose")
    return found


def source(code: Code) -> Path | None:
    """The file that the module comes from, found without running anything; None if there is none."""
    path: list[str] | None = [code.folder, *sys.path]
    spec = None
    for name in _parents(code.module):
        spec = PathFinder.find_spec(name, path)
        if spec is None:
            return None
        path = spec.submodule_search_locations
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def last_line(error: BaseException) -> str:
    """The error as the last line of a traceback has it."""
    return traceback.format_exception_only(error)[-1].strip()


def _is_bot(found: object) -> TypeGuard[KitBot]:
    return callable(found) and (not isinstance(found, type) or callable(getattr(found, "choose", None)))


def _parents(module: str) -> list[str]:
    """`a`, `a.b`, `a.b.c` for `a.b.c`."""
    parts = module.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]
