"""What bots write to stderr, kept in the run's directory: a file a bot, each piece with the game and decision (P11)."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from protocol.shown import shown
from referee.host.processes.bot import Bot
from referee.host.processes.stderr_buffer import ErrorLog
from referee.records.format.writer import LineFile, NoSpace
from referee.records.plurals import quantity

MOST: Final = 1 << 23
"""Bytes kept of one bot; a bot that writes more than that in a run is not read again."""


def keeper(folder: Path, block: int) -> Callable[[int, Bot, ErrorLog], None]:
    """What the host calls with a process's stderr when it has ended, in the block with this number."""

    def keep(seat: int, bot: Bot, errors: ErrorLog) -> None:
        pieces = [piece for piece in errors.pieces() if piece.text]
        if not pieces:
            return
        folder.mkdir(exist_ok=True)
        file = folder / f"{bot.id}.log"
        if file.exists() and file.stat().st_size >= MOST:
            return
        lines = [f"==== {shown(bot.name)}, block {block}, seat {seat}"]
        for piece in pieces:
            lines.append(f"-- game {piece.game}, decision {piece.action}" if piece.game else "-- before the first game")
            lines += [shown(line) for line in piece.text.splitlines()]
        if errors.lost:
            lines.append(f"-- not kept: {quantity(errors.lost, 'byte')} between its beginning and its end")
        try:
            with LineFile(file) as log:
                log.append("".join(f"{line}\n" for line in lines).encode())
        except NoSpace:
            return  # the records need what is left of the disk more

    return keep


def add_logs(folder: Path, logs: dict[str, bytes]) -> None:
    """Add what was kept on another machine, by the name of the file."""
    for name, text in logs.items():
        folder.mkdir(exist_ok=True)
        file = folder / name
        if file.exists() and file.stat().st_size >= MOST:
            continue
        try:
            with LineFile(file) as log:
                log.append(text)
        except NoSpace:
            return
