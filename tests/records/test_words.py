"""Words for people: numbers agree with their nouns, and lists are as one says them."""

import pytest

from referee.records.plurals import listed, quantity, verb


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
