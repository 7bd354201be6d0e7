"""The JSON Schema of the protocol."""

import re
from typing import get_args

import msgspec

from protocol.events import Event
from protocol.messages import FromBot, ToBot
from protocol.schema import FROM_BOT, TO_BOT, protocol_schema


def test_every_message_and_event_is_defined() -> None:
    defined = protocol_schema()["$defs"]
    assert isinstance(defined, dict)
    assert {each.__name__ for each in (*get_args(Event), *get_args(ToBot), *get_args(FromBot))} <= set(defined)
    assert set(TO_BOT) == set(get_args(ToBot))
    assert set(FROM_BOT) == set(get_args(FromBot))


def test_every_reference_leads_somewhere() -> None:
    document = protocol_schema()
    defined = document["$defs"]
    assert isinstance(defined, dict)
    references = set(re.findall(r'"#/\$defs/(\w+)"', msgspec.json.encode(document).decode()))
    assert references
    assert references <= set(defined)


def test_the_fields_are_named_as_on_the_wire() -> None:
    defined = msgspec.convert(protocol_schema()["$defs"], dict[str, dict[str, object]])
    properties = msgspec.convert(defined["Act"]["properties"], dict[str, dict[str, object]])
    assert list(properties) == [
        *("type", "id", "decision", "legal", "hand", "trick", "state", "events", "from", "time_ms", "last_ms"),
        *("as", "own", "say"),
    ]
    assert properties["type"] == {"enum": ["act"]}
    assert "from" in msgspec.convert(defined["PassCard"]["properties"], dict[str, object])
    assert defined["ActReply"]["required"] == ["id", "action"]
