"""Logged games, put together again to blocks: what one process of a bot is asked in a row."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from referee.arena.run.run_directory import SETTINGS
from referee.host.game.block import Block, Deal
from referee.host.processes.bot import Bot
from referee.host.timing.clock import Times
from referee.records.format.record import HandRecord, Record
from referee.rules.cards import CARD, Card

_NO_SEED = "0" * 32


class Circumstances(msgspec.Struct, frozen=True):
    """What records do not say of a match, and its settings do; the defaults where there are none."""

    block: int = 25
    anonymous: bool = True
    restart: Literal["block", "game"] = "block"


def circumstances(file: Path) -> Circumstances:
    """What is known of the match whose records these are: from the settings beside them, if they are in a run."""
    settings = (file if file.is_dir() else file.parent) / SETTINGS
    try:
        return msgspec.json.decode(settings.read_bytes(), type=Circumstances)
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return Circumstances()


def rows(records: Iterable[Record], around: Circumstances) -> Iterator[list[Record]]:
    """The games that one process played in a row: of a block, in one seating, without a gap."""
    row: list[Record] = []
    for record in records:
        if row and not _next_to(row[-1], record, around):
            yield row
            row = []
        row.append(record)
    if row:
        yield row


def block_of(row: list[Record], around: Circumstances, bot: Bot, seat: int) -> Block:
    """The block as far as the bot at this seat can tell; its other seats stay empty.

    The bots are told a running number of the game in its block: the games before the row have their places.
    """
    first = row[0]
    before = (first.deal or 0) % around.block if around.restart == "block" else 0
    deals = [Deal(0, _NO_SEED)] * before + [_deal(record) for record in row]
    times = msgspec.convert(first.clock or {}, Times)
    return Block(
        bots=tuple(bot if place == seat else Bot("", player.name, ()) for place, player in enumerate(first.players)),
        deals=tuple(deals),
        table=first.table or 0,
        variant=first.variant,
        rules=first.rules,
        times=msgspec.structs.replace(times, pace_ms=None),
        anonymous=around.anonymous,
    )


def _next_to(before: Record, record: Record, around: Circumstances) -> bool:
    """Whether a record is of the same process as the one before it."""
    if around.restart == "game" or before.deal is None or record.deal is None:
        return False
    return (
        record.deal == before.deal + 1
        and record.deal % around.block != 0
        and (record.table, record.variant, record.rules) == (before.table, before.variant, before.rules)
        and [player.bot for player in record.players] == [player.bot for player in before.players]
    )


def _deal(record: Record) -> Deal:
    number = record.deal or 0
    if record.seed is not None:
        return Deal(number, record.seed)
    return Deal(number, _NO_SEED, tuple((_deck(hand), hand.dealer) for hand in record.hands))


def _deck(hand: HandRecord) -> tuple[Card, ...]:
    return tuple(CARD[name] for name in hand.deck.split(" "))
