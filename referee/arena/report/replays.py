"""The games that a report can replay: events from above, short enough to travel in a page."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from protocol import events as told
from referee.arena.report.contents import Replay
from referee.arena.report.report_statistics import Game
from referee.arena.statistics.read_statistics import run_name
from referee.records.format.reader import Entry, read
from referee.records.format.record import Record
from referee.records.replay.decision_points import course_of
from referee.records.replay.event_text import Seen, tell
from referee.records.replay.game_result_text import Outcome
from referee.records.replay.replay_header import View, named
from referee.records.replay.stream import Answer, Disagreement, FaultFound, stream
from referee.records.replay.unplayed import NotPlayed
from referee.records.verify.mismatch import Differs

ROOM: Final = 1_200_000
"""Bytes that all replays of a page may take."""


def replays(paths: Sequence[str], wanted: Collection[Game]) -> dict[Game, Replay]:
    """The wanted games, by run and id, as far as there is room, in the order of the files."""
    found: dict[Game, Replay] = {}
    room = ROOM
    for number, path in enumerate(paths):
        run = run_name(number, path)
        left = {game for name, game in wanted if name == run}
        for entry in read(path) if left else ():
            if entry.record.game in left and entry.record.counted and entry.record.hands:
                replay = _replay(entry)
                room -= len(msgspec.json.encode(replay))
                if room < 0:
                    return found
                found[run, entry.record.game] = replay
                left.discard(entry.record.game)
                if not left:
                    break
    return found


def _replay(entry: Entry) -> Replay:
    record = entry.record
    return Replay(
        record.game,
        record.variant,
        tuple(player.name for player in record.players),
        record.sides,
        tuple(_events(entry)),
    )


def _events(entry: Entry) -> list[object]:
    """The events, with how a replay tells them where that is not plain; of each answer only what the event that follows
    does not say: its time, and who gave it.
    """
    events: list[object] = []
    record = entry.record
    try:
        outcome = Outcome(course_of(record).game, lambda place: named(record, place))
        for event in stream(record, View()):
            if isinstance(event, FaultFound | Disagreement | NotPlayed):
                events.append(event)
            elif not isinstance(event, Answer):
                events.append({**msgspec.to_builtins(event), **_told(event, outcome, record)})
            elif event.ms or event.by:
                events.append({"type": "answer", "seat": event.seat, "ms": event.ms, "by": event.by})
    except Differs as error:
        events.append({"type": "differs", "what": str(error)})
    return events


def _told(event: Seen, outcome: Outcome, record: Record) -> dict[str, list[str]]:
    """The sentences of an event, if a replay has any for it."""
    outcome.watch(event)
    match event:
        case told.HandEnd():
            lines = outcome.hand(event)
        case told.GameEnd():
            lines = outcome.game(event)
        case _:
            lines = [tell(event, lambda place: named(record, place))]
    return {"told": lines} if any(lines) else {}
