"""The short way of reading an answer never reads anything else than the codec would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import BadLine, decode_act, decode_game
from referee.host.wire.replies import read_act, read_game
from referee.rules.cards import NAMES

ID = 1234567890123456
PIECES = [
    b'{"id":',
    b"1234567890123456",
    b"123",
    b',"action":"',
    b"3b",
    b"Zz",
    b'"}',
    b"\n",
    b" ",
    b'"',
    b"}",
    b",",
    b'"say":"busso"',
]
LINES = st.lists(st.sampled_from(PIECES) | st.binary(max_size=3), max_size=8).map(b"".join)


def outcome(read: object, line: bytes) -> object:
    assert callable(read)
    try:
        return read(line, ID, 100)
    except BadLine as bad:
        return bad.reason


@given(LINES)
def test_any_line_is_read_as_the_codec_reads_it(line: bytes) -> None:
    assert outcome(read_act, line) == outcome(decode_act, line)
    assert outcome(read_game, line) == outcome(decode_game, line)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text", ['{"id":%d,"action":"%s"}\n', '{"id":%d,"action":"%s"}', '{"id": %d, "action": "%s"}\n']
)
def test_every_card_is_read(name: str, text: str) -> None:
    line = (text % (ID, name)).encode()
    assert read_act(line, ID, 100) == decode_act(line, ID, 100)
    assert outcome(read_act, line.replace(b"123", b"124")) == outcome(decode_act, line.replace(b"123", b"124"))
