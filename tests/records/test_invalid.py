"""What is wrong with a document, in our own words, whatever the decoder says."""

from typing import Annotated, Literal

import msgspec
import pytest

from referee.records.format.decode_errors import reason


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    word: Literal["left", "right"] = "left"
    count: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    share: float = 0.5


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    inner: Inner | None = None
    many: list[Inner] = []
    fixed: tuple[int, int] = (0, 0)
    table: dict[str, int] = {}
    either: bool | None = None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{}", "name is missing"),
        ("[]", "it is to be a table of keys and values, and is a list"),
        ('{"name": 3}', "name is to be text, and is a whole number"),
        ('{"name": null}', "name is to be text, and is nothing"),
        ('{"name": "a", "nam": 3}', "there is no key nam: there are name, inner, many, fixed, table, either"),
        (
            '{"name": "a", "inner": {"wrd": 3}}',
            "inner has no key wrd: there are word, count, share; did you mean word?",
        ),
        (
            '{"name": "a", "inner": {"word": "lift"}}',
            "inner.word is lift, which is not possible: it may be left, right",
        ),
        ('{"name": "a", "inner": {"count": 0}}', "inner.count is to be a whole number, 1 or more"),
        ('{"name": "a", "inner": {"count": 10}}', "inner.count is to be a whole number, 9 or less"),
        (
            '{"name": "a", "inner": {"count": 1.5}}',
            "inner.count is to be a whole number, and is a number that is not whole",
        ),
        ('{"name": "a", "inner": {"share": "x"}}', "inner.share is to be a number, and is text"),
        (
            '{"name": "a", "many": [{}, {"word": "x"}]}',
            "many[1].word is x, which is not possible: it may be left, right",
        ),
        ('{"name": "a", "many": 1}', "many is to be a list, and is a whole number"),
        ('{"name": "a", "fixed": [1]}', "fixed is to be a list of length 2"),
        ('{"name": "a", "table": {"k": "x"}}', "table (one of its entries) is to be a whole number, and is text"),
        ('{"name": "a", "either": 1}', "either is to be true or false, and is a whole number"),
        ("{]", "it is no JSON, at byte 2"),
        ('{"name": ', "it is no JSON, it ends too early"),
    ],
)
def test_in_our_own_words(line: str, said: str) -> None:
    with pytest.raises((msgspec.MsgspecError, RecursionError)) as caught:
        msgspec.json.decode(line, type=Outer)
    told = reason(caught.value, Outer)
    assert told.startswith(said)
    assert not any(mark in told for mark in ("`", "$", "Expected", "got"))


def test_text_that_is_no_utf8() -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        b"ab\xff".decode()
    assert reason(caught.value) == "the text is no UTF-8, at byte 3"


def test_what_is_told_is_fit_to_be_shown() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"name": "a", "inner": {"word": "\x1b[2J" + "x" * 1000}}, Outer)
    told = reason(caught.value, Outer)
    assert told.isprintable() and len(told) <= 400


def test_where_it_is_may_be_told_otherwise() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"name": "a", "many": [{"count": "x"}]}, Outer)
    assert reason(caught.value, Outer, str.upper) == "MANY[0].COUNT is to be a whole number, and is text"


def test_a_document_without_end() -> None:
    with pytest.raises(RecursionError) as caught:
        msgspec.json.decode("[" * 100_000)
    assert reason(caught.value) == "it is nested too deep"


def test_any_other_error_says_so_itself() -> None:
    assert reason(ValueError("3b is there twice")) == "3b is there twice"
