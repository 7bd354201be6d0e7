"""`referee verify`: what agrees, what differs and where, files of every kind, one process or several."""

import json
from pathlib import Path

import pytest

from referee.cli import main
from referee.records.format.frames import compress
from referee.records.format.record import encode
from tests.conftest import CASES
from tests.records.samples import sample

LINE = encode(sample())
G4 = str(CASES / "g4.jsonl.zst")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str], str]:
    code = main(["verify", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


def broken(line: bytes) -> bytes:
    """The record with one point more."""
    record = json.loads(line)
    record["hands"][0]["points"][0] += 1
    return json.dumps(record).encode() + b"\n"


def test_what_agrees(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(LINE)
    code, out, err = run(capsys, G4, tmp_path)
    assert (code, err) == (0, "")
    assert out[0] == f"{G4}: 300 games agree with the rules"
    assert out[1].startswith(f"{tmp_path}: 1 game agrees with the rules; digest of the run ")


def test_what_differs_is_named_by_file_line_game_and_hand(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(LINE + broken(LINE) + b"nonsense\n" + encode(sample(game_id="1/0")))
    code, out, _ = run(capsys, file)
    assert code == 1
    points = sample().hands[0].points
    assert points is not None and points[0] is not None
    expected, found = json.dumps(points).replace(" ", ""), f"[{points[0] + 1},{points[1]}]"
    assert out[0] == f"{file}, line 2, game 0/0, hand 0: points: expected {expected}, found {found}"
    assert out[1].startswith(f"{file}, line 3: the line is damaged or no record: ")
    assert out[2] == f"{file}: 2 games agree with the rules; 2 differ"


def test_the_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(LINE + broken(LINE) + LINE[:-9])
    code, out, err = run(capsys, file, "--json")
    [report] = json.loads(out[0])
    assert (code, err, len(out)) == (1, "", 1)
    assert (report["games"], report["different"], report["cut_off"], report["digest"]) == (1, 1, 3, None)
    [difference] = report["differences"]
    assert (difference["line"], difference["what"], difference["hand"]) == (2, "points", 0)


def test_many_differences_are_cut_short(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(broken(LINE) * 25)
    code, out, _ = run(capsys, file)
    assert (code, len(out)) == (1, 22)
    assert out[20] == f"{file}: 5 more differences; --json lists up to 1000"


def test_a_cut_off_last_line_is_left_out_and_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(LINE + LINE[:100])
    code, _, err = run(capsys, file)
    assert (code, err) == (0, f"{file}: line 2 was cut off, and is left out\n")


def test_several_processes_find_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    games = [encode(sample(game_id=f"{deal}/0")) for deal in range(3)]
    file.write_bytes(b"".join(games[:2]) + broken(games[2]) + b"".join(games[:1]))
    alone = run(capsys, file, "--jobs", 1)
    assert run(capsys, file, "--jobs", 2) == alone
    assert alone[0] == 1
    assert any("stands in the file twice" in line for line in alone[1])
    packed = compress(file)
    assert [line.replace(".zst", "") for line in run(capsys, packed, "--jobs", 2)[1]] == alone[1]


@pytest.mark.parametrize("content", [b"", b"\n\n", LINE[:50]])
def test_a_file_without_a_game_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    assert run(capsys, file) == (2, [], f"referee verify: {file}: there is no game in it\n")


def test_what_cannot_be_read_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = run(capsys, tmp_path / "nowhere")
    assert (code, err) == (2, f"referee verify: {tmp_path / 'nowhere'}: No such file or directory\n")
    assert (
        run(capsys, tmp_path)[2]
        == f"referee verify: {tmp_path}: the directory holds no games.jsonl and no games.jsonl.zst\n"
    )
    (tmp_path / "games.jsonl").write_bytes(LINE)
    (tmp_path / "summary.json").write_bytes(b"{")
    assert "summary.json is no summary of a run: it is no JSON" in run(capsys, tmp_path)[2]


def test_a_run_is_held_to_its_summary(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(LINE)
    (tmp_path / "summary.json").write_text(json.dumps({"digest": "0" * 64, "seed": "samples"}))
    code, out, _ = run(capsys, tmp_path)
    assert code == 1
    assert out[0].startswith(f"{tmp_path}: digest of the run: expected ")
