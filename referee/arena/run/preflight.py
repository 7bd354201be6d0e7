"""Introductions: every bot is started once before anything is played, so that a wrong command is found out first; and
the machine is looked at, while it does nothing else.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from protocol.shown import shown
from referee.arena.workers.block_job import MachineFailed, host_for
from referee.arena.workers.lateness import quiet
from referee.host.game.seat import Seat, named, plays, stop_all
from referee.host.in_process.loading import CannotLoad, load
from referee.host.processes.bot import Bot, Code
from referee.host.processes.process import CannotLaunch, Process
from referee.host.sandbox.level import Sandbox
from referee.host.timing.clock import Times
from referee.host.timing.latency_probe import Quiet
from referee.host.wire.ids import Ids

_STDERR: Final = 2_048
"""Bytes of the end of stderr that are handed on."""


class Introduction(msgspec.Struct, frozen=True):
    """What a bot did when it was started and greeted."""

    bot: str
    """Its id."""
    refused: str | None = None
    """Why it cannot take part at all: it cannot be launched, or does not play this game."""
    absent: str | None = None
    """Why it gave no good answer, which is a fault in every game (P9) but no reason not to begin."""
    stderr: str = ""
    """The end of what it then wrote to stderr."""
    says: str = ""
    """What it calls itself."""


class Preflight(msgspec.Struct, frozen=True):
    """What is known of a match before it is played."""

    introductions: list[Introduction]
    """Of the bots, in their order."""
    quiet: Quiet | None
    """How quick an echo was; None where there is none, or no bot has a process and a clock."""


def look_over(bots: Sequence[Bot], game: str, times: Times, sandbox: Sandbox) -> Preflight:
    """Look at the machine, then at the bots, as `introduce` does. To be called in a worker."""
    timed = any(bot.code is None for bot in bots)
    return Preflight(quiet=quiet() if timed else None, introductions=introduce(bots, game, times, sandbox))


def introduce(bots: Sequence[Bot], game: str, times: Times, sandbox: Sandbox) -> list[Introduction]:
    """Start each bot, greet it and end it. To be called in a worker. MachineFailed if no process can be started."""
    try:
        return [_introduced(bot, game, times, sandbox) for bot in bots]
    except OSError as error:
        raise MachineFailed(f"cannot start a process: {error.strerror or error}") from error


def _introduced(bot: Bot, game: str, times: Times, sandbox: Sandbox) -> Introduction:
    if bot.code is not None:
        return _loaded(bot, bot.code)
    host = host_for(sandbox)
    try:
        Process(bot, host.launcher, host.root).kill()
    except CannotLaunch as error:
        return Introduction(bot.id, refused=f"cannot be launched: {error}")
    written = list[bytes]()
    host = replace(host, log=lambda seat, bot, errors: written.append(errors.tail(_STDERR)))
    seat = Seat(0, bot, host, times, Ids())
    try:
        seat.start()
        reply = seat.greet()
    finally:
        stop_all([seat], host, times.quit_ms)
    if reply is None:
        absent = seat.absent.reason if seat.absent else "no answer"
        return Introduction(bot.id, absent=absent, stderr=b"".join(written).decode("utf-8", "backslashreplace"))
    if not plays(reply, game):
        return Introduction(bot.id, refused=f"does not play {game}: it plays {', '.join(reply.games or ())}")
    return Introduction(bot.id, says=named(reply))


def _loaded(bot: Bot, code: Code) -> Introduction:
    """Bots in our own process say nothing of themselves."""
    try:
        load(code)
    except CannotLoad as error:
        return Introduction(bot.id, refused=f"cannot be loaded: {shown(str(error))}")
    return Introduction(bot.id)
