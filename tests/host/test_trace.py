"""Traces: every line in its place, and nothing else is changed by writing them down."""

import json
from pathlib import Path

from referee.host.game.block import Block
from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.stop import Stop
from referee.host.wire.trace import DROPPED, FROM_BOT, STDERR, TO_BOT, Trace
from referee.records.format.record import Record
from tests.host.programs import GOODS, block, played, python

GOOD = GOODS[0]

TALKING = python(
    """
while True:
    m = read()
    if m["type"] == "act":
        sys.stderr.write("thinking of " + str(m["state"]["trick"]) + chr(7) + "\\n")
        sys.stderr.flush()
        put({"id": 1})
    answer(m)
"""
)


def traced(of: Block, folder: Path) -> list[Record]:
    """The records of a block that was traced."""
    stop, trace = Stop(), Trace(folder)
    try:
        return list(play_block(of, host=Host(stop=stop, trace=trace)))
    finally:
        trace.close()
        stop.close()


def test_each_game_has_a_file_with_every_line_in_order(tmp_path: Path) -> None:
    records = traced(block(GOOD, TALKING, GOOD, GOOD, deals=2), tmp_path / "trace")
    assert sorted(file.name for file in (tmp_path / "trace").iterdir()) == ["0-0.trace", "1-0.trace"]
    for number, record in enumerate(records):
        lines = [line.split(None, 3) for line in (tmp_path / "trace" / f"{number}-0.trace").read_text().splitlines()]
        times = [float(time) for time, *_ in lines]
        assert times == sorted(times)
        asked = [(int(seat), json.loads(text)) for _, seat, mark, text in lines if mark == TO_BOT]
        acts = [(seat, message["id"]) for seat, message in asked if message["type"] == "act"]
        answered = [(int(seat), json.loads(text)) for _, seat, mark, text in lines if mark == FROM_BOT]
        given = [(seat, answer["id"], answer["action"]) for seat, answer in answered if "action" in answer]
        assert [(seat, ident) for seat, ident, _ in given] == acts
        assert [(seat, action) for seat, _, action in given] == [
            (action.seat, action.action) for action in record.hands[0].actions
        ]
        assert [message["type"] for seat, message in asked if seat == 2][:1] == (["game"] if number else ["hello"])
        said = [text for _, seat, mark, text in lines if mark == STDERR and seat == "1"]
        assert said == [f"thinking of {trick}\\x07" for trick in range(1, 11)]


def test_what_is_dropped_and_what_went_wrong_stand_there_too(tmp_path: Path) -> None:
    breaks = python(
        """
while True:
    m = read()
    if m["type"] == "act":
        write(b"\\xff{\\n")
    answer(m)
"""
    )
    (record,) = traced(block(breaks, GOOD, GOOD, GOOD), tmp_path)
    lines = [line.split(None, 3) for line in (tmp_path / "0-0.trace").read_text().splitlines()]
    assert record.faults[0].fault == "malformed"
    assert [text for _, seat, mark, text in lines if mark == FROM_BOT and seat == "0"][-1] == "\\xff{"
    assert any(text.startswith("fault malformed: invalid UTF-8") for _, _, mark, text in lines if mark == DROPPED)


def test_a_trace_changes_no_record(tmp_path: Path) -> None:
    same = block(GOOD, TALKING, GOOD, TALKING, deals=2)
    assert [record.digest for record in traced(same, tmp_path)] == [record.digest for record in played(same)]
