"""`referee deal`: the cards of deals.md's vectors, and the hands that the engine deals from them."""

import json
from pathlib import Path

import pytest

from referee.cli import main

VECTORS = json.loads((Path(__file__).parent.parent / "rules" / "deals.json").read_text())["vectors"]


def dealt(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["deal", "--json", *arguments]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    "vector", [v for v in VECTORS if v["deck"] == "italian40" and not v["removed"] and not v["attempt"]]
)
def test_the_deck_is_that_of_the_vectors(vector: dict[str, object], capsys: pytest.CaptureFixture[str]) -> None:
    seed, deal, hand = (str(vector[key]) for key in ("match_seed", "deal", "hand"))
    line = dealt(capsys, "--seed", seed, "--deal", deal, "--hand", hand)
    assert line["game_seed"] == vector["game_seed"]
    assert line["deck"] == str(vector["order"]).split()
    assert dealt(capsys, "--game-seed", str(vector["game_seed"]), "--hand", hand) == line


def test_hands_are_dealt_from_the_dealers_right_in_fives(capsys: pytest.CaptureFixture[str]) -> None:
    line = dealt(capsys, "--seed", "a", "--hand", "1")
    deck, hands = line["deck"], line["hands"]
    assert isinstance(deck, list) and isinstance(hands, list)
    assert line["dealer"] == 0
    assert set(hands[1]) == {*deck[0:5], *deck[20:25]}
    assert sorted(card for held in hands for card in held) == sorted(deck)


def test_only_the_first_hand_is_dealt_singly(capsys: pytest.CaptureFixture[str]) -> None:
    singly = ("--seed", "a", "--rule", "first_packets=singly")
    first, second = dealt(capsys, *singly), dealt(capsys, *singly, "--hand", "1")
    assert isinstance(first["hands"], list) and isinstance(first["deck"], list)
    assert set(first["hands"][0]) == set(first["deck"][0::4])
    assert second == dealt(capsys, "--seed", "a", "--hand", "1")


def test_stock_and_removed_cards(capsys: pytest.CaptureFixture[str]) -> None:
    stock = dealt(capsys, "--seed", "a", "--game", "in-due")["stock"]
    assert isinstance(stock, list) and len(stock) == 20
    assert dealt(capsys, "--seed", "a", "--game", "rovescino", "--players", "3")["removed"] == ["4c"]


def test_as_people_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--seed", "a"]) == 0
    out = capsys.readouterr().out
    assert "deck       Kc 4b 5d Jd 6b" in out
    assert "seat 0     4b 6b Jb Qb 4c Qc Kc 5d Jd Ad" in out


def test_the_seed_may_lie_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "seed").write_text("a\n")
    assert dealt(capsys, "--seed", f"@{tmp_path / 'seed'}") == dealt(capsys, "--seed", "a")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give either --seed"),
        (["--seed", "a", "--game-seed", "b"], "give either --seed"),
        (["--seed", "a b"], "1 to 64 characters"),
        (["--game-seed", "xyz"], "32 hex digits"),
        (["--seed", "@/nowhere"], "cannot read the seed in /nowhere"),
        (["--seed", "a", "--game", "tressete"], "did you mean tressette"),
        (["--seed", "a", "--rule", "capotto=17"], "did you mean cappotto"),
        (["--seed", "a", "--rule", "cappotto=12"], "11 | 17 | cancels"),
        (["--seed", "a", "--preset", "s9"], "s0, s1, fitres"),
        (["--seed", "a", "--players", "3"], "4 players"),
        (["--seed", "a", "--deal", "-1"], "--deal"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deal", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err
