"""A grid of programs in C and shell that go wrong: each its own fault in time, and the rest as without it.

All bots here play the first legal card, and so does the referee in place of one that goes wrong: whatever is replaced,
the game is the same as without a fault; and up to a fault that forfeits it too.
"""

import resource
import shutil
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final, Literal

import pytest

from referee.host.faults import Choice, Policy
from referee.host.game.block import Block
from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.bot import Bot
from referee.host.processes.launch import Launcher, plain
from referee.host.processes.stop import Stop
from referee.host.sandbox import choose, give_back, launcher
from referee.host.wire import connection
from referee.records.format.record import FaultRecord, Record
from referee.records.verify.verify import verify
from tests.host.clocks import Unhurried
from tests.host.programs import GOOD, QUICK, block, python
from tests.unbreakable.misbehaving import CONFINED, IN_C, IN_SHELL, Wrong, bot, compiled, in_shell

Moment = Literal["first", "middle", "last"]
SIZES: Final[dict[Moment, int]] = {"first": 10, "middle": 6, "last": 1}
CHOICES: Final[tuple[Choice, ...]] = ("forfeit", "substitute", "replace")


class Hall:
    """Plays games in which one bot goes wrong, confined or not."""

    def __init__(self, program: Path, good: tuple[str, ...], launch: Launcher = plain) -> None:
        self.program, self.good, self._launch = program, good, launch
        self._clean: list[tuple[int, str]] | None = None

    def in_c(self, name: str, size: int) -> tuple[str, ...]:
        """The command of a program in C that goes wrong with so many cards in its hand."""
        return (str(self.program), name, str(size))

    def play(self, wrong: tuple[str, ...], seat: int, choice: Choice) -> Record:
        """The game with this program at a seat."""
        policy = Policy(choice, choice, choice, choice, choice, choice)
        bots = [bot(wrong if each == seat else self.good, each) for each in range(4)]
        of = block(*[self.good] * 4, policy=policy, times=QUICK)
        return self._played(of, bots)

    def clean(self) -> list[tuple[int, str]]:
        """The actions of the game without any fault."""
        if self._clean is None:
            record = self._played(block(*[self.good] * 4), [bot(self.good, seat) for seat in range(4)])
            assert record.faults == []
            self._clean = actions(record)
        return self._clean

    def _played(self, of: Block, bots: list[Bot]) -> Record:
        stop = Stop()
        try:
            (record,) = play_block(
                Block(bots=tuple(bots), deals=of.deals, times=of.times, policy=of.policy),
                (),
                Host(stop=stop, launcher=self._launch, trace=Unhurried()),
            )
        finally:
            stop.close()
        verify(record)
        return record


def actions(record: Record) -> list[tuple[int, str]]:
    """What was played, and by whom."""
    return [(action.seat, action.action) for hand in record.hands for action in hand.actions]


