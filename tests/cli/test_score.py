"""`referee score`: tables from records alone, of one file or several, ours or made elsewhere."""

import csv
import io
import json
from pathlib import Path

import pytest

from referee.cli import main
from referee.records.format.digest import digest_of
from referee.records.format.record import encode
from tests.arena.games import pair_game
from tests.conftest import CASES

AB, BA = ("a", "b", "a", "b"), ("b", "a", "b", "a")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of three deals: a is 2, 3 and 4 points better, and b once at fault."""
    first = [pair_game(deal, 0, AB, 5 + deal, times=[(0, 2), (1, 30)]) for deal in range(3)]
    second = [pair_game(deal, 1, BA, 1 - deal) for deal in range(3)]
    second[0].faults.extend(pair_game(0, 0, BA, 0, faults=[(2, "illegal")]).faults)
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"".join(map(encode, first + second)))
    return file


def scored(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["score", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_the_table(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = scored(capsys, run)
    assert out.startswith("too few deals to say who is better: a is 3.00 points ahead of b over 3 deals\n")
    assert "+0.52 … +5.48" in out
    assert "1.  a" in out and "3 of 3" in out and "6 games on 3 deals" in out
    assert "b: 1 illegal action in 1 game" in out


def test_the_document(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(scored(capsys, run.parent, "--json"))
    assert (document["games"], document["deals"], document["bots"][0]["name"]) == (6, 3, "a")
    assert document["bots"][0]["utility"]["mean"] == 3.0
    assert document["bots"][1]["faults"] == {"illegal": 1}


def test_the_table_for_other_programs(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(scored(capsys, run, "--csv"))))
    assert [(row["bot"], float(row["utility"]), row["deals_won"], row["mean_ms"]) for row in rows] == [
        ("a", 3.0, "3", "2.0"),
        ("b", -3.0, "0", "30.0"),
    ]


def test_seat_by_seat(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = json.loads(scored(capsys, run, "--by", "seat", "--json"))
    assert [part["of"] for part in parts] == [f"seat {seat}" for seat in range(4)]
    seat = {line["name"]: line for line in parts[0]["standings"]["bots"]}
    assert (seat["a"]["utility"]["mean"], seat["b"]["utility"]["mean"]) == (6.0, 0.0)
    (meeting,) = parts[0]["standings"]["meetings"]
    assert meeting["margin"] is None and meeting["difference"]["mean"] == 6.0
    out = scored(capsys, run, "--by", "seat")
    assert "seat 3" in out and "too few" not in out and "ahead" not in out


def test_by_game_and_by_date(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for by, name in (("game", "tressette"), ("date", "undated")):
        head, empty, columns, *_ = scored(capsys, run, "--by", by).splitlines()
        assert (head, empty) == (name, "") and columns.split()[:2] == ["bot", "points"]


def test_several_files_are_taken_together(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"".join(encode(pair_game(0, table, bots, 0)) for table, bots in enumerate((AB, BA))))
    document = json.loads(scored(capsys, run, other, "--json"))
    assert (document["games"], document["deals"], document["bots"][0]["utility"]["mean"]) == (8, 4, 2.25)


def test_a_run_that_is_given_twice_is_counted_once(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [pair_game(deal, table, bots, deal) for table, bots in enumerate((AB, BA)) for deal in range(3)]
    for game in games:
        game.digest = digest_of(game)
    for name, held in (("all", games), ("some", games[:2]), ("twice", games[3:] + games[3:])):
        (tmp_path / name).write_bytes(b"".join(map(encode, held)))
    once = scored(capsys, tmp_path / "all", "--json")
    for again, count in (("all", "6 games"), ("some", "2 games"), ("twice", "6 games")):
        assert main(["score", str(tmp_path / "all"), str(tmp_path / again), "--json"]) == 0
        out, err = capsys.readouterr()
        assert out == once
        assert err == f"warning: {tmp_path / again}: {count} of an earlier file, counted once\n"


def test_games_without_a_digest_are_never_the_same(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(scored(capsys, run, run, "--json"))["games"] == 12


def test_records_in_any_order_give_the_same(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mixed = tmp_path / "mixed.jsonl"
    lines = run.read_bytes().splitlines(keepends=True)
    mixed.write_bytes(b"".join(lines[3:] + lines[:3]))
    assert scored(capsys, mixed) == scored(capsys, run)


def test_records_made_elsewhere_are_counted_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(scored(capsys, CASES / "g4.jsonl.zst", "--json"))
    assert document["games"] == 300
    lines = {line["name"]: line for line in document["bots"]}
    assert lines["p0"]["utility"] == lines["p2"]["utility"]
    assert lines["p0"]["utility"]["mean"] == -lines["p1"]["utility"]["mean"] != 0


def test_nothing_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none.jsonl").write_bytes(b"")
    assert scored(capsys, tmp_path / "none.jsonl") == "there is no game in it\n"
    assert json.loads(scored(capsys, tmp_path / "none.jsonl", "--json"))["bots"] == []


def test_names_cannot_write_to_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = "\x1b[2Jred"
    file = tmp_path / "evil.jsonl"
    file.write_bytes(
        b"".join(encode(pair_game(0, t, (*bots,) * 2, 1)) for t, bots in enumerate(((evil, "b"), ("b", evil))))
    )
    assert "\x1b" not in scored(capsys, file)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl"),
        (["RUN", "--by", "moon"], "--by"),
        (["RUN", "--json", "--csv"], "either --json or --csv"),
        (["DAMAGED"], "line 1"),
        ([], "FILES is missing"),
        (["RUN", "--replay", "0/0"], "--replay is for a page: give --html FILE too"),
        (["RUN", "--html", "PAGE", "--replay", "77/0"], "there is no game '77/0' to be replayed on the page"),
        (["RUN", "--html", "NOWHERE"], "nowhere/table: No such file or directory"),
        pytest.param(
            ["RUN", "--parquet", "NOWHERE"],
            "nowhere/table: No such file or directory",
            marks=pytest.mark.needs("python:pyarrow"),
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], message: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "damaged").write_bytes(b'{"format": "x"}\n')
    names = {"RUN": str(run), "DAMAGED": str(tmp_path / "damaged")}
    names |= {"PAGE": str(tmp_path / "page.html"), "NOWHERE": str(tmp_path / "nowhere" / "table")}
    assert main(["score", *(names.get(word, word) for word in arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err
