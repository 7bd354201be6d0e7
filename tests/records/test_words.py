"""Words for people: numbers agree with their nouns, everywhere by the one helper."""

import re
from pathlib import Path

import pytest

import referee
from referee.records.words import listed, quantity, verb


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0 games"), (1, "1 game"), (-1, "-1 game"), (2, "2 games"), (2000, "2,000 games"), (-12, "-12 games")],
)
def test_a_number_agrees_with_its_noun(number: int, said: str) -> None:
    assert quantity(number, "game") == said


def test_a_noun_with_a_plural_of_its_own() -> None:
    assert (quantity(1, "try", "tries"), quantity(2, "try", "tries")) == ("1 try", "2 tries")


def test_lists_as_one_says_them() -> None:
    assert [listed(list(letters)) for letters in ("a", "ab", "abc")] == ["a", "a and b", "a, b and c"]
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert (verb("a", "wins", "win"), verb("ab", "wins", "win")) == ("wins", "win")


NOUN = re.compile(
    r"\{[^{}]*\} (game|deal|hand|point|third|position|answer|decision|difference|fault|block|table|bot|try)s\b"
)
NEVER_ONE = ("dealer)} deals", "tricks left on", "(R0.18)", "(R11.1)", "points a deal", "tie")
"""Where the number cannot be one, or is no count."""


def test_no_text_counts_by_hand() -> None:
    """A count before a plural noun is what `quantity` is for."""
    found = [
        f"{file.name}: {line.strip()}"
        for folder in ("arena", "cli", "records")
        for file in sorted((Path(referee.__file__).parent / folder).rglob("*.py"))
        for line in file.read_text("utf-8").splitlines()
        if NOUN.search(line) and not any(word in line for word in NEVER_ONE)
    ]
    assert found == []
