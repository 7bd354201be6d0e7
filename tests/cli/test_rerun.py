"""`referee rerun`: what it tells people and programs, its traces and its exit code."""

from pathlib import Path

import msgspec
import pytest

from referee.arena.rerun.comparison import Report
from referee.cli import main
from referee.records.format.from_game import unplayed
from referee.records.format.record import encode
from referee.rules.games import build
from tests.arena.check.broken import BOT
from tests.host.programs import GOODS, block, played
from tests.records.samples import circumstances

LAST = "def act(m): return {'id': m['id'], 'action': m['legal'][-1]}"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Two games of a bot that plays the first legal card, at each seat."""
    (tmp_path / "games.jsonl").write_bytes(b"".join(map(encode, played(block(*GOODS, deals=2)))))
    (tmp_path / "first.py").write_text(f"{BOT}\nmain()\n")
    (tmp_path / "last.py").write_text(f"{BOT}\n{LAST}\nmain()\n")
    return str(tmp_path / "games.jsonl")


def run(file: str, bot: str, *arguments: str) -> int:
    return main(["rerun", file, str(Path(file).parent / bot), "--sandbox", "none", *arguments])


def test_the_same_bot_is_the_same_and_the_exit_code_is_0(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, "first.py", "--seat", "1") == 0
    assert capsys.readouterr() == ("2 games, 20 decisions: 20 same\n", "")


def test_another_bot_differs_and_the_exit_code_is_1(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, "last.py", "--player", "b2") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("game 0/0, seat 2: ")
    assert " the same, different at decision " in lines[0]
    assert lines[-1].startswith("2 games, 20 decisions: ")


def test_faults_that_come_again_are_the_same_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "def act(m): return {'id': m['id'], 'action': 'nothing'}"
    (tmp_path / "wrong.py").write_text(f"{BOT}\n{wrong}\nmain()\n")
    bots = ["match", f"a={tmp_path / 'wrong.py'}", "random", "--deals", "1", "--sandbox", "none"]
    assert main([*bots, "--out", str(tmp_path / "run")]) == 0
    capsys.readouterr()
    assert run(str(tmp_path / "run"), "wrong.py", "--player", "a", "--game", "0/0") == 0
    total = capsys.readouterr().out.splitlines()[-1]
    assert total.endswith(" same; 1 of the same is a fault that came again")


def test_one_decision_is_shown(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, "last.py", "--seat", "0", "--game", "1/0", "--stop-at", "0") == 1
    *_, legal, decision, total = capsys.readouterr().out.splitlines()
    assert legal.startswith("game 1/0, seat 0: legal ")
    assert "different at decision 0 (hand 0, trick 1, play): then " in decision
    assert total == "1 game, 1 decision: 1 different"


def test_json_holds_every_decision(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, "last.py", "--seat", "3", "--json") == 1
    report = msgspec.json.decode(capsys.readouterr().out, type=Report)
    assert [len(game.compared) for game in report.games] == [10, 10]
    assert sum(report.counts.values()) == report.decisions == 20
    assert not report.same


def test_a_trace_holds_what_was_said(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, "first.py", "--seat", "2", "--trace", str(tmp_path / "trace")) == 0
    assert sorted(each.name for each in (tmp_path / "trace").iterdir()) == ["0-0.trace", "1-0.trace"]
    lines = (tmp_path / "trace" / "1-0.trace").read_text().splitlines()
    assert [line.split()[1:3] for line in lines[:2]] == [["2", ">"], ["2", "<"]]
    assert '"game":1' in lines[0]
    assert run(file, "first.py", "--seat", "2", "--trace", str(tmp_path / "trace")) == 2
    assert "is not empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "say which decisions: --seat N, or --player NAME"),
        (("--seat", "0", "--game", "9/9"), "there is no game '9/9'"),
        (("--seat", "4"), "holds no game that was played in which somebody sits at seat 4"),
        (("--player", "anna"), "holds no game that was played in which 'anna' sits"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    file: str, arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file, "first.py", *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_a_file_and_a_bot_that_are_not_there(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"{file}x", "first.py", "--seat", "0") == 2
    assert run(file, "fist.py", "--seat", "0") == 2
    assert "did you mean first.py" in capsys.readouterr().err


def test_a_game_forfeited_unplayed_has_nothing_to_ask(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Path(file).open("ab") as games:
        games.write(encode(unplayed(build("tressette", {}), 1, ["0/0"], circumstances("9/0"))))
    assert run(file, "first.py", "--seat", "1", "--game", "9/0") == 2
    why = "game 9/0: not played: bot1 or bot3 was disqualified (faulty games 0/0)"
    assert capsys.readouterr() == ("", f"referee rerun: {why}\n")
