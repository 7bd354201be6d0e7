"""`referee tournament`: a contest from a file, at the command line."""

import json
from pathlib import Path

import pytest

from referee.arena.tournament.tournament_file import Contest
from referee.cli import main
from tests.arena.programs import command

CLOCK = "[clock]\nmove_ms = 60000\nstart_ms = 60000\ngame_ms = 60000\n"
"""Nobody loses on time."""


def contest(folder: Path, *conducts: str, match: str = "") -> Path:
    """A contest of small bots."""
    bots = "".join(f"[[bot]]\ncommand = {command(folder, conduct)!r}\n" for conduct in conducts)
    file = folder / "contest.toml"
    file.write_text(
        f'[match]\nseed = "a-seed-that-is-long"\ndeals = 2\n{match}\n{CLOCK}[sandbox]\nmode = "none"\n{bots}'
    )
    return file


def test_a_knockout_as_people_see_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = contest(tmp_path, "first", "hash", "hash", "first", match='format = "knockout"')
    assert main(["tournament", str(file), "--out", str(tmp_path / "run")]) == 0
    out, err = capsys.readouterr()
    assert err.startswith("first, hash, hash-2, first-2: knockout, 2 deals of tressette, seating duplicate\n")
    assert out.splitlines()[0].split() == ["points", "played", "byes", "tie-breaks"]
    assert out.splitlines()[1].startswith("1.") and "rating" in out
    assert main(["verify", str(tmp_path / "run")]) == 0


def test_a_round_robin_as_programs_see_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = contest(tmp_path, "first", "hash", "memory")
    assert main(["tournament", str(file), "--out", str(tmp_path / "run"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["tournament"], document["planned"], document["rounds"]) == ("round-robin", 12, 1)
    assert len(document["standings"]["meetings"]) == 3
    assert document["seed"] == "a-seed-that-is-long"


def test_a_dry_run_plays_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = contest(tmp_path, "first", "hash", "memory", match='format = "swiss"')
    assert main(["tournament", str(file), "--dry-run", "--out", str(tmp_path / "run")]) == 0
    assert "4 games in round 1: 2 a deal, 2 blocks" in capsys.readouterr().out
    assert not (tmp_path / "run").exists()


def test_files_are_found_beside_the_contest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "contest"
    folder.mkdir()
    command(folder, "first")
    (folder / "seed").write_text("another-seed-that-is-long\n")
    file = folder / "contest.toml"
    file.write_text('[match]\ndeals = 1\nseed = "@seed"\n' + '[[bot]]\ncommand = ["python3", "bot.py", "first"]\n' * 2)
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", "contest/contest.toml", "--dry-run"]) == 0
    assert "bot, bot-2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("match", "message"),
    [
        (
            'format = "swis"',
            "format = swis in [match] is not possible: it may be round-robin, gauntlet",
        ),
        ('seating = "dupliacte"', "seating = dupliacte in [match] is not possible: it may be duplicate, all, "),
        ("deels = 3", "did you mean deals"),
        ('game = "rovescino"\nformat = "swiss"', "two sides or two players"),
        ('format = "individual"', "four bots"),
        ('seed = "x y"', "contest.toml"),
        ('boards = "nowhere.jsonl"', "nowhere.jsonl"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    match: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = contest(tmp_path, "first", "hash", "memory", match=match)
    assert main(["tournament", str(file), "--out", str(tmp_path / "run")]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err
    assert not (tmp_path / "run").exists()


def test_every_key_of_a_contest_is_in_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "config"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert set(schema["$defs"]["Contest"]["properties"]) == set(Contest.__struct_fields__)
