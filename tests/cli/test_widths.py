"""On a terminal of 80 columns nothing is wider; what is piped is whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli import main
from referee.records.format.record import encode
from referee.rules.games import names
from tests.arena.games import pair_game
from tests.records.samples import sample

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
LONG = ("a-bot-with-quite-a-long-name", "another-one-with-a-long-name", "c" * 40, "d")
NAMES = [*(LONG[turn:] + LONG[:turn] for turn in range(4)), (LONG[0], LONG[2], LONG[1], LONG[3])]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    games = [
        pair_game(deal, table, bots, points * (deal - 3), times=[(0, 12345), (1, 1)])
        for table, bots in enumerate(NAMES)
        for deal, points in enumerate((1, 2, -3, 4, 2, 7) * 2)
    ]
    games[0].faults.extend(pair_game(0, 0, NAMES[0], 0, faults=[(1, "illegal")]).faults)
    (tmp_path / "games.jsonl").write_bytes(b"".join(map(encode, games)))
    (tmp_path / "sample.jsonl").write_bytes(encode(sample()))
    return tmp_path


def lines(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(arguments) == 0
    return capsys.readouterr().out.splitlines()


def commands() -> Iterator[list[str]]:
    for by in ("bot", "seat", "game", "date"):
        yield ["score", "games.jsonl", "--by", by]
    yield ["replay", "sample.jsonl", "--analyse"]
    yield ["explain", "sample.jsonl", "--action", "7"]
    yield ["verify", "sample.jsonl"]
    yield ["games"]
    yield from (["games", name] for name in names())
    yield from (["deal", "--seed", "x", "--game", name] for name in names())
    yield ["match", "greedy", "random", *(f"{name}=random" for name in LONG), "--dry-run"]


@pytest.mark.parametrize("arguments", list(commands()), ids=" ".join)
def test_nothing_is_wider_than_the_terminal(
    arguments: list[str], run: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run)
    whole = lines(arguments, capsys)
    monkeypatch.setenv("COLUMNS", "80")
    narrow = lines(arguments, capsys)
    assert max(map(len, narrow)) <= 80
    assert max(map(len, whole)) > 80 or whole == narrow


@pytest.mark.parametrize("file", sorted(GOLDEN.iterdir()), ids=lambda file: str(file.stem))
def test_no_replay_is_wider_and_none_loses_a_card(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = lines(["replay", str(file)], capsys)
    monkeypatch.setenv("COLUMNS", "80")
    narrow = lines(["replay", str(file)], capsys)
    assert max(map(len, narrow)) <= 80
    assert " ".join(narrow).split() == " ".join(whole).split()


def test_no_number_is_cut(run: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    cells = " ".join(lines(["score", str(run / "games.jsonl")], capsys)).split()
    cut = [cell for cell in cells if cell.endswith("…") and cell != "…"]
    assert cut and all(cell.rstrip("…") in "".join(LONG) for cell in cut)
