"""Records as a Parquet table, read back by pyarrow."""

from pathlib import Path

import pytest
from pyarrow import parquet as pq

from referee.cli import main
from referee.records.format.record import encode
from tests.arena.games import pair_game
from tests.conftest import CASES

AB, BA = ("a", "b", "a", "b"), ("b", "a", "b", "a")


def test_one_row_a_seat(tmp_path: Path) -> None:
    records = [
        pair_game(0, 0, AB, 5, times=[(0, 3), (0, 9), (1, 2)], faults=[(1, "illegal")]),
        pair_game(0, 1, BA, 0),
        pair_game(0, 1, BA, 40, counted=False),
    ]
    (tmp_path / "games.jsonl").write_bytes(b"".join(map(encode, records)))
    out = tmp_path / "games.parquet"
    assert main(["score", str(tmp_path / "games.jsonl"), "--parquet", str(out)]) == 0
    rows = pq.read_table(out).to_pylist()
    assert len(rows) == 8
    first, second = rows[:2]
    assert (first["bot"], first["won"], first["utility"], first["answers"], first["total_ms"]) == ("a", True, 5, 2, 12)
    assert (second["bot"], second["won"], second["longest_ms"], second["faults"]) == ("b", False, 2, ["illegal"])
    assert rows[4]["longest_ms"] is None and rows[4]["won"]


def test_every_case_fits(tmp_path: Path) -> None:
    out = tmp_path / "cases.parquet"
    assert main(["score", str(CASES / "gev.jsonl.zst"), "--parquet", str(out)]) == 0
    table = pq.read_table(out)
    assert sum(table["utility"].to_pylist()) == 0


def test_a_place_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(CASES / "g4.jsonl.zst"), "--parquet", str(tmp_path / "no" / "x.parquet")]) == 2
    assert "cannot write" in capsys.readouterr().err
