"""What concerns the games of a run together."""

from pathlib import Path

import pytest

from referee.records.format.digest import digest_of_run
from referee.records.format.from_game import unplayed
from referee.records.format.record import Record, encode
from referee.records.verify.run_checks import BadSummary, Promises, Whole, promises_of
from referee.records.verify.verify import Verified, verify_lines
from referee.rules.deals import commitment, game_seed
from referee.rules.games import build
from tests.records.samples import circumstances, fault, sample


def verified(*records: Record) -> list[Verified]:
    checked = verify_lines("run", [(number, encode(record)) for number, record in enumerate(records, 1)])
    assert not checked.differences
    return checked.verified


def found(whole: Whole, *records: Record) -> list[str]:
    return [str(each) for game in verified(*records) for each in whole.add(game)] + [*map(str, whole.finish())]


def test_the_digest_of_the_run_leaves_voided_tries_out() -> None:
    games = [sample(game_id="0/0"), sample(game_id="0/0", faults=[fault(3, 3, "timeout", "void")], stop=3)]
    whole = Whole("run")
    assert found(whole, games[1], games[0]) == []
    assert whole.digest() == digest_of_run([str(games[0].digest)])
    assert found(Whole("run", Promises(digest=whole.digest())), games[0]) == []
    assert "digest of the run" in found(Whole("run", Promises(state="finished", digest="0" * 64)), games[0])[0]
    assert found(Whole("run", Promises(state="stopped", digest="0" * 64)), games[0]) == []


def test_a_run_with_a_game_without_digest_has_none() -> None:
    game = sample()
    game.digest = None
    whole = Whole("run")
    assert found(whole, sample(game_id="1/0"), game) == []
    assert whole.digest() is None


def test_no_game_stands_twice() -> None:
    other = sample(rules={"cappotto": "17"}, game_id="0/1")
    assert found(Whole("run"), sample(), other) == []
    assert found(Whole("run"), sample(), other, sample()) == [
        "run, line 3, game 0/0: the game stands in the file twice"
    ]


def test_what_disqualified_a_bot_must_have_happened_before() -> None:
    faulty = sample(game_id="0/0", faults=[fault(2, 2, "crash", "forfeit")], stop=2)
    lost = unplayed(build("tressette", {}), 2, ["0/0"], circumstances("1/0"))
    assert found(Whole("run"), faulty, lost) == []
    what = "no bot of this game was at fault in 0/0 before"
    assert what in found(Whole("run"), sample(game_id="0/0"), lost)[0]
    assert what in found(Whole("run"), lost, faulty)[0]


def test_the_deals_are_those_that_were_committed() -> None:
    seed = game_seed("spring-cup", 0)
    promises = Promises(seed="spring-cup", nonce="0" * 32, commitment=commitment("spring-cup", "0" * 32))
    assert found(Whole("run", promises), sample(seed=seed)) == []
    assert "seed: expected" in found(Whole("run", promises), sample())[0]
    changed = Promises(seed="spring-cup", nonce="1" * 32, commitment=promises.commitment)
    assert "commitment: expected" in found(Whole("run", changed), sample(seed=seed))[0]
    assert found(Whole("run", Promises(state="stopped", commitment=promises.commitment)), sample(seed=seed)) == []


def test_a_summary_is_read_if_there_is_one(tmp_path: Path) -> None:
    assert promises_of(tmp_path) is None
    (tmp_path / "summary.json").write_text('{"digest": "ab", "standings": [1, 2], "seed": null}')
    assert promises_of(tmp_path) == Promises(digest="ab")
    for damage in (b"", b"[]", b'{"digest": 1}', b"\xff"):
        (tmp_path / "summary.json").write_bytes(damage)
        with pytest.raises(BadSummary, match=r"summary\.json is no summary of a run"):
            promises_of(tmp_path)
