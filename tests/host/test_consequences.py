"""What follows from a fault, for the game, for the process and for the games after it (P8, P9)."""

from pathlib import Path

import msgspec
import pytest

from protocol.messages import Act, End, Game, Hello, Quit
from referee.host.faults import Policy
from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.bot import Bot
from referee.host.processes.launch import Launch, plain
from referee.host.processes.stop import Stop
from tests.host.clocks import Unhurried
from tests.host.programs import DYING, GOODS, QUICK, SILENT, Late, Quiet, block, listener, played, python, told

TERSE = msgspec.structs.replace(QUICK, start_ms=150, game_ms=150)
"""For bots that do not even start."""

TELLING = msgspec.structs.replace(QUICK, quit_ms=60_000)
"""For bots that say nothing, but hear that they are to end."""


def confining(own: Bot, scratch: str, env: dict[str, str]) -> Launch:
    """A sandbox that has ended whoever has ended."""
    return Launch(env=env, cwd=scratch, resource=lambda: "memory")


def test_a_faulty_game_is_forfeited_and_the_next_is_played_by_a_new_process(tmp_path: Path) -> None:
    records = played(block(*GOODS[:2], listener(tmp_path, 2, DYING), GOODS[3], deals=2))
    assert [len(record.faults) for record in records] == [1, 1]
    assert sum(isinstance(line, Hello) for line in told(tmp_path, 2)) == 2


def test_the_fault_is_told_to_all_and_its_reason_to_its_author(tmp_path: Path) -> None:
    illegal = "m['type'] == 'act' and len(m['hand']) == 7 and m['legal'].insert(0, 'Zz'); answer(m)"
    of = block(*[listener(tmp_path, seat, illegal if seat == 2 else "answer(m)") for seat in range(4)])
    (_record,) = played(of)
    for seat in range(4):
        *_, end, last = told(tmp_path, seat)
        assert isinstance(end, End)
        assert isinstance(last, Quit)
        assert end.result.fault is not None
        assert (end.result.fault.seat, end.result.fault.fault) == (2, "illegal")
        assert (end.result.fault.reason is not None) == (seat == 2)
        assert end.result.reason == "forfeit"
        assert [type(event).__name__ for event in end.events][-2:] == ["Fault", "GameEnd"]


def test_a_bot_that_died_while_its_other_half_was_at_fault_is_started_again_at_no_charge(tmp_path: Path) -> None:
    """Seats 0 and 2 are one bot: 2 dies after its first card, and before that is found out 0 is silent."""
    silent = listener(
        tmp_path,
        0,
        """
    seen = globals().get("seen", 0) + sum(e["type"] == "play" and e["seat"] == 2 for e in m.get("events", []))
    m["type"] == "act" and seen >= 1 and (late() or True) or answer(m)
""",
    )
    dying = listener(tmp_path, 2, "answer(m); m['type'] == 'act' and os._exit(0)")
    of = block(silent, GOODS[1], dying, GOODS[3], deals=2, times=TELLING)
    bots = tuple(
        msgspec.structs.replace(each, id="twin") if seat % 2 == 0 else each for seat, each in enumerate(of.bots)
    )
    first, second = played(msgspec.structs.replace(of, bots=bots))
    assert [(fault.seat, fault.fault) for fault in first.faults] == [(0, "timeout")]
    assert {fault.seat for fault in second.faults} <= {0, 2}
    assert [sum(isinstance(line, Hello) for line in told(tmp_path, seat)) for seat in (0, 2)] == [2, 2]


def test_after_a_crash_the_game_is_told_again_from_its_beginning(tmp_path: Path) -> None:
    dying = "m['type'] == 'act' and len(m['hand']) == 7 and m['from'] and os._exit(1); answer(m)"
    (record,) = played(block(*GOODS[:2], listener(tmp_path, 2, dying), GOODS[3], policy=Policy(crash="substitute")))
    lines = told(tmp_path, 2)
    again = max(number for number, line in enumerate(lines) if isinstance(line, Hello))
    before = [event for line in lines[:again] if isinstance(line, Act) for event in line.events]
    assert isinstance(lines[again + 1], Game)
    assert (lines[again + 1].game, lines[again + 1].seed) == (0, record.players[2].seed)
    first = lines[again + 2]
    assert isinstance(first, Act)
    assert first.from_ == 0
    assert list(first.events[: len(before)]) == before
    assert len(first.events) > len(before)
    assert [fault.consequence for fault in record.faults] == ["substitute"]
    assert len(record.hands[0].actions) == 40


@pytest.mark.parametrize("by_sandbox", [False, True])
@pytest.mark.parametrize(
    ("again", "kind"),
    [("sys.exit(1)", "start"), ("answer(read()); read(); write(b'?\\n'); read()", "malformed")],
)
def test_who_cannot_be_brought_back_forfeits(tmp_path: Path, again: str, kind: str, by_sandbox: bool) -> None:
    """The first process dies in the middle of the game, or is ended; the second one does not get ready for it."""
    mark = tmp_path / "mark"
    twice = python(f"""
if os.path.exists({str(mark)!r}):
    {again}
open({str(mark)!r}, "w").close()
while True:
    m = read(); {DYING}
""")
    policy = Policy(crash="substitute", resource="substitute", malformed="substitute")
    (record,) = played(block(*GOODS[:2], twice, GOODS[3], policy=policy), launcher=confining if by_sandbox else plain)
    assert [(fault.seat, fault.fault, fault.consequence) for fault in record.faults] == [
        (2, "resource" if by_sandbox else "crash", "substitute"),
        (2, kind, "forfeit"),
    ]
    assert sum(action.seat == 2 for action in record.hands[0].actions) == 4


