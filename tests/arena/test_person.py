"""A person at the table: told what the seat may know and nothing else, asked without a clock, recorded like any bot."""

from collections.abc import Iterator, Sequence

import pytest

from protocol import events as told
from referee.arena.human_player import Left, NotReady, play_with
from referee.host.game.seat import Host
from referee.host.processes.stop import Stop
from referee.records.format.record import FaultRecord
from referee.records.verify.verify import verify
from referee.rules.decision import Action, Decision
from referee.rules.engine import Game
from referee.rules.projection import project
from tests.host.conftest import nothing_left as nothing_left
from tests.host.conftest import patient_for_the_status as patient_for_the_status
from tests.host.programs import DYING, GOODS, block, python


class Listener:
    """A person who takes the first legal action, and remembers everything."""

    def __init__(self, leave_after: int = 1_000_000) -> None:
        self.game: Game | None = None
        self.seen: list[told.Event] = []
        self.faults: list[FaultRecord] = []
        self.asked: list[Decision] = []
        self._leave_after = leave_after

    def sit_down(self, game: Game, names: Sequence[str]) -> None:
        self.game, self.seen = game, []

    def see(self, events: Sequence[told.Event]) -> None:
        self.seen += events

    def see_fault(self, fault: FaultRecord) -> None:
        self.faults.append(fault)

    def decide(self, game: Game, decision: Decision) -> tuple[Action, tuple[str, ...]]:
        if len(self.asked) == self._leave_after:
            raise Left
        self.asked.append(decision)
        return decision.first(), ()


@pytest.fixture
def host() -> Iterator[Host]:
    stop = Stop()
    yield Host(stop=stop)
    stop.close()


@pytest.mark.parametrize(("game", "seats"), [("tressette", 4), ("terziglio", 3), ("ciapano", 3), ("pizzichino", 2)])
def test_a_person_is_told_what_the_seat_may_know(game: str, seats: int, host: Host) -> None:
    person, seat = Listener(), seats - 1
    table = block(*[python("while True: answer(read())")] * seats, variant=game, deals=2)
    records = list(play_with(person, seat, table, host))
    assert len(records) == 2
    for record in records:
        verify(record)
        assert record.faults == []
    assert person.game is not None
    assert person.seen == [event for each in person.game.log if (event := project(each, seat)) is not None]
    assert {decision.seat for decision in person.asked} == {seat}
    actions = [action for record in records for hand in record.hands for action in hand.actions]
    assert len(person.asked) == sum(action.seat == seat for action in actions)


def test_the_fault_of_a_bot_is_seen_and_the_next_game_is_played(host: Host) -> None:
    person = Listener()
    dying = python(f"while True:\n    m = read()\n    {DYING}")
    records = list(play_with(person, 0, block(GOODS[0], dying, *GOODS[2:], deals=2), host))
    assert [record.faults[0].fault for record in records] == ["crash", "crash"]
    assert [fault.seat for fault in person.faults] == [1, 1]


def test_who_leaves_leaves_no_process(host: Host) -> None:
    with pytest.raises(Left):
        list(play_with(Listener(3), 0, block(*GOODS), host))


def test_a_bot_that_does_not_start_is_named(host: Host, patient_for_the_status: None) -> None:
    table = block(GOODS[0], python("sys.exit(3)"), *GOODS[2:])
    with pytest.raises(NotReady, match=r"b1 at seat 1: .*exit status 3"):
        list(play_with(Listener(), 0, table, host))
