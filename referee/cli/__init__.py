"""The command line: finds the one module that a command needs, and loads nothing for help that is ready in a file."""

import io
import sys

from referee import __version__

STOPPED = 3
"""Interrupted; the run can be gone on with (C4)."""

UNDECIDED = 5
"""A sequential test ran out of deals before it could decide."""

INTERRUPTED = 130
"""Ctrl-C where nothing is left to go on with; a match has its own code."""

COMMANDS = {
    "match": "play a match and score it",
    "tournament": "play what a file describes: many bots, formats, all settings",
    "resume": "go on with a match that was stopped, killed or crashed",
    "replay": "show a game as people read it",
    "verify": "deal, replay and recount every game of a record",
    "explain": "what was legal at a decision, and why the rest was not",
    "score": "standings and statistics of one or many records",
    "games": "the games, their options, presets and defaults",
    "deal": "the cards that a seed gives",
    "schema": "JSON Schema of what goes in and out",
    "new-bot": "a bot to start from, that passes check",
    "play": "take a seat at the terminal, with bots in the others",
    "check": "is a bot fit for a contest, point by point",
    "rerun": "ask a bot what was asked in logged games, and compare its answers",
}
"""Every command and what it does; its module and its function have its name."""


def main(argv: list[str] | None = None) -> int:
    """Run a command line (without the program's name) and return its exit code (C4)."""
    arguments = sys.argv[1:] if argv is None else argv
    _replace_what_the_terminal_lacks()
    odd = next((each for each in arguments if not each.isprintable() and _undecodable(each)), None)
    if odd is not None:
        return _refuse(f"referee: the argument {odd!a} is not valid UTF-8")
    command = arguments[0] if arguments else "--help"
    if command in ("--help", "-h"):
        return _tell(_overview())
    if command in ("--version", "-V"):
        return _tell(f"referee {__version__}\n")
    if command in COMMANDS and "--help" in arguments:
        return _tell(_ready(command))
    try:
        from referee.cli.dispatch import run
        from referee.cli.terminal.streams import open_missing

        open_missing()
        code = run(command, arguments[1:])
        if argv is None and code == STOPPED:
            _deaf_to_more()
        return code
    except KeyboardInterrupt:  # while all that is loaded, too
        return INTERRUPTED


def _replace_what_the_terminal_lacks() -> None:
    """Characters that the terminal's encoding has no place for are replaced; nothing ends for their sake."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _undecodable(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def _refuse(text: str) -> int:
    from referee.cli.terminal.streams import say

    say(text)
    return 2


def _deaf_to_more() -> None:
    """Nothing is left to be stopped: one Ctrl-C more must not take the exit code away while the interpreter ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = "\n".join(f"  {name:<{width}}  {does}" for name, does in COMMANDS.items())
    return f"""Usage: referee COMMAND [OPTIONS]

A referee for matches of Tressette and the games of its family, between bots.

Commands:
{lines}

Options:
  --help, -h     this text; after a command, what the command can do
  --version, -V  the version

Example: a match of 100 deals, each played twice with the seats exchanged

  referee match greedy random
"""


def _ready(command: str) -> str:
    """The help of a command, which `referee.cli.manual` has written down: typer would take five times as long."""
    with open(f"{__file__.rpartition('/')[0]}/help/{command}.txt", encoding="utf-8") as file:
        return file.read()


def _tell(text: str) -> int:
    if sys.stdout is None:  # closed
        return 0
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        from referee.cli.terminal.streams import say, silence

        silence(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            say(f"referee: cannot write to stdout: {error.strerror}")
            return 4
    return 0
