"""Parcels: named by what they contain, the same games here and far away, refused where something is missing."""

from pathlib import Path

import msgspec
import pytest

from referee.arena.tournament.bot_files import files_of
from referee.arena.tournament.match import Match
from referee.arena.tournament.rounds import Rounds
from referee.arena.workers.batch import Far, Parcel, play_parcel
from referee.arena.workers.block_job import MachineFailed, Unit
from referee.arena.workers.pace import Pace
from referee.host.sandbox.level import NONE
from referee.records.format.journal import entries
from referee.records.format.record import decode
from tests.arena.conftest import Contest


def units(match: Match, folder: Path) -> tuple[Unit, ...]:
    return tuple(
        Unit(
            number=sitting.number,
            start=sitting.start,
            block=match.block_of(sitting, "none", "games.jsonl"),
            journal=str(folder / f"{sitting.number}.jsonl"),
            logs=str(folder / "logs"),
            sandbox=NONE,
        )
        for sitting in Rounds(match).schedules[0]
    )


def far(match: Match, started: tuple[bytes, ...], **changes: object) -> Far:
    files = {file: digest for bot in match.bots for file, digest in files_of(bot).items()}
    programs = tuple({bot.command[0] for bot in match.bots})
    return msgspec.structs.replace(Far(started, files, programs), **changes)


def digests(journal: Path) -> list[str | None]:
    return [decode(place.read()).digest for _, place in entries(journal)]


def test_games_played_far_away_are_the_same(contest: Contest, tmp_path: Path) -> None:
    work = units(contest.match("memory", "stderr", deals=4, block=2), tmp_path)
    here = play_parcel(Parcel(work))
    assert here.over == (True,) * 4 and here.journals is None
    whole = [Path(unit.journal).read_bytes() for unit in work]
    kept = [digests(Path(unit.journal)) for unit in work]
    match = contest.match("memory", "stderr", deals=4, block=2)
    begun = (whole[0].splitlines(keepends=True)[0], b"", whole[2], b"")
    there = play_parcel(Parcel(work, far(match, begun)))
    assert there.over == (True,) * 4 and there.journals is not None
    assert there.journals[2] == whole[2] and there.journals[0].startswith(begun[0])
    for number, journal in enumerate(there.journals):
        (tmp_path / "back").write_bytes(journal)
        assert digests(tmp_path / "back") == kept[number]
    assert b"thinking" in there.logs["b1.log"]


def test_a_name_is_the_content(contest: Contest, tmp_path: Path) -> None:
    match = contest.match("first", "hash", deals=4, block=2)
    work = units(match, tmp_path)
    parcel = Parcel(work[:2], far(match, (b"", b"")))
    assert parcel.name == Parcel(units(match, tmp_path)[:2], far(match, (b"", b""))).name
    others = (
        Parcel(work[1:3], parcel.far),
        Parcel(work[:2]),
        Parcel(work[:2], far(match, (b"", b"x"))),
        Parcel(units(msgspec.structs.replace(match, seed="another"), tmp_path)[:2], parcel.far),
    )
    assert len({parcel.name, *(other.name for other in others)}) == 5


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"referee": "0.0"}, "has tressette-referee .*, and the run is of 0.0"),
        ({"programs": ("/no/such/program",)}, "has no program /no/such/program"),
        ({"files": {"/no/such/bot.py": "0" * 64}}, r"has another /no/such/bot\.py .*unreadable: No such file"),
    ],
)
def test_what_is_missing_is_named(contest: Contest, tmp_path: Path, changes: dict[str, object], message: str) -> None:
    match = contest.match("first", "hash", deals=1)
    with pytest.raises(MachineFailed, match=message):
        play_parcel(Parcel(units(match, tmp_path), far(match, (b"",) * 2, **changes)))


def test_the_pace_finds_parcels_of_the_wanted_length() -> None:
    pace = Pace(2.0)
    sizes = []
    for _ in range(6):
        pace.note(0.05 * pace.blocks, pace.blocks)
        sizes.append(pace.blocks)
    assert sizes == [4, 16, 40, 40, 40, 40] or sizes == [4, 16, 39, 39, 39, 39]
    pace.note(30 * pace.blocks, pace.blocks)
    assert pace.blocks == 1
    pace.note(0, 0)
    assert pace.blocks == 1
    single = Pace(0)
    single.note(0.001, 1)
    assert single.blocks == 1
