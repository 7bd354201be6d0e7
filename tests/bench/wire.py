"""The referee's table over the yardstick: the same bots, the same bytes, in turn, on one core."""

import time
from contextlib import nullcontext
from pathlib import Path

from referee.host.game.block import Block, Deal
from referee.host.game.game_setup import Setting, Task
from referee.host.game.seat import Host, Seat, start_all, stop_all
from referee.host.game.table import Table
from referee.host.processes.bot import Bot
from referee.host.wire.alarm import ALARM
from referee.host.wire.connection import Connection
from referee.records.format.record import Record
from referee.rules.deals import game_seed
from referee.rules.games import build
from tests.bench.bare import Exchange, play
from tests.bench.contestants import compiled, naive, of_the_kit
from tests.bench.measure import Figure, alternate, ratio

GAMES = 20
OTHER_GAMES = (("in-due", 2), ("terziglio", 3), ("traversone", 4))


class Players:
    """A process of a bot for each seat; they stay for the whole measurement."""

    def __init__(self, bot: Bot, game: str = "tressette", seats: int = 4) -> None:
        deals = tuple(Deal(number, game_seed("bench", number)) for number in range(GAMES))
        rules = build(game, {"hands": 1}, seats).rules
        self._setting = Setting(Block(bots=(bot,) * seats, deals=deals, variant=game, rules=rules))
        self._host = Host()
        times, ids = self._setting.block.times, self._setting.ids
        self._seats = [Seat(seat, bot, self._host, times, ids) for seat in range(seats)]
        start_all(self._seats, nullcontext())
        assert not [seat.absent for seat in self._seats if seat.absent]
        self._lines: list[Exchange] = []
        self._overhear()

    def close(self) -> None:
        """End them."""
        stop_all(self._seats, self._host, self._setting.block.times.quit_ms)
        self._host.stop.close()

    def full_table(self) -> float:
        """Moves a second of whole games, from `game` to the finished record."""
        with ALARM:
            began = time.perf_counter()
            self._play()
            return self._moves / (time.perf_counter() - began)

    def bare_loop(self) -> float:
        """Moves a second of the bare loop over the same lines: those that begin and end the games too."""
        return self._moves / play(self._lines)

    def games(self) -> list[Record]:
        """The records of the games, played once."""
        tasks = [Task(self._setting, number) for number in range(GAMES)]
        return [Table(task, self._seats, self._host).play() for task in tasks]

    def _play(self) -> None:
        assert not any(record.faults for record in self.games())

    def _overhear(self) -> None:
        """Play once and note every line as it is written, by connections that are used for nothing else: an object that
        was tampered with is slower for ever.
        """
        links = [seat.link for seat in self._seats if seat.link]
        for seat, link in zip(self._seats, links, strict=True):
            seat.link = _Overheard(link.process, self._host.stop, self._host.noise)
            seat.link.lines = self._lines
        self._play()
        for seat, link in zip(self._seats, links, strict=True):
            assert seat.link
            link.unsent = seat.link.unsent
            seat.link = link
        self._moves = sum(b'"type":"act"' in exchange.line for exchange in self._lines)


class _Overheard(Connection):
    """A connection that notes what it writes."""

    lines: list[Exchange]

    def send(self, request: bytes, ident: int, action: int = -1) -> None:
        """Note a request, and write it."""
        self.lines.append(Exchange(self.process.stdin, self.process.stdout, request))
        super().send(request, ident, action)

    def tell(self, line: bytes) -> None:
        """Note a line without an answer, and write it."""
        self.lines.append(Exchange(self.process.stdin, self.process.stdout, line, answered=False))
        super().tell(line)


def rows(rounds: int, folder: Path) -> list[Figure]:
    """With bots in C, of the kit, and naive ones; what the kit gains over the naive bot; and other games."""
    bots = {"C bots": compiled(folder), "kit bots": of_the_kit(), "naive json bots": naive()}
    bounds = {"C bots": (0.60, 0.45), "kit bots": (0.72, 0.60), "naive json bots": (0.82, None)}
    found: list[Figure] = []
    speeds: dict[str, list[float]] = {}
    for name, bot in bots.items():
        players = Players(bot)
        try:
            measured = alternate(rounds, {"bare": players.bare_loop, "referee": players.full_table})
        finally:
            players.close()
        aim, floor = bounds[name]
        parts = {"referee, moves/s": measured["referee"], "bare, moves/s": measured["bare"]}
        found.append(
            ratio(
                f"referee / bare loop, {name}", measured["referee"], measured["bare"], aim=aim, floor=floor, parts=parts
            )
        )
        speeds[name] = measured["referee"]
    found.append(ratio("kit bots / naive json bots", speeds["kit bots"], speeds["naive json bots"], aim=2.5))
    return found + [_other_game(rounds, bots["C bots"], game, seats) for game, seats in OTHER_GAMES]


def _other_game(rounds: int, bot: Bot, game: str, seats: int) -> Figure:
    players = Players(bot, game, seats)
    try:
        measured = alternate(rounds, {"bare": players.bare_loop, "referee": players.full_table})
    finally:
        players.close()
    parts = {"referee, moves/s": measured["referee"], "bare, moves/s": measured["bare"]}
    return ratio(f"referee / bare loop, {game} {seats}, C bots", measured["referee"], measured["bare"], parts=parts)
