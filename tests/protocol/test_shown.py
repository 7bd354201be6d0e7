"""Text of bots, fit to be shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from protocol.shown import shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("maestro", "maestro"),
        ("perché 😀", "perché 😀"),
        ("a\x1b[2Jb\r\n\t\x7f\x9b", r"a\x1b[2Jb\r\n\t\x7f\x9b"),
        ("\u202eevil\u2028\ud800", r"\u202eevil\u2028\ud800"),
        (b"\xff\x00ok", r"\xff\x00ok"),
        ("", ""),
    ],
)
def test_control_characters_are_escaped(text: str | bytes, expected: str) -> None:
    assert shown(text) == expected


def test_what_is_too_long_is_cut_with_a_mark() -> None:
    assert shown("abcdef", 6) == "abcdef"
    assert shown("abcdefg", 6) == "abcde…"


@given(some.text() | some.binary())
def test_nothing_unprintable_is_left_and_it_can_be_written(text: str | bytes) -> None:
    assert shown(text).isprintable()
    shown(text).encode("utf-8")
