"""`referee replay`: a game on a page, as JSON lines, step by step, with and without a terminal."""

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import main
from referee.records.format.from_game import unplayed
from referee.records.format.record import encode
from referee.rules.games import build
from tests.conftest import CASES
from tests.records.samples import circumstances, fault, sample

G4 = str(CASES / "g4.jsonl.zst")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    file.write_bytes(encode(sample()) + encode(sample(rules={"hands": 2}, game_id="1/0")))
    return file


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["replay", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_that_plays_a_fault_again_is_told_as_it_can_be_typed_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = sample(faults=[fault(7, 0, "crash", "forfeit")], stop=7)
    record.faults[0].evidence["again"] = "referee rerun games.jsonl bot --game 0/0 --seat 1 --stop-at 7"
    file = tmp_path / "games.jsonl"
    file.write_bytes(encode(record))
    monkeypatch.setattr("referee.cli.commands.replay.command", lambda: ".venv/bin/referee")
    assert main(["replay", str(file)]) == 0
    assert "again: .venv/bin/referee rerun games.jsonl bot" in capsys.readouterr().out


def test_the_first_game_or_the_one_that_is_named(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    code, out, err = run(capsys, games)
    assert (code, err) == (0, "")
    assert out.startswith("game 0/0: Tressette")
    assert "\x1b" not in out
    assert run(capsys, games.parent, "--game", "1/0")[1].startswith("game 1/0: Tressette")
    assert run(capsys, G4, "--game", "golden-g4.7")[1].startswith("game golden-g4.7: Tressette")


def test_one_hand_and_one_seat(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    out = run(capsys, games, "--game", "1/0", "--hand", 1, "--seat", 2)[1]
    assert "hand 1: 0 bot0 deals" in out
    assert "hand 0:" not in out
    assert "seed" not in out
    assert out.count("cards by seat") == 1


def test_json_lines(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    lines = [json.loads(line) for line in run(capsys, games, "--json", "--seat", 1)[1].splitlines()]
    assert lines[0]["type"] == "deal"
    assert len(lines[0]["cards"]) == 10
    assert [each["seat"] for each in lines if each["type"] == "answer"] == [1] * 10
    assert lines[-1]["type"] == "game_end"


def test_steps_wait_for_enter_until_nobody_presses_it(
    capsys: pytest.CaptureFixture[str], games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Enter(io.StringIO):
        pressed = 0

        def readline(self, size: int = -1, /) -> str:
            self.pressed += 1
            return "\n" if self.pressed < 4 else ""

    enter = Enter()
    monkeypatch.setattr(sys, "stdin", enter)
    whole = run(capsys, games)[1]
    assert run(capsys, games, "--step")[1] == whole
    assert enter.pressed == 4


@pytest.mark.parametrize("arguments", [(), ("--seat", 1)])
def test_a_game_forfeited_unplayed_says_by_whom_and_for_what(
    arguments: tuple[object, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(encode(unplayed(build("rovescino", {}, 4), 1, ["0/0", "0/1", "1/0"], circumstances("1/1"))))
    why = "not played: bot1 was disqualified (faulty games 0/0, 0/1, 1/0)"
    code, out, err = run(capsys, file, *arguments)
    assert (code, err) == (0, "")
    assert out.splitlines()[-3] == why
    lost = "it is forfeited unplayed by 1 bot1; 0 bot0, 2 bot2 and 3 bot3 win"
    assert out.splitlines()[-2] == f"the game is over: {lost}"
    code, out, err = run(capsys, file, "--json", *arguments)
    assert (code, err) == (0, "")
    told, end = map(json.loads, out.splitlines())
    assert told == {"type": "not_played", "what": why, "because": ["0/0", "0/1", "1/0"]}
    assert (end["type"], end["reason"]) == ("game_end", "disqualified")


def test_a_record_that_does_not_go_with_the_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong, undealt = sample(), sample(game_id="1/0")
    wrong.hands[0].scores = (99, 0)
    undealt.rules["hands"] = "many"
    file = tmp_path / "games.jsonl"
    file.write_bytes(encode(wrong) + encode(undealt))
    code, out, _ = run(capsys, file)
    assert code == 1
    assert out.splitlines()[-1] == "from here the record does not go with the rules: scores"
    assert run(capsys, file, "--json")[0] == 1
    code, _, err = run(capsys, file, "--game", "1/0")
    assert code == 2
    assert err.startswith(f"referee replay: {file}, line 2: the game cannot be dealt: hands = many is not possible")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--game", "7/0"], "there is no game '7/0'; it holds 2, from '0/0' to '1/0'"),
        (["--seat", "4"], "--seat 4: the seats are 0 to 3"),
        (["--hand", "1"], "--hand 1: there is only hand 0"),
        (["--hand", "x"], "--hand x is not possible: it is to be a whole number, 0 or more"),
    ],
)
def test_what_is_not_there(capsys: pytest.CaptureFixture[str], games: Path, arguments: list[str], what: str) -> None:
    code, out, err = run(capsys, games, *arguments)
    assert (code, out) == (2, "")
    assert what in err
    assert err.count("\n") == 1


def test_steps_and_records_cannot_both_come_from_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert "name a file" in run(capsys, "-", "--step")[2]


def test_colour_on_a_terminal_only(games: Path) -> None:
    command = [sys.executable, "-m", "referee", "replay", str(games)]
    ours, theirs = pty.openpty()
    subprocess.run(command, stdout=theirs, check=True, cwd=ROOT, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    assert b"\x1b[1mgame 0/0: Tressette" in os.read(ours, 1 << 16)
    os.close(ours)


def test_what_each_card_gave_away(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    code, out, err = run(capsys, games, "--game", "1/0", "--analyse", "--hand", 1)
    assert (code, err) == (0, "")
    table = out[out.index("all cards known") :].splitlines()
    assert table[1].split()[:2] == ["action", "seat"]
    lines = [json.loads(line) for line in run(capsys, games, "--game", "1/0", "--analyse", "--json")[1].splitlines()]
    judged = [line for line in lines if line["type"] == "judged"]
    assert {line["hand"] for line in judged} == {0, 1}
    assert all(line["worth"][best] == line["thirds"] for line in judged for best in line["best"])
    code, out, err = run(capsys, games, "--analyse", "--seat", 1)
    assert (code, out) == (2, "")
    assert "--analyse" in err and "--seat" in err
