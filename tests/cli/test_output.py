"""What is printed, in the width that there is: lines folded, items packed, and nothing lost."""

import pytest

from referee.cli.terminal.output import columns, fitting, folded, packed, show


def test_a_line_that_fits_stays_as_it_is() -> None:
    assert folded("  trick  0 a       1 b", 80) == ["  trick  0 a       1 b"]


def test_a_long_line_goes_on_under_its_second_column() -> None:
    line = f"  0 anna    {'Kd ' * 20}".rstrip()
    parts = folded(line, 40)
    assert all(len(part) <= 40 for part in parts)
    assert {part[:12] for part in parts[1:]} == {" " * 12}
    assert " ".join(" ".join(parts).split()) == " ".join(line.split())


def test_a_long_sentence_goes_on_indented() -> None:
    parts = folded("  one two three four five six seven eight nine ten", 40)
    assert parts == ["  one two three four five six seven", "      eight nine ten"]
    assert folded("one two three four", 10) == ["one two three four"], "so narrow a terminal folds itself"


def test_a_number_stays_with_what_it_counts_or_names() -> None:
    parts = folded(f"{'so ' * 12}3 anna and 4 berta", 40)
    assert parts == [f"{'so ' * 12}".rstrip(), "    3 anna and 4 berta"]


def test_items_are_never_broken() -> None:
    items = [f"{number}) claim it" for number in range(1, 12)]
    lines = packed("  now: ", items, width=40)
    assert all(len(line) <= 40 for line in lines) and lines[0].startswith("  now: 1) claim it  2) ")
    assert "  ".join(line.strip() for line in lines) == f"now: {'  '.join(items)}"
    assert packed("  ", ["x" * 50], width=20) == ["  " + "x" * 50]


def test_what_is_piped_is_as_wide_as_it_likes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    show(["word " * 50])
    assert capsys.readouterr().out.count("\n") == 1
    monkeypatch.setenv("COLUMNS", "40")
    show(["word " * 50])
    assert capsys.readouterr().out.count("\n") > 5


def test_numbers_are_set_to_the_right() -> None:
    assert columns([("bot", "wins"), ("a", "12")], right=(1,)) == ["bot  wins", "a      12"]


ROWS = [("bot", "points", "deals"), ("a-name-that-is-quite-long", "+1.25", "3 of 4"), ("short", "-1.25", "1 of 4")]


@pytest.mark.parametrize(
    ("width", "head", "first"),
    [
        (80, "bot                        points  deals", "a-name-that-is-quite-long   +1.25  3 of 4"),
        (36, "bot                   points  deals", "a-name-that-is-quit…   +1.25  3 of 4"),
        (30, "bot                 points", "a-name-that-is-qu…   +1.25"),
        (20, "bot           points", "a-name-that…   +1.25"),
        (1, "bot         points", "a-name-th…   +1.25"),
    ],
)
def test_a_narrow_table_cuts_names_a_little_then_leaves_out_columns_then_cuts_names(
    width: int, head: str, first: str
) -> None:
    lines = fitting(ROWS, right=(1,), spare=(2,), names=(0,), width=width)
    assert lines[:2] == [head, first]
    assert all("25" in line for line in lines[1:]), "no number is cut"
