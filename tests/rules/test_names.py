"""Names of games: what the sources call them, however it is spelled, and what a wrong one suggests."""

import pytest

from referee.rules import games

NAMES = {
    "tressette": ["Tressette", " tresette ", "trešeta", "tršet", "incrociato", "tressette incrociato"],
    "in-due": ["tressette-a-pizzico", "a pizzico", "Pizzico", "tressette in due"],
    "pizzichino": ["PIZZICHINO", "tressette-pizzichino"],
    "col-morto": ["tressette-col-morto", "Tressette col morto", "col_morto"],
    "tocca": ["tocca", "Tocca"],
    "terziglio": ["calabresella", "Calabrasella", "tressette-terziglio"],
    "chiamata-del-tre": ["tressette-con-la-chiamata-del-tre", "chiamata del tre"],
    "a-chiamare": ["Tressette a chiamare"],
    "rovescino": ["a-perdere", "alla-meno", "tressette a perdere", "tressette alla meno"],
    "traversone": [
        "ass'e-mazzo",
        "ass\u2019e mazzo",
        "asse-mazzo",
        "asso di mazzo",
        "tressette-ca-sola",
        "tressette-a-non-prendere",
    ],
    "ciapano": ["ciapanò", "ciapa no", "Ciapa-no"],
}


@pytest.mark.parametrize(("name", "written"), [(name, each) for name, them in NAMES.items() for each in them])
def test_a_name_is_understood_however_it_is_written(name: str, written: str) -> None:
    assert games.resolve(written) == name


@pytest.mark.parametrize(("name", "written"), [(name, each) for name, them in NAMES.items() for each in them])
def test_a_slip_of_the_finger_suggests_the_same_game(name: str, written: str) -> None:
    with pytest.raises(games.UnknownName) as caught:
        games.resolve(f"{written.strip()}x")
    suggested = str(caught.value).partition("did you mean ")[2].rstrip("?")
    assert suggested and games.resolve(suggested) == name
