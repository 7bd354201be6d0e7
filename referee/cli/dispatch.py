"""One command, loaded alone and run: its arguments read by typer, its errors told in one line (C4, C5)."""

import errno
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Final

import typer

from referee.cli import COMMANDS, INTERRUPTED
from referee.cli.errors import MachineError, UserError
from referee.cli.terminal.streams import CannotWrite, say, silence, writing

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def app(command: str) -> typer.Typer:
    """The typer application of one command, without colours, completion and the import of rich."""
    program = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    program.command(name=command)(_unread(function(command)))
    return program


def _unread(call: Callable[..., object]) -> Callable[..., object]:
    """The same, with an error of ours where nobody reads stdout any more; typer would make an exit code of its own."""

    @wraps(call)
    def called(*arguments: object, **options: object) -> object:
        try:
            return call(*arguments, **options)
        except BrokenPipeError as error:
            raise CannotWrite(error) from None

    return called


def function(command: str) -> Callable[..., object]:
    """The function that does what the command says."""
    name = command.replace("-", "_")
    found: Callable[..., object] = getattr(import_module(f"referee.cli.commands.{name}"), name)
    return found


def run(command: str, arguments: list[str]) -> int:
    """Run a command with its arguments and return the exit code."""
    if command not in COMMANDS:
        return _refuse("referee", f"there is no command {command}; see referee --help{_nearest(command)}")
    try:
        outcome = app(command)(args=arguments, prog_name=f"referee {command}", standalone_mode=False)
        with writing():
            sys.stdout.flush()
    except UserError as error:
        return _refuse(f"referee {command}", str(error), error.code)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except CannotWrite as unwritten:
        return _unwritten(command, unwritten.error)
    except OSError as error:
        if not isinstance(error, BrokenPipeError) and error.errno not in _FULL:
            raise
        return _unwritten(command, error)
    except Exception as error:
        explain = getattr(error, "format_message", None)
        if explain is None:
            raise
        from referee.cli.usage import complaint

        wrong = complaint(command, function(command), arguments)
        return _refuse(f"referee {command}", wrong or _one_line(explain()))
    return outcome if isinstance(outcome, int) else 0


def _unwritten(command: str, error: OSError) -> int:
    """What could not be written. That nobody reads on (`| head`) wants no words: what was wanted has been read."""
    silence(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return 0
    what = f"cannot write {error.filename or 'to stdout'}: {error.strerror}"
    return _refuse(f"referee {command}", what, MachineError.code)


def _refuse(program: str, message: str, code: int = 2) -> int:
    say(f"{program}: {message}")
    return code


def _one_line(message: str) -> str:
    text = " ".join(message.split()).rstrip(".")
    return text[:1].lower() + text[1:]


def _nearest(command: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(command, COMMANDS, 1, 0.5)
    return f"; did you mean {close[0]}?" if close else ""
