"""One game of a block before it is played: its variant, its decks, what stands in its record before the first card."""

import time
from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import asdict

from referee import __version__
from referee.host.game.block import Block, Deal
from referee.host.game.seat import Seat
from referee.host.timing.clock import Clock
from referee.host.wire.game_message import Announcement
from referee.host.wire.ids import Ids
from referee.records.format.from_game import Circumstances
from referee.records.format.record import PlayerRecord, Settings
from referee.rules import games
from referee.rules.deals import Deals, GivenDeals, SeededDeals, bot_seed


class Setting:
    """What all games of a block have in common."""

    def __init__(self, block: Block) -> None:
        seats = range(len(block.bots))
        self.block = block
        self.ids = Ids()
        self.variant = games.build(block.variant, block.rules, len(block.bots))
        names = [f"p{seat}" if block.anonymous else block.bots[seat].name for seat in seats]
        self.announcements = [Announcement(self.variant, names, seat, block.times) for seat in seats]
        self.shared_clock = Clock(block.times) if block.times.bank_ms is None else None
        self.clock: Settings = asdict(block.times)
        self.policy: Settings = asdict(block.policy)
        self.sandbox = _sandbox(block)

    def note_clock(self, seats: Sequence[Seat]) -> None:
        """Add to the sandbox's name what a processor clock counts here, since that is no setting (P5)."""
        if self.block.times.kind == "cpu":
            links = [seat.link for seat in seats if seat.link is not None]
            whole = all(link.process.launch.cpu_ns for link in links)
            if links:
                self.sandbox = f"{_sandbox(self.block)}, clock of {'all its processes' if whole else 'one process'}"


class Task:
    """One game of a block."""

    def __init__(self, setting: Setting, number: int) -> None:
        block = setting.block
        deal = block.deals[number]
        self.setting = setting
        self.number = number
        """In the block, from 0: the running number that bots are told."""
        self.game = block.game(deal)
        self.deals = _deals(deal)
        self.seeds = [bot_seed(deal.seed, block.table, seat) for seat in range(len(block.bots))]

    def circumstances(self) -> Circumstances:
        """What the record says besides the game itself; begun now."""
        block = self.setting.block
        deal = block.deals[self.number]
        return Circumstances(
            game=self.game,
            seed=deal.seed if deal.given is None else None,
            deal=deal.number,
            table=block.table,
            players=tuple(
                PlayerRecord(name=bot.name, version=bot.version, bot=bot.id, seed=seed)
                for bot, seed in zip(block.bots, self.seeds, strict=True)
            ),
            clock=self.setting.clock,
            policy=self.setting.policy,
            sandbox=self.setting.sandbox,
            referee=__version__,
            started=_date(int(time.time())),
        )


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))


def _sandbox(block: Block) -> str:
    """The level, and who was not held to it nor to a clock, since he played in the referee's own process."""
    inside = [str(seat) for seat, bot in enumerate(block.bots) if bot.code is not None]
    if not inside:
        return block.sandbox
    if len(inside) == len(block.bots):
        return "none: all in the referee's process, without a clock"
    return f"{block.sandbox}, but seats {' '.join(inside)} in the referee's process, without a clock"


def _deals(deal: Deal) -> Deals:
    return SeededDeals(deal.seed) if deal.given is None else GivenDeals(deal.given)
