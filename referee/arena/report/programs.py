"""The programs that played, from the summaries that lie beside the records."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from referee.arena.report.contents import Program
from referee.arena.run.run_directory import SUMMARY


class _Summary(msgspec.Struct):
    """As much of a summary as is needed here."""

    bots: tuple[Program, ...] = ()


_DECODER = msgspec.json.Decoder(_Summary)


def programs(paths: Iterable[str]) -> tuple[Program, ...]:
    """The programs of these runs, each once; a file with no summary beside it, or none that can be read, adds none."""
    found: dict[tuple[str, ...], Program] = {}
    for path in map(Path, paths):
        folder = path if path.is_dir() else path.parent
        try:
            bots = _DECODER.decode((folder / SUMMARY).read_bytes()).bots
        except (OSError, msgspec.MsgspecError):
            continue
        for bot in bots:
            found.setdefault((bot.name, *bot.command, *bot.files.values()), bot)
    return tuple(found.values())