@pytest.fixture(autouse=True)
def patience(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How a program ended is waited for as long as it takes, where it is sure to end."""
    name = request.getfixturevalue("name")
    wrong = {**IN_C, **{each: wrong for each, (_, wrong) in IN_SHELL.items()}}.get(name) or CONFINED[name]
    if wrong.ends:
        monkeypatch.setattr(connection, "_STATUS_MS", 60_000)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    return Hall(compiled(tmp_path_factory.mktemp("hall")), python(GOOD))


@pytest.fixture(scope="module")
def confined() -> Iterator[Hall]:
    """A hall in the sandbox, its programs where every user may read them."""
    folder = Path(tempfile.mkdtemp(prefix="hall-"))
    folder.chmod(0o755)
    sandbox = choose("bwrap")
    try:
        program = compiled(folder)
        yield Hall(program, (str(program), "nothing", "0"), launcher(sandbox))
    finally:
        give_back(sandbox)
        shutil.rmtree(folder)


def check(hall: Hall, record: Record, expected: Wrong, size: int, seat: int, choice: Choice) -> None:
    """The right fault at the right decision with its evidence; everything else as if there had been none."""
    fault = record.faults[0]
    assert fault.fault in expected.kinds
    assert (fault.seat, fault.consequence) == (seat, choice)
    assert {each.seat for each in record.faults} == {seat}
    clean = hall.clean()
    own = [index for index, (player, _) in enumerate(clean) if player == seat]
    assert fault.action == own[10 - size]
    lost = record.faults[-1].consequence == "forfeit"
    if lost:
        assert actions(record) == clean[: record.faults[-1].action]
    else:
        assert actions(record) == clean
    assert record.result is not None
    assert (record.result.reason == "forfeit") is lost
    check_evidence(fault, expected)


def check_evidence(fault: FaultRecord, expected: Wrong) -> None:
    """What P8 asks for, within the deadline."""
    evidence = fault.evidence
    used, limit = evidence["used_ms"], QUICK.move_ms + QUICK.margin_ms
    assert isinstance(used, int)
    assert used == limit + 1 if fault.fault == "timeout" else used <= limit
    assert evidence["allowed_ms"] == QUICK.move_ms
    assert str(evidence["again"]).startswith("referee rerun games.jsonl ")
    if expected.ended is not None:
        assert expected.ended in str(evidence["reason"])
    if expected.received is not None:
        assert evidence["received"] == expected.received


Case = tuple[str, Moment, int, Choice]


def spread(names: Iterator[str]) -> list[Case]:
    """Each program once, the other ways spread over them."""
    moments = tuple(SIZES)
    return [(name, moments[n % 3], n % 4, CHOICES[n // 3 % 3]) for n, name in enumerate(names)]


@pytest.mark.needs("cc")
@pytest.mark.parametrize(("name", "moment", "seat", "choice"), spread(iter(IN_C)))
def test_programs_in_c(hall: Hall, name: str, moment: Moment, seat: int, choice: Choice) -> None:
    size = SIZES[moment]
    check(hall, hall.play(hall.in_c(name, size), seat, choice), IN_C[name], size, seat, choice)


@pytest.mark.needs("cc")
@pytest.mark.parametrize(("name", "moment", "seat", "choice"), spread(iter(IN_SHELL)))
def test_programs_in_shell(hall: Hall, name: str, moment: Moment, seat: int, choice: Choice) -> None:
    size = SIZES[moment]
    check(hall, hall.play(in_shell(name, size), seat, choice), IN_SHELL[name][1], size, seat, choice)


@pytest.mark.needs("cc", "bwrap")
@pytest.mark.parametrize(("name", "moment", "seat", "choice"), spread(iter(CONFINED)))
def test_programs_that_only_a_sandbox_holds(
    confined: Hall, name: str, moment: Moment, seat: int, choice: Choice
) -> None:
    size = SIZES[moment]
    check(confined, confined.play(confined.in_c(name, size), seat, choice), CONFINED[name], size, seat, choice)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.needs("cc")
@pytest.mark.parametrize("name", [*IN_C, *IN_SHELL])
def test_wherever_it_is_and_whatever_follows(hall: Hall, name: str) -> None:
    """And the memory of the referee stays what it was."""
    hall.clean()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for moment, seat, choice in product(SIZES, range(4), CHOICES):
        size = SIZES[moment]
        in_c = name in IN_C
        wrong = hall.in_c(name, size) if in_c else in_shell(name, size)
        check(hall, hall.play(wrong, seat, choice), IN_C[name] if in_c else IN_SHELL[name][1], size, seat, choice)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 << 10  # KiB


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.needs("cc", "bwrap")
@pytest.mark.parametrize("name", CONFINED)
def test_in_the_sandbox_too(confined: Hall, name: str) -> None:
    for moment, seat, choice in product(SIZES, range(4), CHOICES):
        size = SIZES[moment]
        check(confined, confined.play(confined.in_c(name, size), seat, choice), CONFINED[name], size, seat, choice)
