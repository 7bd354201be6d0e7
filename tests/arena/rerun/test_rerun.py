"""Logged games asked again: the same messages, and every answer judged against the one of then."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.arena.rerun.comparison import Report
from referee.arena.rerun.logged_blocks import Circumstances, rows
from referee.arena.rerun.rerun import NothingThere, Wish, rerun
from referee.host.faults import Policy
from referee.host.game.block import Block
from referee.host.game.seat import Host
from referee.host.processes.stop import Stop
from referee.host.timing.clock import Times
from referee.records.format.reader import RecordError
from referee.records.format.record import Record, encode
from tests.host.clocks import Unhurried
from tests.host.programs import GOODS, QUICK, block, bot, listener, played, python

GOOD = GOODS[0]
LAST = python("while True:\n    m = read()\n    if m['type'] == 'act': m['legal'].reverse()\n    answer(m)")


@pytest.fixture
def host() -> Iterator[Host]:
    stop = Stop()
    yield Host(stop=stop, trace=Unhurried())
    stop.close()


def written(of: Block, folder: Path) -> tuple[list[Record], str]:
    """The records of a block, in a file."""
    records = played(of)
    file = folder / "games.jsonl"
    file.write_bytes(b"".join(map(encode, records)))
    return records, str(file)


def asked(program: tuple[str, ...], host: Host, **wish: object) -> Report:
    return rerun(Wish(**wish), bot(program), host)


def lines(folder: Path, seat: int) -> list[dict[str, object]]:
    """What a listener was told, without ids and what its own speed has made of the times."""
    found = [json.loads(line) for line in (folder / str(seat)).read_bytes().splitlines()]
    return [{key: value for key, value in each.items() if key != "id"} for each in found]


@pytest.mark.parametrize(
    ("variant", "rules", "seats"),
    [
        ("tressette", {"hands": 3}, 4),
        ("tressette", {"target": 21, "hands": None, "talk": "full", "accuse": "ask", "lay_down": "exact"}, 4),
        ("col-morto", {}, 3),
        ("terziglio", {"hands": 3}, 3),
        ("pizzichino", {}, 2),
    ],
)
def test_a_bot_gets_the_messages_of_then_but_for_the_ids(
    variant: str, rules: dict[str, object], seats: int, tmp_path: Path, host: Host
) -> None:
    (tmp_path / "then").mkdir()
    (tmp_path / "now").mkdir()
    programs = [GOOD] * seats
    programs[1] = listener(tmp_path / "then", 1, "len(m.get('hand', ())) % 4 == 3 and take(11); answer(m)")
    times = Times(move_ms=2000, bank_ms=30_000, delay_ms=5, quit_ms=60_000)
    records, file = written(block(*programs, deals=2, variant=variant, rules=rules, times=times), tmp_path)
    report = asked(listener(tmp_path / "now", 1), host, file=file, seat=1)
    assert lines(tmp_path / "now", 1) == lines(tmp_path / "then", 1)
    assert report.same
    assert report.counts == {"same": report.decisions}
    assert [game.game for game in report.games] == [record.game for record in records]
    assert report.decisions == sum(
        action.seat == 1 or (variant == "col-morto" and action.seat == 3 and hand.dealer == 1)
        for record in records
        for hand in record.hands
        for action in hand.actions
    )


def test_the_first_decision_that_differs_is_named(tmp_path: Path, host: Host) -> None:
    (record,), file = written(block(GOOD, GOOD, GOOD, GOOD), tmp_path)
    report = asked(LAST, host, file=file, seat=2)
    assert not report.same
    (game,) = report.games
    first = game.first()
    assert first is not None
    actions = record.hands[0].actions
    mine = [(number, action) for number, action in enumerate(actions) if action.seat == 2]
    differ = next(
        each for each, (_, action) in zip(game.compared, mine, strict=True) if each.legal[-1] != action.action
    )
    assert first == differ
    assert (first.verdict, first.then, first.now) == ("different", first.legal[0], first.legal[-1])
    assert actions[first.action].action == first.then
    assert [each.then for each in game.compared] == [action.action for _, action in mine]


@pytest.mark.parametrize(
    ("code", "verdict", "why"),
    [
        ("put({'id': m['id'], 'action': 'xx'}); continue", "illegal", "is no answer here"),
        ("put({'id': m['id'], 'action': m['legal'][0], 'say': 'busso'}); continue", "illegal", "saying busso"),
        ("write(b'{\\n')", "failed", "not JSON"),
        ("sys.exit(3)", "failed", "exit status 3"),
        ("take(400)", "slow", "of 150 ms"),
    ],
)
def test_what_a_table_would_object_to_is_told(
    code: str, verdict: str, why: str, tmp_path: Path, host: Host, patient_for_the_status: None
) -> None:
    _, file = written(block(*GOODS, times=QUICK), tmp_path)
    wrong = python(f"while True:\n    m = read()\n    if len(m.get('hand', ())) == 7: {code}\n    answer(m)")
    (game,) = asked(wrong, host, file=file, seat=0).games
    assert [each.verdict for each in game.compared[:3]] == ["same"] * 3
    assert game.compared[3].verdict == verdict
    assert why in (game.compared[3].why or "")
    assert game.broke_off is (code == "sys.exit(3)")
    assert len(game.compared) == (4 if game.broke_off else 10)


FAULTY = "while True:\n    m = read()\n    if len(m.get('hand', ())) == 7: {}\n    answer(m)"


@pytest.mark.parametrize("code", ["m['legal'][0] = 'xx'", "write(b'[]\\n')", "sys.exit(3)", "take(700)"])
@pytest.mark.parametrize("choice", ["forfeit", "substitute"])
def test_a_fault_is_asked_again_and_the_same_fault_is_the_same(
    code: str, choice: str, tmp_path: Path, host: Host
) -> None:
    policy = Policy(**dict.fromkeys(("illegal", "malformed", "crash", "timeout"), choice))
    faulty = python(FAULTY.format(code))
    times = Times(move_ms=500, quit_ms=60_000)
    (record,), file = written(block(GOOD, GOOD, faulty, GOOD, policy=policy, times=times), tmp_path)
    (fault,) = record.faults
    (again,) = asked(faulty, host, file=file, seat=2).games
    assert again.same
    assert again.compared[3].then == fault.fault
    mended = asked(GOOD, host, file=file, seat=2, stop_at=fault.action)
    assert not mended.same
    last = mended.games[0].compared[-1]
    assert (last.action, last.then, last.now, last.verdict) == (fault.action, fault.fault, last.legal[0], "different")


def test_the_command_in_the_evidence_asks_for_that_decision(tmp_path: Path) -> None:
    faulty = python(FAULTY.format("m['legal'][0] = 'xx'"))
    (record,) = played(block(GOOD, GOOD, faulty, GOOD, file=str(tmp_path / "games.jsonl")))
    again = str(record.faults[0].evidence["again"])
    assert again.endswith(f"--game 0/0 --seat 2 --stop-at {record.faults[0].action}")
    assert again.startswith(f"referee rerun {tmp_path / 'games.jsonl'} ")


def test_a_player_is_found_wherever_he_sat(tmp_path: Path, host: Host) -> None:
    records, _ = written(block(GOOD, LAST, GOOD, LAST, deals=2), tmp_path)
    turned, _ = written(block(LAST, GOOD, LAST, GOOD, deals=2, table=1), tmp_path)
    turned = [replace(record, players=(*record.players[1:], record.players[0])) for record in turned]
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"".join(map(encode, [*records, *turned])))
    report = asked(LAST, host, file=str(file), player="b1")
    assert [(game.game, game.seat) for game in report.games] == [("0/0", 1), ("1/0", 1), ("0/1", 0), ("1/1", 0)]
    assert report.same


def test_a_bot_that_is_not_ready_says_why(tmp_path: Path, host: Host) -> None:
    _, file = written(block(*GOODS), tmp_path)
    (game,) = asked(python("write(b'hello\\n')"), host, file=file, seat=0).games
    assert not game.same
    assert (game.unready or "").startswith("start: no good answer to hello")
    assert game.compared == ()


def test_what_is_not_there_is_told(tmp_path: Path, host: Host) -> None:
    (record,), file = written(block(*GOODS), tmp_path)
    with pytest.raises(NothingThere, match="no game that was played in which 'anna' sits"):
        asked(GOOD, host, file=file, player="anna")
    with pytest.raises(NothingThere, match="no seat 5 in game 0/0"):
        asked(GOOD, host, file=file, seat=5, game="0/0")
    with pytest.raises(RecordError, match="there is no game '7/7'"):
        asked(GOOD, host, file=file, seat=0, game="7/7")
    record.hands[0].actions[3:4] = []
    Path(file).write_bytes(encode(record))
    with pytest.raises(RecordError, match="game 0/0: "):
        asked(GOOD, host, file=file, seat=0)


def test_rows_are_the_games_of_one_process(tmp_path: Path) -> None:
    (record,) = played(block(*GOODS))

    def row_lengths(places: list[tuple[int, int]], around: Circumstances) -> list[int]:
        return [len(row) for row in rows((replace(record, deal=deal, table=table) for deal, table in places), around)]

    assert row_lengths([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)], Circumstances()) == [3, 3]
    assert row_lengths([(deal, 0) for deal in range(7)], Circumstances(block=3)) == [3, 3, 1]
    assert row_lengths([(4, 0), (6, 0), (7, 0)], Circumstances(block=5)) == [1, 2]
    assert row_lengths([(0, 0), (1, 0)], Circumstances(restart="game")) == [1, 1]
