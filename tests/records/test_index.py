"""The index of a large file: a game is found without reading the others, and never where it no longer is."""

import os
from pathlib import Path

import pytest

from referee.records.format import frames, index
from referee.records.format.frames import compress
from referee.records.format.reader import RecordError, find
from referee.records.format.record import encode
from tests.records.samples import fault, sample

LINES = [encode(sample(game_id=f"{deal}/0")) for deal in range(6)]
VOIDED = encode(sample(game_id="3/0", faults=[fault(3, 3, "timeout", "void")], stop=3))


@pytest.fixture(autouse=True)
def _small_files_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "WORTH_IT", 0)
    monkeypatch.setattr(frames, "GAMES_A_FRAME", 2)


@pytest.fixture(params=["games.jsonl", "games.jsonl.zst"])
def games(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"".join([*LINES[:3], VOIDED, *LINES[3:]]))
    return at_rest(compress(file) if request.param.endswith("zst") else file)


def at_rest(file: Path) -> Path:
    """The file as if nobody had written to it for a while."""
    os.utime(file, (1_000_000_000, 1_000_000_000))
    return file


def test_a_game_is_found_by_the_index_alone(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find(games, "4/0").line == 6
    assert (games.parent / f"{games.name}.index").exists()
    monkeypatch.setattr(index, "_walk", None)
    monkeypatch.setattr("referee.records.format.reader.lines", None)
    for deal, line in zip(range(6), (1, 2, 3, 5, 6, 7), strict=True):
        entry = find(games, f"{deal}/0")
        assert (entry.line, entry.raw, entry.record.counted) == (line, LINES[deal], True)
    with pytest.raises(RecordError, match="there is no game '6/0'"):
        find(games, "6/0")


def test_a_file_that_has_changed_is_indexed_anew(games: Path) -> None:
    find(games, "0/0")
    plain = games.name == "games.jsonl"
    games.write_bytes(games.read_bytes())
    if plain:
        games.write_bytes(b"".join(reversed(LINES)))
        at_rest(games)
        assert find(games, "0/0").line == 6
    at_rest(games)
    (games.parent / f"{games.name}.index").write_bytes(b"damage")
    assert find(games, "5/0").raw == LINES[5]


def test_a_file_that_is_being_written_gets_no_index(games: Path) -> None:
    os.utime(games, (4_000_000_000, 4_000_000_000))  # however long it takes, that is not long ago
    assert find(games, "5/0").raw == LINES[5]
    assert not list(games.parent.glob("*.index*"))


def test_where_no_index_can_be_written_the_game_is_found_without(games: Path) -> None:
    (games.parent / f"{games.name}.index").mkdir()
    assert find(games, "5/0").raw == LINES[5]
    assert [path for path in games.parent.iterdir() if path.name.endswith(".part")] == []


def test_compressing_takes_the_index_of_the_plain_file_away(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"".join(LINES))
    find(at_rest(file), "0/0")
    packed = compress(file)
    assert [path.name for path in tmp_path.iterdir()] == [packed.name]


def test_ids_of_records_made_elsewhere() -> None:
    assert index.id_of(LINES[2]) == "2/0"
    assert index.id_of(b'{"game": "a \\"b\\"", "format": "tressette-record"}') == 'a "b"'
    for line in (b"", b"[1]", b"\xff", b'{"game": 1}', b"[" * 10_000):
        assert index.id_of(line) == ""
