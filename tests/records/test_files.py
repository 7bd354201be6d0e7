"""Files of records: appended line by line, cut off by crashes, compressed, read back."""

import io
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zstandard

from referee.records.format import frames
from referee.records.format.frames import FramesError, compress
from referee.records.format.journal import Journal, Merge, Place, entries
from referee.records.format.reader import RecordError, find, lines, locate, read
from referee.records.format.record import encode
from referee.records.format.writer import LineFile, NoSpace
from tests.records.samples import CASES, fault, sample

LINE = encode(sample())


def write(path: Path, *parts: bytes) -> Path:
    path.write_bytes(b"".join(parts))
    return path


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file grows beyond `size` bytes: the system refuses what does not fit, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_lines_are_appended_after_a_cut_off_one_is_dropped(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", b"one\n", b"two\n", b"x" * 200_000)
    with LineFile(path) as file:
        assert file.append(b"three\n") == 8
        assert file.append(b"four\nfive\n") == 14
        file.checkpoint()
    assert path.read_bytes() == b"one\ntwo\nthree\nfour\nfive\n"
    with LineFile(write(tmp_path / "cut.jsonl", b"no newline at all")) as file:
        assert file.size == 0


def test_a_full_disk_costs_only_the_line_that_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with LineFile(path) as file, room_for(10):
        file.append(b"finished\n")
        with pytest.raises(NoSpace, match=r"no space left to write .*games\.jsonl") as full:
            file.append(b"too long for this disk\n")
        assert full.value.path == path
        assert path.read_bytes() == b"finished\n"
    with LineFile(path) as file:
        file.append(b"later\n")
    assert path.read_bytes() == b"finished\nlater\n"


def test_the_merge_hands_games_on_in_order_and_none_twice(tmp_path: Path) -> None:
    out: list[bytes] = []
    merge = Merge(out.append, first=2)
    with Journal(tmp_path / "a") as a, Journal(tmp_path / "b") as b:
        place = a.append(4, b'{"g":4}\n')
        assert merge.add(4, place) == 0
        assert merge.add(3, b.append(3, b'{"g":3,"try":1}\n{"g":3}\n')) == 0
        assert (merge.waiting(), merge.next, out) == (2, 2, [])
        assert merge.add(2, b'{"g":2}\n') == 3
        assert merge.add(3, b'{"g":"again"}\n') == 0
        assert merge.add(4, place) == 0
        assert (merge.waiting(), merge.next) == (0, 5)
    assert b"".join(out) == b'{"g":2}\n{"g":3,"try":1}\n{"g":3}\n{"g":4}\n'


def test_what_the_disk_refuses_waits_in_the_merge(tmp_path: Path) -> None:
    with LineFile(tmp_path / "games.jsonl") as file:
        merge = Merge(file.append)
        merge.add(1, b"bbbbbb\n")
        with room_for(8), pytest.raises(NoSpace):
            merge.add(0, b"aaaa\n")
        assert (merge.next, file.size) == (0, 0)
        assert merge.add(2, b"c\n") == 3
    assert (tmp_path / "games.jsonl").read_bytes() == b"aaaa\nbbbbbb\nc\n"


def test_a_journal_is_read_back_after_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path) as journal:
        first = journal.append(7, b'{"g":7}\n')
        journal.append(5, b'{"g":5,"try":1}\n{"g":5}\n')
        journal.checkpoint()
    with path.open("ab") as file:
        file.write(b'[6,{"g":')
    found = dict(entries(path))
    assert list(found) == [7, 5]
    assert found[7] == first
    assert found[5].read() == b'{"g":5,"try":1}\n{"g":5}\n'
    with Journal(path) as journal:
        journal.append(6, b'{"g":6}\n')
    assert [index for index, _ in entries(path)] == [7, 5, 6]
    with pytest.raises(OSError):
        Place(path, 0, 10_000).read()


@pytest.mark.parametrize(
    "damage", [b'{"g":7}\n', b"[]\n", b'["x",{}]\n', b"\x00\x00\n", b"[1.5,{}]\n", b"[" * 9999 + b"\n"]
)
def test_a_damaged_line_of_a_journal_is_named(tmp_path: Path, damage: bytes) -> None:
    path = write(tmp_path / "journal", b'[0,{"g":0}]\n', damage, b'[1,{"g":1}]\n')
    with pytest.raises(RecordError, match="line 2: no entry of a journal"):
        list(entries(path))


