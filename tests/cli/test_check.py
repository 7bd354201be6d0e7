"""`referee check`: its report for people and for programs, and its exit code."""

import re
import sys
from pathlib import Path

import msgspec
import pytest

from referee.arena.check.finding import CATEGORIES, Report
from referee.cli import main
from tests.arena.check.broken import BOT

ROOT = Path(__file__).parents[2]
QUICK = ("--game", "tressette", "--rounds", "1", "--only", "processes", "--sandbox", "none")


@pytest.fixture
def good(tmp_path: Path) -> str:
    (tmp_path / "good.py").write_text(f"{BOT}\nmain()\n")
    return str(tmp_path / "good.py")


@pytest.fixture
def bad(tmp_path: Path) -> str:
    (tmp_path / "bad.py").write_text(f"{BOT}\ndef act(m): return {{'id': m['id'], 'action': 'xx'}}\nmain()\n")
    return str(tmp_path / "bad.py")


def test_a_good_bot_is_told_so_and_the_exit_code_is_0(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", good, *QUICK]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("start\n  ok    answers hello ")
    assert "\nprocesses\n  ok    4 of it side by side " in out
    assert re.search(r"\nfit for a contest: \d points good, 0 faults, \d notes?\n$", out)


def test_one_game_is_no_games(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", good, "--game", "pizzichino", *QUICK[2:4], "--only", "play", "--sandbox", "none"]) == 0
    assert re.search(r"\n  ok    pizzichino +1 game and \d+ positions: ", capsys.readouterr().out)


def test_a_broken_bot_gets_evidence_and_hint_and_the_exit_code_is_1(
    bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", bad, *QUICK]) == 1
    out, _ = capsys.readouterr()
    assert "  FAULT answers game and act" in out
    assert "'xx' is no answer here" in out
    assert "        hint: answer with one of the strings in legal" in out
    assert max(map(len, out.splitlines())) <= 120
    assert out.endswith("\nNOT fit for a contest: 1 point good, 1 fault, 0 notes, 1 point left out\n")


def test_json_is_one_document_and_nothing_else(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", bad, *QUICK, "--json"]) == 1
    report = msgspec.json.decode(capsys.readouterr().out, type=Report)
    assert not report.fit
    assert report.command == (sys.executable, bad)
    assert [point.verdict for point in report.points] == ["good", "fault", "left out"]


def test_the_help_lists_every_category(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--help"]) == 0
    assert ", ".join(CATEGORIES) in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("document", ["README.md", "protocol/PROTOCOL.md"])
def test_the_bot_in_ten_lines_is_fit_as_it_stands(
    document: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = re.findall(r"^```python\n(.+?)^```$", (ROOT / document).read_text(), re.MULTILINE | re.DOTALL)
    assert len(samples) == 1
    (tmp_path / "bot.py").write_text(samples[0])
    code = main(["check", str(tmp_path / "bot.py"), "--game", "tressette", "--rounds", "1", "--sandbox", "none"])
    out, _ = capsys.readouterr()
    assert code == 0, out
    assert "note  ends at quit" in out
    assert "ok    ends at the end of its input" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "there is no bot nobody"),
        (["greedy", "--game", "tressete"], "there is no game tressete; see referee games; did you mean tressette"),
        (["greedy", "--only", "message"], "--only message is not possible: it may be start, messages, play, "),
        (["greedy", "--sandbox", "tight"], "--sandbox tight is not possible"),
        (["greedy", "--rounds", "0"], "--rounds"),
        (["greedy", "--move-ms", "9007199254740993"], "86,400,000"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("referee check: ")
    assert message in err
    assert err.count("\n") == 1
