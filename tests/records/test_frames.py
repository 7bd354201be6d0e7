"""Compressed files that grow: whole frames, whatever happens."""

import sys
from pathlib import Path

import pytest

from referee.records.format import frames
from referee.records.format.frames import FrameFile, FramesError, compress, each_frame, pieces
from referee.records.format.reader import RecordError, lines
from referee.records.format.writer import NoSpace
from tests.records.test_files import room_for


@pytest.fixture(autouse=True)
def small_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "GAMES_A_FRAME", 3)


def line(number: int) -> bytes:
    return b'{"game":"%d/0"}\n' % number


def contents(path: Path) -> list[bytes]:
    """What each frame holds."""
    with path.open("rb") as file:
        return [frame.content for frame in each_frame(file)]


def test_lines_wait_until_a_frame_is_full(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    file = FrameFile(path)
    for number in range(5):
        assert file.waiting is (number % 3 != 0)
        file.append(line(number))
    assert contents(path) == [b"".join(map(line, range(3)))]
    file.flush()
    assert not file.waiting
    file.flush()
    file.checkpoint()
    file.close()
    assert contents(path) == [b"".join(map(line, range(3))), line(3) + line(4)]
    assert [text for _, text in lines(path)] == [*map(line, range(5))]


def test_a_frame_ends_where_a_game_ends(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    file = FrameFile(path)
    for number in range(5):
        file.append(line(number), ends_game=number == 4)
    assert not file.waiting
    file.close()
    assert contents(path) == [b"".join(map(line, range(5)))]


@pytest.mark.parametrize("known", [True, False])
def test_what_was_cut_off_is_dropped_on_opening(tmp_path: Path, known: bool) -> None:
    path = tmp_path / "games.jsonl.zst"
    file = FrameFile(path)
    for number in range(6):
        file.append(line(number))
    file.close()
    first = next(end for end, _ in pieces(path))
    path.write_bytes(path.read_bytes()[:-4])
    file = FrameFile(path, first if known else None)
    assert path.stat().st_size == first
    for number in range(3, 6):
        file.append(line(number))
    file.close()
    assert [text for _, text in lines(path)] == [*map(line, range(6))]


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    path.touch()
    assert list(lines(path)) == [] and list(pieces(path)) == []


def test_a_full_disk_loses_nothing_that_waits(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    file = FrameFile(path)
    file.append(line(0))
    file.append(line(1))
    with room_for(10), pytest.raises(NoSpace, match=r"games\.jsonl\.zst"):
        file.append(line(2))
    assert file.waiting and path.stat().st_size == 0
    file.flush()
    file.close()
    assert [text for _, text in lines(path)] == [*map(line, range(3))]


def test_pieces_of_a_plain_file_are_its_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(line(0) + line(1) + line(2)[:-1])
    assert list(pieces(path)) == [(len(line(0)), line(0)), (len(line(0) + line(1)), line(1))]
    packed = compress(path)
    assert [content for _, content in pieces(packed)] == [line(0) + line(1) + line(2)[:-1]]


def test_damage_within_is_named_and_nothing_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.zst"
    file = FrameFile(path)
    for number in range(6):
        file.append(line(number))
    file.close()
    data = path.read_bytes()
    path.write_bytes(data[:12] + bytes([data[12] ^ 255]) + data[13:])
    before = path.read_bytes()
    with pytest.raises(FramesError, match="damaged"):
        FrameFile(path)
    assert path.read_bytes() == before
    with pytest.raises(RecordError, match="damaged"):
        list(lines(path))


def test_without_zstandard_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(FramesError, match=r"pip install 'tressette-referee\[zstd\]'"):
        FrameFile(tmp_path / "games.jsonl.zst")
    assert not list(tmp_path.iterdir())
