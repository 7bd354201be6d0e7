"""The bytes of every message and event, as golden lines."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from protocol.codec import encode
from protocol.events import Event, PassCard, Play
from protocol.messages import Act, ActReply, FromBot, GameReply, HelloReply, State, ToBot

LINES = Path(__file__).with_name("wire.jsonl").read_bytes().splitlines()


def parsed(line: bytes) -> Event | ToBot | FromBot:
    """Return the golden line as the type it must have."""
    names = msgspec.json.decode(line, type=dict[str, object])
    if "action" in names:
        return msgspec.json.decode(line, type=ActReply)
    if "type" not in names:
        return msgspec.json.decode(line, type=HelloReply if len(names) > 1 else GameReply)
    if names["type"] in {each.__struct_config__.tag for each in get_args(Event)}:
        return msgspec.json.decode(line, type=Event)
    return msgspec.json.decode(line, type=ToBot)


@pytest.mark.parametrize("line", LINES, ids=range(1, len(LINES) + 1))
def test_a_golden_line_is_written_as_it_stands(line: bytes) -> None:
    assert msgspec.json.encode(parsed(line)) == line


@pytest.mark.parametrize(
    "kind", [*get_args(Event), *get_args(ToBot), *get_args(FromBot)], ids=lambda kind: kind.__name__
)
def test_every_type_has_golden_lines_with_all_its_fields_and_with_none_it_can_do_without(kind: type) -> None:
    fields = msgspec.structs.fields(kind)
    tagged = {"type"} if issubclass(kind, msgspec.Struct) and kind.__struct_config__.tag else set()
    everything = {field.encode_name for field in fields} | tagged
    needed = {field.encode_name for field in fields if field.required} | tagged
    if kind is HelloReply:
        needed = everything  # alone, its id would be the answer to `game`, which has its own line
    seen = [set(msgspec.json.decode(line, type=dict[str, object])) for line in LINES if type(parsed(line)) is kind]
    assert everything in seen
    assert needed in seen


def test_what_is_built_in_python_is_what_goes_over_the_pipe() -> None:
    act = Act(
        id=9,
        decision="play",
        legal=("3b",),
        hand=("3b",),
        trick=((0, "Kb"),),
        state=State(hand=0, trick=1, scores=(0, 0), dealer=3),
        events=(Play(seat=0, card="Kb"), PassCard(from_=0, to=1)),
        from_=5,
        time_ms=1000,
        last_ms=0,
        as_=3,
    )
    assert encode(act) == (
        b'{"type":"act","id":9,"decision":"play","legal":["3b"],"hand":["3b"],"trick":[[0,"Kb"]],'
        b'"state":{"hand":0,"trick":1,"scores":[0,0],"dealer":3},'
        b'"events":[{"type":"play","seat":0,"card":"Kb"},{"type":"pass_card","from":0,"to":1}],'
        b'"from":5,"time_ms":1000,"last_ms":0,"as":3}\n'
    )
