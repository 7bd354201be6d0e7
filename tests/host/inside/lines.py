"""Seats whose bots are called too, but with the very lines that a process is written, through the kit."""

from types import SimpleNamespace

from bots import kit
from protocol.codec import Answer, Stale, decode_act
from referee.host.game.block import Block
from referee.host.game.game_setup import Setting, Task
from referee.host.game.seat import Host, Seat
from referee.host.game.table import Table
from referee.host.processes.launch import Launch
from referee.host.wire.connection import Decode, Reply
from referee.records.format.record import Record


class Link:
    """A connection without a pipe."""

    began = ended = own_ns = 0

    def __init__(self, bot: kit.Bot) -> None:
        self.process = SimpleNamespace(launch=Launch(env={}, cwd=""))
        self._seat = kit.Seat(bot)
        self._ident = 0
        self._answer: bytes | None = None

    def new_game(self, game: str) -> None:
        """Nothing is kept by games here."""

    def send(self, request: bytes, ident: int, action: int = -1) -> None:
        self._ident, self._answer = ident, self._seat.hear(request[:-1])

    def receive(self, decode: Decode[Reply], wait_ms: int, spent: object = None) -> Reply:
        assert self._answer is not None
        return decode(self._answer, self._ident, 1 << 16)

    def ask(self, request: bytes, ident: int, action: int, wait_ms: int) -> Answer | Stale:
        self.send(request, ident)
        return self.receive(decode_act, wait_ms)

    def tell(self, line: bytes) -> None:
        for each in line.splitlines():
            self._seat.hear(each)


def played_by_lines(block: Block, bot: kit.Bot) -> list[Record]:
    """The block's games, with this bot in every seat."""
    setting, host = Setting(block), Host()
    seats = [Seat(number, each, host, block.times, setting.ids) for number, each in enumerate(block.bots)]
    for seat in seats:
        seat.link = Link(bot)
    try:
        return [Table(Task(setting, number), seats, host).play() for number in range(len(block.deals))]
    finally:
        host.stop.close()
