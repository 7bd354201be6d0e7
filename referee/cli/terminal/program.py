"""How this program was called, so that the commands it tells can be typed where the user stands."""

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

NAME = "referee"


def command(*words: object, elsewhere: bool = False) -> str:
    """A command line of this program, as a shell reads it: `.venv/bin/referee replay 'my runs' --game 0/0`.

    `elsewhere`: in another directory than this one.
    """
    called = _called(sys.argv[0])
    if elsewhere and os.sep in called[0]:
        called = [os.path.abspath(called[0]), *called[1:]]
    return shlex.join([*called, *map(str, words)])


def _called(program: str) -> Sequence[str]:
    """The words that started it; its plain name where that would start it too, or nothing better is known."""
    path = Path(program)
    if path.name == "__main__.py" and path.parent.name == NAME:
        python = os.path.basename(sys.executable)
        return [python if _found(python, sys.executable) else sys.executable, "-m", NAME]
    if path.name != NAME or not path.exists() or _found(NAME, program):
        return [NAME]
    return [program]


def _found(name: str, program: str) -> bool:
    """Whether the shell finds this very program by its name; not what it links to, which knows of no packages."""
    found = shutil.which(name)
    return found is not None and os.path.abspath(found) == os.path.abspath(program)
