"""Records with anything anywhere: refused or read, replayed and explained, but nothing ever breaks."""

import json
from random import Random

import pytest

from referee.records.format.record import BadRecord, decode
from referee.records.replay.explain import NoDecision, explain
from referee.records.replay.replay import replay
from referee.records.replay.replay_header import View
from referee.records.replay.stream import stream
from referee.records.verify.mismatch import Differs
from referee.records.verify.verify import verify_lines
from tests.golden.games import golden, record
from tests.records.changes import changed, leaves

VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 5, 40, 10**6, 2**53, 2**60, 1.5),
    *("", "x", "3b", "pass", "claim:game", "claim:tricks", "done", "keep", "redeal", "none", "all", "\x00", "é"),
    *([], {}, [1], [[]], ["3b"], ["none"], {"a": 1}, [[0, 1], [2, 3]]),
    *([0, "3b", 0], [0, "3b", 0, {"say": ["busso", "ask:1"]}], [0, "3b", 0, {"by": "referee"}]),
    "539016d4ed9d7466a908757e8573498d",
)


def damaged(whole: dict[str, object], chance: Random) -> bytes:
    """The line of a record with a few values put in place of others, or of whole parts."""
    for _ in range(chance.choice((1, 1, 2))):
        path, _ = chance.choice(list(leaves(whole)))
        if len(path) > 1 and chance.random() < 0.4:
            path = path[: chance.randrange(1, len(path))]
        whole = json.loads(changed(whole, path, chance.choice(VALUES)))
    rules = whole.get("rules")
    if isinstance(rules, dict) and rules and chance.random() < 0.3:
        rules[chance.choice(list(rules))] = chance.choice(VALUES)
    faults = whole.get("faults")
    if isinstance(faults, list) and chance.random() < 0.2:
        consequence = chance.choice(["forfeit", "void", "substitute", "replace"])
        where = {"hand": chance.randrange(2), "attempt": 0, "action": chance.randrange(50), "seat": chance.randrange(6)}
        faults.append({**where, "fault": "crash", "clause": "P7", "consequence": consequence, "evidence": {}})
    if chance.random() < 0.5:
        whole.pop("digest", None)
    return json.dumps(whole).encode()


def look_at(line: bytes, chance: Random) -> None:
    """Do with a record all that can be done with one."""
    verify_lines("file", [(1, line)])
    try:
        read = decode(line)
        list(replay(read, View(None, chance.choice([None, 0, 1]), True)))
        list(stream(read, View()))
        list(explain(read, chance.randrange(45))[1])
    except (BadRecord, Differs, NoDecision) as refusal:
        assert str(refusal)


def test_nothing_breaks() -> None:
    _break(500)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_nothing_breaks_in_the_long_run() -> None:
    _break(200_000)


def _break(count: int) -> None:
    records = [json.loads(record(label, playout)) for label, playout in golden()]
    for number in range(count):
        chance = Random(number)
        line = damaged(chance.choice(records), chance)
        try:
            look_at(line, chance)
        except Exception as error:
            pytest.fail(f"number {number}: {error!r}")
