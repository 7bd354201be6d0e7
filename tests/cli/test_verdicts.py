"""What standings say in words: who beats whom, when that is too early to say, and what partners have to do with it."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.json import decode

from referee.cli import main
from referee.records.format.record import encode
from tests.arena.games import pair_game

AB, BA = ("a", "b", "a", "b"), ("b", "a", "b", "a")


def scored(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    tables: Sequence[Sequence[str]],
    points: Sequence[Sequence[int]],
    *options: str,
) -> str:
    """What `score` prints; `points` by deal and table."""
    file = folder / "games.jsonl"
    games = [
        pair_game(deal, table, bots, won[table], times=[(0, 1), (1, 1)])
        for table, bots in enumerate(tables)
        for deal, won in enumerate(points)
    ]
    file.write_bytes(b"".join(map(encode, games)))
    assert main(["score", str(file), *options]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([(3, -3)] * 2, "too few deals to say who is better: a is 3.00 points ahead of b over 2 deals"),
        ([(-3, 3), (-2, 3)] * 2, "too few deals to say who is better: b is 2.75 points ahead of a over 4 deals"),
        ([(3, -3)] * 29, "too few deals to say who is better: a is 3.00 points ahead of b over 29 deals"),
        ([(3, -3)] * 30, "a beats b by 3.00 points a deal: 95 % interval +3.00 to +3.00 over 30 deals"),
        ([(2, -2), (4, -4)] * 3, "a beats b by 3.00 points a deal: 95 % interval +1.85 to +4.15 over 6 deals"),
        ([(1, 1)] * 2, "a and b came out equal on each of 2 deals"),
        ([(9, 0)], "a is 4.50 points ahead of b; one deal says nothing about how sure that is"),
        ([(9, 9), (7, -9), (-9, -2)] * 2, "no difference shown between a and b"),
    ],
)
def test_a_verdict_needs_deals_that_vary(
    points: list[tuple[int, int]], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scored(tmp_path, capsys, (AB, BA), points).startswith(said)


def test_an_interval_of_no_width_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "…" not in scored(tmp_path, capsys, (AB, BA), [(3, -3)] * 2)
    assert "+0.00 … +0.00" in scored(tmp_path, capsys, (AB, BA), [(3, 3)] * 2)


TURNS = [("a", "b", "c", "d"), ("b", "c", "d", "a"), ("c", "d", "a", "b"), ("d", "a", "b", "c")]
WON = [(4, -2, 3, -5), (6, -3, 1, -2), (1, 2, 3, -4)] * 3


def test_fixed_partners_are_ranked_as_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = scored(tmp_path, capsys, TURNS, WON)
    assert out.startswith("a + c beats b + d by 2.67 points a deal: 95 % interval ")
    first, second = [line.split() for line in out.splitlines() if line.startswith(("1.", "2."))]
    assert first[:5] == ["1.", "a", "+", "c", "+2.67"] and second[:5] == ["2.", "b", "+", "d", "-2.67"]
    assert "ms" not in out, "times are a single bot's"
    assert "partners were fixed: a + c against b + d; use --seating individual to rank single bots\n" in out
    assert not any(word in out for word in ("  over  ", "rating", "skill"))


def test_fixed_partners_are_not_compared_in_the_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = decode(scored(tmp_path, capsys, TURNS, WON, "--json"))
    assert document["partners"] == [["a", "c"], ["b", "d"]]
    assert (document["meetings"], document["ratings"], document["skills"]) == ([], None, None)
    assert len(document["bots"]) == 4


def test_at_a_single_seat_partners_have_lines_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seat = scored(tmp_path, capsys, TURNS, WON, "--by", "seat").partition("\n\nseat 1")[0].splitlines()
    assert seat[0] == "seat 0" and [line.split()[1:3] for line in seat[3:7]] == [
        ["a", "+3.67"],  # 4, 6, 1 at the first table
        ["c", "+2.33"],  # 3, 1, 3 at the third
        ["b", "-1.00"],
        ["d", "-3.67"],
    ]


def test_partners_that_change_evenly_are_nothing_to_remark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = [*TURNS, ("a", "c", "d", "b"), ("c", "d", "b", "a"), ("a", "d", "b", "c"), ("d", "b", "c", "a")]
    out = scored(tmp_path, capsys, tables, [won * 2 for won in WON])
    assert "partners" not in out and "  over  b " in out


def test_partners_that_change_unevenly_are_remarked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = [*TURNS, ("a", "b", "c", "e")]
    out = scored(tmp_path, capsys, tables, [(*won, 1) for won in WON])
    assert "partners were not even" in out and "use --seating individual" in out and "  over  b " in out


def test_a_bot_that_plays_a_whole_side_has_no_partner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = [AB, BA, ("a", "c", "a", "c"), ("c", "a", "c", "a")]
    assert "partners" not in scored(tmp_path, capsys, tables, WON)


@pytest.mark.parametrize(
    ("width", "left"),
    [
        (None, "bot points a deal 95 % interval deals won games won faults mean ms 99 % ms most ms"),
        (200, "bot points a deal 95 % interval deals won games won faults mean ms 99 % ms most ms"),
        (80, "bot points a deal 95 % interval deals won faults mean ms"),
        (55, "bot points a deal 95 % interval faults"),
        (1, "bot points a deal 95 % interval faults"),
    ],
)
def test_a_narrow_terminal_gets_the_columns_that_matter_most(
    width: int | None,
    left: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if width is not None:
        monkeypatch.setenv("COLUMNS", str(width))
    lines = scored(tmp_path, capsys, (AB, BA), [(9, 9), (7, -9), (-9, -2)] * 40).splitlines()
    head = next(number for number, line in enumerate(lines) if line.split()[:1] == ["bot"])
    assert " ".join(lines[head].split()) == left
    assert width in (None, 1) or all(len(line) <= width for line in lines)
