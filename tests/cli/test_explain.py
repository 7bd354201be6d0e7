"""`referee explain`: one decision on a page, and as a document."""

import json
from pathlib import Path

import pytest

from referee.cli import main
from referee.records.format.from_game import unplayed
from referee.records.format.record import encode
from referee.rules.games import build
from tests.records.samples import circumstances, fault, sample


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    file.write_bytes(encode(sample(rules={"hands": 2}, game_id="1/0")))
    return file


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["explain", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_decision(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    code, out, err = run(capsys, games, "--action", 1)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "hand 0, action 1: 1 bot1 is to play"
    assert any(line.startswith("  legal ") and line.endswith("(R0.4)") for line in lines)
    assert any(line.startswith("  not legal ") and "does not follow" in line for line in lines)
    assert "hand 0: 3 bot3 deals" in lines


def test_the_document(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    document = json.loads(run(capsys, games, "--game", "1/0", "--hand", 1, "--action", 3, "--json")[1])
    assert (document["hand"], document["action"], document["decision"]) == (1, 3, "play")
    assert document["answer"] in document["legal"]


def test_a_game_forfeited_unplayed_has_nothing_to_explain(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(encode(unplayed(build("tressette", {}), 1, ["0/0"], circumstances("1/1"))))
    why = "not played: bot1 or bot3 was disqualified (faulty games 0/0)"
    for at in ((), ("--hand", 0)):
        code, out, err = run(capsys, file, "--action", 0, *at)
        assert (code, out, err) == (2, "", f"referee explain: {file}, line 1, game 1/1: {why}\n")


def test_what_is_not_there(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    what = f"referee explain: {games}, line 1, game 1/0: there is no action 80: they are 0 to 79\n"
    assert run(capsys, games, "--action", 80) == (2, "", what)
    assert run(capsys, games, "--game", "2/0", "--action", 0)[0] == 2
    assert "game 1/0 has no fault: --action N says which decision is meant" in run(capsys, games)[2]


def test_the_last_fault_is_explained_where_no_action_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(
        encode(sample(faults=[fault(3, 3, "illegal", "substitute"), fault(7, 0, "crash", "forfeit")], stop=7))
    )
    code, out, err = run(capsys, file)
    assert (code, err) == (0, "")
    assert out.startswith("hand 0, action 7: ")
