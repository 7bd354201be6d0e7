"""Canonical JSON against the examples and rules of RFC 8785."""

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.records.format.canonical import canonical, number

NUMBERS = {
    # RFC 8785, appendix B: the double as hex, and its text
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}


@pytest.mark.parametrize(("bits", "text"), NUMBERS.items())
def test_numbers_as_ecmascript_writes_them(bits: str, text: str) -> None:
    assert number(struct.unpack(">d", bytes.fromhex(bits))[0]) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 10**400, "\ud800", {1: 2}, {2}])
def test_what_json_cannot_hold(value: object) -> None:
    with pytest.raises(ValueError):
        canonical(value)


def test_names_are_sorted_by_utf16_and_text_is_escaped_as_little_as_may_be() -> None:
    # RFC 8785, 3.2.3: U+1F600 begins with the unit D83D, which comes before FB33
    value = {"€": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\x80": 6, "ö": 7}
    assert list(json.loads(canonical(value))) == ["\r", "1", "\x80", "ö", "€", "\U0001f600", "\ufb33"]
    assert canonical('€$\x0f\nA\'B"\\\\"/\x7f') == '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\x7f"'.encode()
    assert canonical([None, True, False, 1.0, 4.50, 2e-3, 1e-27, -0.0]) == b"[null,true,false,1,4.5,0.002,1e-27,0]"
    assert canonical({"b": {}, "a": [[], ()]}) == b'{"a":[[],[]],"b":{}}'


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_reads_back(value: float) -> None:
    assert float(number(value)) == value


@given(st.integers(-(2**70), 2**70))
def test_an_integer_is_the_nearest_double(value: int) -> None:
    assert float(canonical(value)) == float(value)
