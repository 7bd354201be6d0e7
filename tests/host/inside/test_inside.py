"""Bots in the referee's own process: the same records as with processes, in every game and whatever goes wrong."""

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from referee.host.faults import Choice, Policy
from referee.host.game.block import Block, Deal
from referee.host.game.seat import Host
from referee.host.in_process.loading import CannotLoad, load, source
from referee.host.play_block import play_block
from referee.host.processes.bot import Bot, Code
from referee.host.processes.stderr_buffer import ErrorLog
from referee.host.processes.stop import Stop, Stopped
from referee.records.format.record import Record
from referee.records.verify.verify import verify
from referee.rules import games
from referee.rules.deals import game_seed
from referee.rules.engine import Variant
from tests.golden.games import OPTIONS
from tests.host.inside import callers
from tests.host.inside.lines import played_by_lines
from tests.host.programs import played
from tests.rules.steer import tables

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
CONTRACTS = ("terziglio", "quadrigliati", "mediatore", "quintiglio", "a-chiamare")


def inside(name: str, seat: int) -> Bot:
    return Bot(f"b{seat}", name, (f"py:callers:{name}",), code=Code("callers", name, str(FOLDER)))


def outside(name: str, seat: int) -> Bot:
    """The same bot in a process."""
    command = (sys.executable, str(FOLDER / "callers.py"), name)
    return Bot(f"b{seat}", name, command, env={"PYTHONPATH": str(ROOT)})


def block(bots: Sequence[Bot], deals: int = 1, **settings: object) -> Block:
    cards = tuple(Deal(number, game_seed("inside", number)) for number in range(deals))
    return msgspec.structs.replace(Block(bots=tuple(bots), deals=cards), **settings)


def both(names: Sequence[str], deals: int = 1, **settings: object) -> tuple[list[Record], list[Record]]:
    """The records of a block with its bots inside, and with processes."""
    one, other = (
        played(block([make(name, seat) for seat, name in enumerate(names)], deals, **settings))
        for make in (inside, outside)
    )
    return one, other


def digests(records: Sequence[Record]) -> list[str | None]:
    return [record.digest for record in records]


def every_table() -> list[tuple[str, Variant]]:
    """Every game with every number of players and every preset, and options that bring events of their own."""
    options = [(label, games.build(name, rules, seats)) for label, (name, seats, rules) in OPTIONS.items()]
    return [*tables(), *options]


@pytest.mark.parametrize("name", games.names())
def test_records_are_those_of_bots_with_processes(name: str) -> None:
    seats = games.spec(name).seats[-1]
    one, other = both(["Witness"] * seats, variant=name)
    assert digests(one) == digests(other)
    assert notes(one) == notes(other)


@pytest.mark.parametrize(("label", "variant"), every_table(), ids=lambda value: value if isinstance(value, str) else "")
def test_bots_see_what_the_lines_say(label: str, variant: Variant) -> None:
    deals = 12 if variant.name in CONTRACTS else 3  # where chance bids, so that the contracts are played too
    bots = [inside("Witness", seat) for seat in range(variant.seats)]
    of = block(bots, deals, variant=variant.name, rules=variant.rules)
    one, other = played(of), played_by_lines(of, callers.Witness)
    assert digests(one) == digests(other)
    assert notes(one) == notes(other)


def notes(records: Sequence[Record]) -> list[object]:
    actions = [action for record in records for hand in record.hands for action in hand.actions]
    return [action.remarks.note if action.remarks else None for action in actions]


def test_a_view_that_is_kept_still_shows_its_moment() -> None:
    (record,) = played(block([inside("Keeper", seat) for seat in range(4)]))
    kept = [note for note in notes([record]) if isinstance(note, list)]
    assert [len(note) for note in kept[-4:]] == [9] * 4
    assert all(all(note) for note in kept)


@pytest.mark.parametrize("name", ["Crashing", "Leaving", "Illegal", "Babbling", "Silent", "Unready"])
@pytest.mark.parametrize("choice", ["forfeit", "substitute", "replace"])
def test_faults_are_those_of_bots_with_processes(name: str, choice: Choice) -> None:
    policy = Policy(crash=choice, malformed=choice, illegal=choice)
    one, other = both([name] * 4, 4, policy=policy)
    assert digests(one) == digests(other)
    assert sum(len(record.faults) for record in one) == 1 if name == "Unready" else 2
    for faulty in one, other:
        for record in faulty:
            verify(record)


@pytest.mark.parametrize("choice", ["substitute", "replace"])
def test_after_a_fault_everybody_is_told_what_processes_are_told(choice: Choice) -> None:
    one, other = both(["Stumbling"] * 4, policy=Policy(crash=choice))
    assert one[0].faults[0].consequence == choice
    assert notes(one) == notes(other)