def test_records_are_read_from_files_and_directories(tmp_path: Path) -> None:
    write(tmp_path / "games.jsonl", LINE, b"\n", LINE)
    for path in (tmp_path, str(tmp_path), tmp_path / "games.jsonl"):
        assert [(entry.line, entry.raw) for entry in read(path)] == [(1, LINE), (3, LINE)]
    with pytest.raises(RecordError, match=r"holds no games\.jsonl"):
        locate(tmp_path.parent / tmp_path.name / ".." / "..")
    with pytest.raises(RecordError, match="nowhere: No such file"):
        list(read(tmp_path / "nowhere"))


def test_records_are_read_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with write(tmp_path / "in", LINE, LINE).open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert [entry.line for entry in read("-")] == [1, 2]


def test_a_cut_off_last_line_is_dropped_and_a_damaged_one_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    cut: list[int] = []
    assert len(list(read(write(path, LINE, LINE[:-10]), cut.append))) == 1
    assert cut == [2]
    # whole, but for the newline: nothing is missing
    assert len(list(read(write(path, LINE, LINE[:-1]), cut.append))) == 2
    assert cut == [2]
    for damage in (LINE[:-10] + b"\n", b"\x00" * 100 + b"\n"):
        with pytest.raises(RecordError) as named:
            list(read(write(path, LINE, damage, LINE)))
        assert (named.value.file, named.value.line) == (str(path), 2)


def test_a_file_without_newlines_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.records.format.reader.MAX_LINE", 1000)
    with pytest.raises(RecordError, match="line 1: a line of more than 1000 bytes"):
        list(lines(write(tmp_path / "long", b"x" * 5000)))


def test_a_game_is_found_by_its_id(tmp_path: Path) -> None:
    voided = encode(sample(faults=[fault(4, 0, "timeout", "void")], stop=4, game_id="1/0"))
    path = write(tmp_path / "games.jsonl", LINE, voided, encode(sample(game_id="1/0")), encode(sample(game_id="11/0")))
    assert find(path).record.game == "0/0"
    assert find(path, "1/0").line == 3
    assert find(path, "11/0").line == 4
    with pytest.raises(RecordError, match="there is no game '2/0'; it holds 4, from '0/0' to '11/0'"):
        find(path, "2/0")
    with pytest.raises(RecordError, match="there is no game in it"):
        find(write(tmp_path / "empty", b""))
    assert find(write(tmp_path / "void", voided), "1/0").record.counted is False


def test_compressed_files_read_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "GAMES_A_FRAME", 2)
    plain = [encode(sample(game_id=f"{deal}/0")) for deal in range(5)]
    packed = compress(write(tmp_path / "games.jsonl", *plain))
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl.zst"]
    assert [line for _, line in lines(tmp_path)] == plain
    # each frame can be read alone
    data = packed.read_bytes()
    first = zstandard.ZstdDecompressor().decompressobj()
    assert first.decompress(data) == plain[0] + plain[1]
    assert zstandard.ZstdDecompressor().decompressobj().decompress(first.unused_data) == plain[2] + plain[3]
    # a crash while compressing cuts the last frame off, damage in the middle is named
    packed.write_bytes(data[:-20])
    assert len(list(lines(packed))) == 4
    packed.write_bytes(data[:30] + bytes([data[30] ^ 255]) + data[31:])
    with pytest.raises(RecordError, match=r"games\.jsonl\.zst.*the compressed data is damaged"):
        list(lines(packed))


def test_without_zstandard_the_message_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(RecordError, match=r"pip install 'tressette-referee\[zstd\]'"):
        list(lines(CASES / "g4.jsonl.zst"))
    plain = write(tmp_path / "games.jsonl", LINE)
    with pytest.raises(FramesError, match="zstandard"):
        compress(plain)
    assert plain.read_bytes() == LINE


def test_no_space_while_compressing_keeps_the_original(tmp_path: Path) -> None:
    plain = write(tmp_path / "games.jsonl", LINE)
    with room_for(64), pytest.raises(OSError):
        compress(plain)
    assert plain.read_bytes() == LINE
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_the_stream_is_a_plain_binary_stream() -> None:
    with frames.open_frames(CASES / "g4.jsonl.zst") as stream:
        assert isinstance(stream, io.BufferedReader)
        assert stream.readline().startswith(b'{"format":"tressette-record"')


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", b"\xef\xbb\xbf", LINE, LINE)
    assert [entry.raw for entry in read(path)] == [LINE, LINE]
