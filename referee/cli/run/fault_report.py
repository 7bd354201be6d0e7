"""Faulty games, told at the end of a match: what was wrong, what the bot said last, and how to look at it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from protocol.shown import shown
from referee.cli.terminal.output import folded
from referee.cli.terminal.program import command
from referee.records.format.record import GAME, FaultRecord, Record
from referee.records.plurals import quantity
from referee.records.replay.event_text import consequence

_LONGEST: Final = 300
"""Characters of a reason, or of a line of stderr."""
_SILENT: Final = "nothing came at all: is stdout flushed after each answer?"


def offence_lines(games: Sequence[Record], all_of_them: int, run: Path) -> list[str]:
    """For each faulty game its first fault, and the command that shows the game; how many more there are."""
    lines = []
    for game in games:
        lines += folded(f"game {shown(game.game)}: {_told(game)}")
        lines.append(f"  {command('replay', run, '--game', game.game, '--notes')}")
    more = all_of_them - len(games)
    if more:
        lines.append(f"and {quantity(more, 'more faulty game')}, which a page lists:")
        lines.append(f"  {command('score', run, '--html', 'page.html')}")
    return lines


def last_line(text: str) -> str:
    """The last line of stderr that is not empty, fit to be shown; empty if there is none."""
    lines = [line for line in text.splitlines() if line.strip()]
    return shown(lines[-1].strip(), _LONGEST) if lines else ""


def _told(game: Record) -> str:
    fault, *others = game.faults
    bot = shown(game.players[fault.seat].name)
    text = f"{bot}, seat {fault.seat}, {_when(fault)}: {fault.fault}; {consequence(fault.consequence)}"
    reason = shown(str(fault.evidence.get("reason", "")), _LONGEST)
    text += f": {reason}" if reason else ""
    text += f"; {_SILENT}" if _silent(fault) else ""
    text += "; suspect: the machine itself was late" if fault.suspect else ""
    stderr = last_line(str(fault.evidence.get("stderr", "")))
    text += f"; last on stderr: {stderr}" if stderr else ""
    return text + (f" (and {quantity(len(others), 'more fault')} in this game)" if others else "")


def _silent(fault: FaultRecord) -> bool:
    """Whether it ran and said nothing, from the beginning: most often the answer is in its buffer."""
    seen = fault.evidence
    return fault.fault == "start" and seen.get("received_bytes") == 0 and "ended" not in seen


def _when(fault: FaultRecord) -> str:
    """The decision, as `referee explain` counts them, if it was one."""
    if fault.fault == "start":
        return "at its start"
    asked = fault.evidence.get("asked") == GAME
    return "asked to be ready for the game" if asked else f"hand {fault.hand}, action {fault.action}"