def test_substitutes_run_out() -> None:
    silent = python("while True:\n m = read(); late() if m['type'] == 'act' else answer(m)")
    policy = Policy(timeout="substitute", max_substitutes=2)
    (record,) = played(block(*GOODS[:3], silent, policy=policy, times=TELLING))
    assert [fault.consequence for fault in record.faults] == ["substitute", "substitute", "forfeit"]
    played_for = [action.remarks for action in record.hands[0].actions if action.seat == 3]
    assert [remarks and remarks.by for remarks in played_for] == ["referee", "referee"]


def test_a_replaced_bot_is_asked_nothing_more(tmp_path: Path) -> None:
    silent = listener(tmp_path, 3, "late() if m['type'] == 'act' else answer(m)")
    (record,) = played(block(*GOODS[:3], silent, policy=Policy(timeout="replace"), times=TELLING))
    assert [type(line) for line in told(tmp_path, 3)] == [Hello, Game, Act, End, Quit]
    assert record.result is not None
    assert record.result.reason == "hands"


@pytest.mark.parametrize(
    "body", ["sys.exit(1)", "read(); sys.exit(1)", "read(); write(b'?\\n')", "read(); write(b'{}\\n')"]
)
def test_who_does_not_start_forfeits_and_holds_nobody_up(body: str) -> None:
    records = played(block(GOODS[0], python(body), *GOODS[2:], deals=5, policy=Policy(max_faults=2)))
    assert len(records) == 2  # what remains is the arena's: forfeited unplayed
    for record in records:
        (fault,) = record.faults
        assert (fault.seat, fault.fault, fault.clause, fault.consequence) == (1, "start", "P3", "forfeit")
        assert record.hands[0].actions == []


def test_who_says_nothing_at_the_start_is_waited_for_as_long_as_it_has() -> None:
    (record,) = played(block(*GOODS[:3], python("hang()"), times=TERSE))
    assert (record.faults[0].seat, record.faults[0].fault) == (3, "start")
    assert record.faults[0].evidence["used_ms"] == TERSE.start_ms + 1


def test_a_program_that_is_gone_is_a_fault_at_the_start() -> None:
    (record,) = played(block(*GOODS[:3], ("/nonexistent/bot",)))
    assert (record.faults[0].seat, record.faults[0].fault) == (3, "start")
    assert "No such file" in str(record.faults[0].evidence["reason"])


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("answer(m) if m['type'] == 'hello' else hang()", "timeout"),
        ("answer(m) if m['type'] == 'hello' else sys.exit(1)", "crash"),
        ("answer(m) if m['type'] == 'hello' else write(b'?\\n')", "malformed"),
    ],
)
def test_who_is_not_ready_for_a_game_forfeits_it_whatever_the_table_says(body: str, kind: str) -> None:
    policy = Policy("substitute", "replace", "substitute", "substitute", "substitute", "substitute")
    (record,) = played(block(*GOODS[:3], python(f"while True:\n m = read(); {body}"), times=TERSE, policy=policy))
    (fault,) = record.faults
    assert (fault.seat, fault.fault, fault.consequence, fault.action) == (3, kind, "forfeit", 0)
    assert fault.evidence["asked"] == "game"


def test_what_the_sandbox_ended_is_a_fault_of_its_own(patient_for_the_status: None) -> None:
    dying = python("while True:\n m = read(); m['type'] == 'act' and os.kill(os.getpid(), signal.SIGKILL); answer(m)")
    (record,) = played(block(GOODS[0], dying, *GOODS[2:]), launcher=confining)
    assert (record.faults[0].fault, record.faults[0].clause) == ("resource", "P10")
    assert "memory" in str(record.faults[0].evidence["reason"])
    assert record.faults[0].evidence["ended"] == "signal SIGKILL"


@pytest.mark.parametrize(("suspect", "counted"), [("void", [False, False, True]), ("keep", [True]), ("report", [True])])
def test_a_loss_on_time_while_the_machine_was_late(suspect: str, counted: list[bool]) -> None:
    slow = python(f"while True:\n m = read(); {SILENT}")
    stop = Stop()
    of = block(*GOODS[:3], slow, policy=Policy(suspect=suspect), times=QUICK)
    records = list(play_block(of, (), Host(stop=stop, noise=Late(), trace=Unhurried())))
    stop.close()
    assert [record.counted for record in records] == counted
    assert [record.faults[-1].consequence for record in records] == ["void"] * (len(counted) - 1) + ["forfeit"]
    assert {record.faults[-1].evidence["suspect"] for record in records} == {True}


def test_a_loss_on_time_on_a_quiet_machine_is_the_bots_own() -> None:
    slow = python(f"while True:\n m = read(); {SILENT}")
    stop = Stop()
    of = block(*GOODS[:3], slow, policy=Policy(suspect="void"), times=QUICK)
    (record,) = play_block(of, (), Host(stop=stop, noise=Quiet(), trace=Unhurried()))
    stop.close()
    assert (record.faults[0].consequence, record.faults[0].evidence["suspect"]) == ("forfeit", False)
