"""Rerunning the games of a file with a bot: which games, at which seats, one process for each row of them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from protocol.shown import shown
from referee.arena.rerun.ask_again import Asking
from referee.arena.rerun.comparison import GameRerun, Report, counted
from referee.arena.rerun.logged_blocks import Circumstances, block_of, circumstances, rows
from referee.host.game.game_setup import Setting, Task
from referee.host.game.seat import Host, Seat, start_all, stop_all
from referee.host.processes.bot import Bot
from referee.host.processes.descendants import adopt_orphans
from referee.records.format.reader import RecordError, find, read
from referee.records.format.record import Record
from referee.records.replay.unplayed import not_played
from referee.records.verify.mismatch import Differs
from referee.records.verify.playback import begin, follow


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """Which decisions are asked again. `seat` or `player`, or both, have to be given."""

    file: str
    game: str | None = None
    """Only this game; all if None."""
    seat: int | None = None
    player: str | None = None
    """Where this player, by name or id, sat."""
    stop_at: int | None = None
    """The number of the last decision, over all hands of a game."""


class NothingThere(ValueError):
    """No game of the file is wished for; the text says why."""


def rerun(wish: Wish, bot: Bot, host: Host, done: Callable[[GameRerun], None] = lambda game: None) -> Report:
    """Ask the bot. `done` gets each game when it is over.

    RecordError for a file that cannot be read, or a game that does not go with the rules; NothingThere; OSError, if the
    machine can start no process. Raises Stopped. No process is left.
    """
    adopt_orphans()
    games = []
    for game in _games(wish, bot, host):
        games.append(game)
        done(game)
    if not games:
        raise NothingThere(_nothing(wish))
    return Report(
        file=wish.file,
        bot=bot.name,
        command=bot.command,
        games=tuple(games),
        decisions=sum(len(game.compared) for game in games),
        counts=counted(games),
    )


def _games(wish: Wish, bot: Bot, host: Host) -> Iterator[GameRerun]:
    around = circumstances(Path(wish.file))
    for row in rows(_records(wish), around):
        for seat, player in enumerate(row[0].players):
            if wish.seat in (None, seat) and wish.player in (None, player.name, player.bot):
                yield from _row(row, seat, around, wish, bot, host)


def _records(wish: Wish) -> Iterator[Record]:
    """The games that are wished for, and were played; each is known to go with the rules."""
    entries = [find(wish.file, wish.game)] if wish.game is not None else read(wish.file)
    for entry in entries:
        record = entry.record
        unplayed = not_played(record)
        if unplayed is not None and wish.game is not None:
            raise NothingThere(f"game {shown(record.game)}: {unplayed.what}")
        if record.hands and (record.counted or wish.game is not None):
            try:
                follow(record, begin(record))
            except Differs as error:
                raise RecordError(entry.file, entry.line, f"game {record.game}: {error}") from None
            yield record


def _row(row: list[Record], seat: int, around: Circumstances, wish: Wish, bot: Bot, host: Host) -> Iterator[GameRerun]:
    """The games of one process, at one seat. A bot that has ended is started again for the next game."""
    block = block_of(row, around, bot, seat)
    setting = Setting(block)
    seats = [Seat(number, each, host, block.times, setting.ids) for number, each in enumerate(block.bots)]
    mine = seats[seat]
    try:
        for number, record in enumerate(row, len(block.deals) - len(row)):
            if not mine.alive():
                stop_all([mine], host, 0)
                start_all([mine], host.gate)
            yield _game(record, Task(setting, number), seats, seat, wish, host)
    finally:
        stop_all([mine], host, block.times.quit_ms)


def _game(record: Record, task: Task, seats: list[Seat], seat: int, wish: Wish, host: Host) -> GameRerun:
    player = record.players[seat]
    task.game = record.game
    if player.seed is not None:
        task.seeds[seat] = player.seed
    asking = Asking(task, seats, host, record, seat, wish.stop_at)
    asking.ask()
    return GameRerun(
        game=record.game,
        seat=seat,
        player=player.name,
        compared=tuple(asking.compared),
        unready=asking.unready,
        broke_off=asking.broke_off,
    )


def _nothing(wish: Wish) -> str:
    if wish.game is not None and wish.player is None:
        return f"there is no seat {wish.seat} in game {wish.game}"
    where = "" if wish.seat is None else f" at seat {wish.seat}"
    who = "" if wish.player is None else f" {wish.player!r} sits"
    return f"{wish.file} holds no game that was played in which{who or ' somebody sits'}{where}"