def test_some_inside_and_some_with_processes_at_one_table() -> None:
    policy = Policy(crash="substitute")
    mixed = [inside("Crashing", 0), inside("Crashing", 1), outside("Chance", 2), outside("Crashing", 3)]
    apart = [outside("Crashing", 0), outside("Crashing", 1), outside("Chance", 2), outside("Crashing", 3)]
    one, other = (played(block(bots, 3, policy=policy)) for bots in (mixed, apart))
    assert digests(one) == digests(other)
    assert [record.sandbox for record in one] == ["none, but seats 0 1 in the referee's process, without a clock"] * 3
    rest = played(block(mixed, 3, policy=policy), tuple(one[:1]))
    assert digests(rest) == digests(one[1:])


def test_a_record_says_that_there_was_no_sandbox_and_no_clock() -> None:
    (record,) = played(block([inside("first", seat) for seat in range(4)], sandbox="bwrap"))
    assert record.sandbox == "none: all in the referee's process, without a clock"
    assert {action.ms for hand in record.hands for action in hand.actions} == {0}


def test_a_block_goes_on_where_it_stopped() -> None:
    of = block([inside("Chance", seat) for seat in range(4)], 4)
    whole = played(of)
    assert digests(played(of, tuple(whole[:2]))) == digests(whole[2:])


def test_the_traceback_is_the_evidence_and_in_the_log() -> None:
    of = block([inside("Crashing", seat) for seat in range(4)])
    records, logs = logged(of)
    (fault,) = records[0].faults
    assert (fault.fault, fault.seat, fault.clause) == ("crash", 1, "P7")
    assert fault.evidence["reason"] == "it raised ValueError: seven cards"
    trace = str(fault.evidence["stderr"])
    assert trace.startswith("Traceback") and "callers.py" in trace and "referee/host" not in trace
    (piece,) = logs[1].pieces()
    assert piece.text.decode() == trace
    assert (piece.game, piece.action) == ("0/0", sum(len(hand.actions) for hand in records[0].hands))
    assert not logs[0].pieces()


def test_what_bots_print_goes_to_their_logs(capfd: pytest.CaptureFixture[str]) -> None:
    of = block([inside("Printing", 0), *[inside("Chance", seat) for seat in (1, 2, 3)]], 2)
    before = sys.stdout, sys.stderr
    records, logs = logged(of)
    assert (sys.stdout, sys.stderr) == before
    assert capfd.readouterr() == ("", "")
    pieces = logs[0].pieces()
    assert len(pieces) == 20 and pieces[0].text == b"to one 10\nto two\n"
    turn = next(number for number, action in enumerate(records[1].hands[0].actions) if action.seat == 0)
    assert (pieces[10].game, pieces[10].action) == ("1/0", turn)


def logged(of: Block) -> tuple[list[Record], dict[int, ErrorLog]]:
    logs: dict[int, ErrorLog] = {}
    host = Host(log=lambda seat, own, errors: logs.update({seat: errors}))
    try:
        return list(play_block(of, (), host)), logs
    finally:
        host.stop.close()


def test_the_wish_to_stop_is_seen_between_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, asked = Stop(), []

    def stopping(view: callers.kit.View) -> str:
        asked.append(view.seat)
        assert stop.deaf
        if len(asked) == 6:
            stop.set()
        return view.legal[0]

    load(Code("callers", "first", str(FOLDER)))
    monkeypatch.setattr(sys.modules["callers"], "stopping", stopping, raising=False)
    with pytest.raises(Stopped):
        list(play_block(block([inside("stopping", seat) for seat in range(4)]), (), Host(stop=stop)))
    assert len(asked) == 6 and not stop.deaf
    stop.close()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (Code("callers", "Nobody", str(FOLDER)), "callers.py.* has no Nobody"),
        (Code("callers", "__name__", str(FOLDER)), "neither a function nor a class"),
        (Code("callers", "Random", str(FOLDER)), "neither a function nor a class with a method choose"),
        (Code("no_such_module", "Bot", str(FOLDER)), "ModuleNotFoundError: No module named"),
    ],
)
def test_code_that_cannot_be_had(code: Code, message: str) -> None:
    with pytest.raises(CannotLoad, match=message):
        load(code)
    bots = [msgspec.structs.replace(inside("first", 0), code=code), *[inside("first", seat) for seat in (1, 2, 3)]]
    (record,) = played(block(bots))
    assert [(fault.fault, fault.seat, fault.consequence) for fault in record.faults] == [("start", 0, "forfeit")]


def test_a_module_that_fails_says_how(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text("import sys\nsys.exit('no licence')\n")
    with pytest.raises(CannotLoad, match="SystemExit: no licence"):
        load(Code("failing", "Bot", str(tmp_path)))


def test_the_source_is_found_without_running_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "bot.py").write_text("1 / 0\n")
    assert source(Code("deep.bot", "Bot", str(tmp_path))) == tmp_path / "deep" / "bot.py"
    assert source(Code("deep.other", "Bot", str(tmp_path))) is None
    assert source(Code("bots.chance", "Chance", str(tmp_path))) == ROOT / "bots" / "chance.py"
