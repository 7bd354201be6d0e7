"""What a bot writes, from ordinary answers to hostile bytes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from protocol import codec
from protocol.codec import Answer, BadLine, Stale, decode_act, decode_game, decode_hello
from protocol.messages import GameReply, HelloReply

ID = 7
MAX = 65_536


def reason(line: bytes, max_line: int = MAX) -> str:
    with pytest.raises(BadLine) as caught:
        decode_act(line, ID, max_line)
    return caught.value.reason


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b'{"id":7,"action":"3b"}\n', Answer("3b")),
        (b'{"id": 7, "action": "3b"}\r\n', Answer("3b")),
        (b'  {"action":"3b" ,\t"id":7 }', Answer("3b")),
        (b'{"id":7,"action":"3b","say":"busso"}', Answer("3b", ("busso",))),
        (b'{"id":7,"say":["busso","ask:1"],"action":"3b"}', Answer("3b", ("busso", "ask:1"))),
        (b'{"id":7,"action":"3b","say":[]}', Answer("3b")),
        (b'{"id":7,"action":"3b","say":null,"note":null}', Answer("3b")),
        (b'{"id":7,"action":"3b","mood":{"id":1,"x":[]},"type":"act"}', Answer("3b")),
        (b'{"id":7,"action":"\\u0033b"}', Answer("3b")),
        (b'{"id":7,"action":"3b","note":{"value":0.25,"line":["3b","Kd"],"n":-9007199254740992}}',
         Answer("3b", (), {"value": 0.25, "line": ["3b", "Kd"], "n": -(2**53)})),
        (b'{"id":7,"action":"3b","note":"\\ud83d\\ude00"}', Answer("3b", (), "😀")),
        (b'{"id":7,"action":""}', Answer("")),
        (b'{"id":7,"action":"\\ud800"}', Answer("\ufffd")),
        (b'{"id":7,"action":"3b","say":"\\udc00"}', Answer("3b", ("\ufffd",))),
    ],
)  # fmt: skip
def test_well_formed_answers(line: bytes, answer: Answer) -> None:
    assert decode_act(line, ID) == answer


@pytest.mark.parametrize(
    ("line", "part"),
    [
        (b"", "a blank line"),
        (b"\n", "a blank line"),
        (b" \t\r\n", "a blank line"),
        (b'\xef\xbb\xbf{"id":7,"action":"3b"}', "byte-order mark"),
        (b"thinking \x1b[0m", r"not a JSON object: it begins with 'thinking \x1b[0m'"),
        (b"seen ['3c']", "not a JSON object: it begins with \"seen ['3c']\""),
        (b"\x00", "not a JSON object"),
        (b'[{"id":7}]', "not a JSON object"),
        (b"7", "not a JSON object"),
        (b"null", "not a JSON object"),
        (b'"id"', "not a JSON object"),
        (b'{"id":7,"action":"3b"', "expected a comma or a closing brace (character 22)"),
        (b'{"id":7,"action":"3b"}}', "more after the object (character 23)"),
        (b'{"id":7,"action":"3b"}{"id":7}', "more after the object"),
        (b'{"id":7,"action":"3b",}', "expected a key in quotes"),
        (b'{"id":7 "action":"3b"}', "expected a comma"),
        (b'{"id" 7}', "expected a colon"),
        (b'{"id":7,"action":}', "Expecting value"),
        (b"{,}", "expected a key in quotes"),
        (b"{", "expected a key in quotes"),
        (b"{id:7}", "expected a key in quotes"),
        (b"{'id':7}", "expected a key in quotes"),
        (b'{"id":07,"action":"3b"}', "expected a comma"),
        (b'{"id":7,"action":"3\tb"}', "Invalid control character"),
        (b'{"id":7,"action":"3b\x00"}', "Invalid control character"),
        (b'{"id":7,"action":"\\x41"}', "Invalid \\escape"),
        (b'{"id":7,"action":"\xff"}', "invalid UTF-8 at byte 19"),
        (b'{"id":7,"action":"\xed\xa0\x80"}', "invalid UTF-8"),
        (b'{"id":7,"action":"3b","note":"\xc0\x80"}', "invalid UTF-8"),
        (b'{"id":7,"action":"3b","note":NaN}', "NaN is not JSON"),
        (b'{"id":7,"action":"3b","x":-Infinity}', "-Infinity is not JSON"),
        (b"{}", "no id"),
        (b'{"action":"3b"}', "no id"),
        (b'{"id":null,"action":"3b"}', "the id null is not an integer"),
        (b'{"id":7.0,"action":"3b"}', "the id 7.0 is not an integer"),
        (b'{"id":7e0,"action":"3b"}', "the id 7e0 is not an integer"),
        (b'{"id":true,"action":"3b"}', "the id true is not an integer"),
        (b'{"id":"7","action":"3b"}', "is not an integer"),
        (b'{"id":[7],"action":"3b"}', "is not an integer"),
        (b'{"id":0,"action":"3b"}', "is not an integer from 1"),
        (b'{"id":-0,"action":"3b"}', "is not an integer from 1"),
        (b'{"id":-7,"action":"3b"}', "is not an integer from 1"),
        (b'{"id":9007199254740993,"action":"3b"}', "is not an integer from 1 to 2^53"),
        (b'{"id":' + b"9" * 20_000 + b"}", "is not an integer from 1 to 2^53"),
        (b'{"id":7}', "no action"),
        (b'{"id":7,"action":null}', "no action"),
        (b'{"id":7,"action":3}', "'action' is not a string"),
        (b'{"id":7,"action":["3b"]}', "'action' is not a string"),
        (b'{"id":7,"action":"3b","say":1}', "'say' is not a string or a list of strings"),
        (b'{"id":7,"action":"3b","say":["busso",null]}', "'say' is not a string or a list of strings"),
        (b'{"id":7,"action":"3b","say":{"busso":1}}', "'say' is not a string or a list of strings"),
        (b'{"id":7,"id":7,"action":"3b"}', "the key 'id' is there twice"),
        (b'{"id":7,"action":"3b","\\u0069d":7}', "the key 'id' is there twice"),
        (b'{"id":7,"action":"3b","note":{"a":1,"a":1}}', "the key 'a' is there twice"),
        (b'{"id":7,"action":"3b","note":[{"b":{"":1,"":2}}]}', "the key '' is there twice"),
        (b'{"id":7,"action":"3b","x":1,"x":1}', "the key 'x' is there twice"),
        (b'{"id":8,"x":1,"x":1}', "the key 'x' is there twice"),
        (b'{"id":7,"action":"3b","note":' + b"[" * 32 + b"]" * 32 + b"}", "nested deeper than 32"),
        (b'{"id":7,"action":"3b","x":' + b'{"y":' * 32 + b"1" + b"}" * 32 + b"}", "nested deeper than 32"),
        (b"[" * 60_000, "nested deeper than 32"),
        (b'{"id":7,"action":"3b","x":' + b"[" * 60_000, "nested deeper than 32"),
    ],
)  # fmt: skip
def test_each_malformed_line_has_its_reason(line: bytes, part: str) -> None:
    assert part in reason(line)


def test_32_levels_are_allowed_and_brackets_in_strings_are_none() -> None:
    deep = b"[" * 31 + b"]" * 31
    assert decode_act(b'{"id":7,"action":"3b","x":' + deep + b"}", ID) == Answer("3b")
    text = b"[{" * 100 + b'\\"' + b"[" * 100
    assert decode_act(b'{"id":7,"action":"3b","x":"' + text + b'"}', ID) == Answer("3b")


def test_the_longest_line_is_allowed_and_its_end_is_not_counted() -> None:
    line = b'{"id":7,"action":"3b"}'
    assert decode_act(line + b"\r\n", ID, max_line=len(line)) == Answer("3b")
    assert reason(line + b"\n", max_line=len(line) - 1) == f"longer than {len(line) - 1} bytes"
    assert decode_act(line.ljust(MAX), ID) == Answer("3b")
    assert reason(line.ljust(MAX + 1)) == "longer than 65536 bytes"


@pytest.mark.parametrize(
    "line", [b'{"id":8}', b'{"id":9007199254740992,"action":5,"note":{"say":1e999}}', b'{"id":1,"say":0}']
)
def test_an_answer_to_something_else_is_not_judged_further(line: bytes) -> None:
    expected = Stale(json.loads(line)["id"])
    assert decode_act(line, ID) == decode_game(line, ID) == decode_hello(line, ID) == expected


@pytest.mark.parametrize(
    ("note", "warning"),
    [
        (b'"' + b"x" * 1022 + b'"', None),
        (b'"' + b"x" * 1023 + b'"', "note dropped: 1025 bytes, at most 1024"),
        (b'"' + "é".encode() * 512 + b'"', "note dropped: 1026 bytes, at most 1024"),
        (b"[1,9007199254740992]", None),
        (b"[1,9007199254740993]", "note dropped: it holds a number that is too large"),
        (b'{"a":{"b":-1e309}}', "note dropped: it holds a number that is too large"),
        (b"1e308", None),
        (b"1e-999", None),
        (b'"\\ud800"', "note dropped: it holds a lone surrogate"),
        (b'{"\\udfff":1}', "note dropped: it holds a lone surrogate"),
        (b'["\\ude00\\ud83d"]', "note dropped: it holds a lone surrogate"),
        (b"false", None),
        (b"0", None),
        (b'""', None),
    ],
)  # fmt: skip
def test_a_note_is_kept_or_dropped_with_a_warning(note: bytes, warning: str | None) -> None:
    answer = decode_act(b'{"id":7,"action":"3b","note": ' + note + b" }", ID)
    assert isinstance(answer, Answer)
    assert answer.action == "3b"
    assert answer.warning == warning
    assert answer.note == (None if warning else json.loads(note))


def test_a_large_number_elsewhere_is_nobody_s_concern() -> None:
    assert decode_act(b'{"id":7,"action":"3b","nodes":' + b"9" * 9_000 + b',"x":1e999}', ID) == Answer("3b")


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b'{"id":7}', HelloReply(id=7)),
        (b'{"id":7,"name":null,"games":null}', HelloReply(id=7)),
        (b'{"id":7,"games":[]}', HelloReply(id=7, games=())),
        (b'{"id":7,"name":"\\u001b[2J\\ud800","version":"1","author":"A","games":["tressette"],"x":1}',
         HelloReply(id=7, name="\x1b[2J\ufffd", version="1", author="A", games=("tressette",))),
    ],
)  # fmt: skip
def test_answers_to_hello(line: bytes, reply: HelloReply) -> None:
    assert decode_hello(line, ID) == reply


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        (b'"name":7', "'name' is not a string"),
        (b'"version":1.2', "'version' is not a string"),
        (b'"author":[]', "'author' is not a string"),
        (b'"games":"tressette"', "'games' is not a list of strings"),
        (b'"games":[1]', "'games' is not a list of strings"),
    ],
)
def test_wrong_types_in_hello(fields: bytes, part: str) -> None:
    with pytest.raises(BadLine, match=part):
        decode_hello(b'{"id":7,' + fields + b"}", ID)


def test_answers_to_game() -> None:
    assert decode_game(b'{"id":7,"ready":true}\r\n', ID) == GameReply(id=7)
    with pytest.raises(BadLine, match="no id"):
        decode_game(b"{}", ID)


PIECES = some.sampled_from(
    [
        *(
            b'"id"',
            b'"action"',
            b'"say"',
            b'"note"',
            b'"3b"',
            b'"busso"',
            b'"\\ud800"',
            b'"\xff"',
            b'"\xc3\xa9"',
            b'"x"',
        ),
        *(b"7", b"8", b"7.0", b"-7", b"1e999", b"true", b"null", b"NaN", b"9007199254740993"),
        *(b"{", b"}", b"[", b"]", b":", b",", b" ", b"\r", b"\t", b"\x00", b"\\", b'"', b"\xef\xbb\xbf"),
    ]
)
VALUES = some.sampled_from(
    [
        *(b"7", b"8", b"7.0", b"-0", b"null", b"true", b"1e999", b"[NaN]", b'{"id":7}', b'{"a":1,"a":2}'),
        *(b'"3b"', b'"id"', b'""', b'"a\\"b"', b'"\xc3\xa9"', b'"\xff"'),
        *(b"[]", b'["busso"]', b'["busso","ask:1"]', b'[["a"]]'),
    ]
)
MEMBERS = some.tuples(some.sampled_from([b'"id"', b'"action"', b'"say"', b'"note"', b'"x"', b'"\\u0069d"']), VALUES)
OBJECTS = some.lists(MEMBERS, max_size=5).map(
    lambda members: b"{" + b", ".join(key + b":" + value for key, value in members) + b"}"
)


def outcome(line: bytes, exactly: bool) -> Answer | Stale | str:
    try:
        return codec._exact(line, ID, MAX) if exactly else decode_act(line, ID)
    except BadLine as bad:
        return bad.reason


@given(some.binary(max_size=80) | some.lists(PIECES, max_size=14).map(b"".join) | OBJECTS)
def test_the_fast_path_and_the_exact_one_agree_and_no_other_exception_escapes(line: bytes) -> None:
    assert outcome(line, exactly=False) == outcome(line, exactly=True)


@pytest.mark.parametrize(
    ("line", "fast"),
    [
        (b'{"id":7,"action":"3b"}\r\n', True),
        (b'{"id": 7, "action": "3b", "say": "busso"}', True),
        (b'{"id": 7, "action": "3b", "say": ["busso", "ask:1"]}', True),
        (b'{"id":7,"action":"3b","action":"4b"}', False),
        (b'{"id":7,"action":"3b","x":1}', False),
        (b'{"id":8,"action":"3b"}', False),
    ],
)
def test_ordinary_answers_take_the_fast_path_and_only_they(line: bytes, fast: bool) -> None:
    assert (codec._plain(line, ID, MAX) is not None) is fast
