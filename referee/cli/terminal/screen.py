"""The terminal of a person who plays: coloured where it is one, plain lines elsewhere."""

import sys
from typing import TYPE_CHECKING, Final

from referee.arena.human_player import Left
from referee.cli.terminal.output import folded

if TYPE_CHECKING:
    from rich.console import Console

_SUITS: Final = {
    r"(?<!\w)[A2-9TJQK]b(?!\w)|\S+♣|(10|\S) bas(toni)?": "green",
    r"(?<!\w)[A2-9TJQK]c(?!\w)|\S+♥|(10|\S) cop(pe)?": "red",
    r"(?<!\w)[A2-9TJQK]d(?!\w)|\S+♦|(10|\S) den(ari)?": "yellow",
    r"(?<!\w)[A2-9TJQK]s(?!\w)|\S+♠|(10|\S) spa(de)?": "cyan",
}
"""How a card of each suit is written in any of the ways, and its colour."""


class Screen:
    """Where lines are shown, and asked for."""

    def __init__(self) -> None:
        self._console = _console() if sys.stdout.isatty() else None

    def show(self, text: str = "", style: str = "") -> None:
        """Show a line, in as many as its width needs."""
        for part in folded(text):
            self._show(part, style)

    def _show(self, text: str, style: str) -> None:
        if self._console is None:
            print(text)
            return
        from rich.text import Text

        line = Text(text, style)
        for pattern, colour in _SUITS.items():
            line.highlight_regex(pattern, f"bold {colour}")
        self._console.print(line, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """What is typed after a prompt, without the space around it. Left, if nothing more will come."""
        if self._console is None:
            print(f"{prompt}> ", end="")
        else:
            self._console.print(f"{prompt}> ", style="bold", end="", markup=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))  # as a terminal would have shown it
        if not line:
            raise Left
        return line.strip()


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)  # `tris:A:d` is no smiley
