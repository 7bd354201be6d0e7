"""Files in TOML: what is wrong, in which line or under which key."""

from pathlib import Path

import pytest

from referee.arena.tournament.toml import BadToml, convert, read_toml
from referee.arena.tournament.tournament_file import Contest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[match]\ngame = tressette", "line 2, column 8: this is no value; text stands in quotes"),
        ('[match]\ngame "x"', "line 2, column 6: an = is missing after the key"),
        ("a = 1\na = 2\n", "line 2, column 6: this key is given twice"),
        ("[a]\n[a]", "line 2, column 3: this table is given twice"),
        ("[a", "at its end: a ] is missing"),
        ("a = [1", "at its end: a list is not closed"),
        ("a = 1 b = 2", "line 1, column 7: there is more than one setting on the line"),
        ("= 1", "line 1, column 1: this is neither a key nor a table"),
        ('a = "x', "at its end: "),
    ],
)
def test_what_is_no_toml(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "contest.toml"
    file.write_text(text)
    with pytest.raises(BadToml) as caught:
        read_toml(file)
    assert str(caught.value).startswith(said)


def test_what_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "contest.toml"
    file.write_bytes(b"\xff")
    with pytest.raises(BadToml, match="the text is no UTF-8, at byte 1"):
        read_toml(file)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"match": {"deals": "5"}}, "deals in [match] is to be a whole number, and is text"),
        ({"match": {"deals": 0}}, "deals in [match] is to be a whole number, 1 or more"),
        ({"match": 3}, "match is to be a table of keys and values, and is a whole number"),
        ({"match": {"sprt": {"h0": 0}}}, "h1 is missing in sprt in [match]"),
        ({"bot": [{}, {"name": 3}]}, "name in [[bot]] number 2 is to be text, and is a whole number"),
        ({"team": [{"name": "a"}]}, "bots is missing in [[team]] number 1"),
        ({"bot": [{"quota": {"memory": 3}}]}, "quota in [[bot]] number 1 has no key memory: there are memory_mb, "),
    ],
)
def test_what_is_no_contest(table: dict, said: str) -> None:
    with pytest.raises(BadToml) as caught:
        convert(table, Contest)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("text", ["a = " + "[" * 5_000, "a = " + "1" * 5_000])
def test_nesting_and_digits_without_end_are_one_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "contest.toml"
    file.write_text(text)
    with pytest.raises(BadToml, match=r"nested too deep|too many digits"):
        read_toml(file)


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "contest.toml"
    file.write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert read_toml(file) == {"a": 1}
