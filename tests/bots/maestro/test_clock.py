"""The time for a decision, by a clock that the test sets."""

import pytest

from bots.kit import Seat, View
from bots.maestro import player
from bots.maestro.clock import LONG_ENOUGH, SHARE, Watch
from bots.maestro.options import among
from bots.maestro.player import Maestro
from bots.maestro.scene import Scene
from bots.maestro.taking import taking
from bots.maestro.worlds import World
from protocol.messages import Clock, State
from referee.rules.deals import SeededDeals
from referee.rules.engine import Game
from tests.bots.desk import Desk
from tests.bots.games import Case
from tests.bots.lines import act, game


def seconds(clock: Clock, time_ms: int, *taken: int, hands: int = 1, left: int = 10) -> float:
    """What the watch allows after answers that took so long."""
    watch, found = Watch(clock, hands), 0.0
    for last_ms in taken:
        watch.charge(last_ms)

    def choose(view: View) -> str:
        nonlocal found
        found = watch.seconds(view, left)
        return view.legal[0]

    seat = Seat(choose)
    seat.hear(game(clock=clock))
    seat.hear(act(time_ms=time_ms, state=State(hand=0, trick=1, scores=(0, 0), dealer=3)))
    return found


def test_a_share_of_what_is_left_for_the_move_and_never_too_long() -> None:
    clock = Clock(move_ms=200, kind="wall")
    assert seconds(clock, 200) == pytest.approx(0.2 * SHARE)
    assert seconds(clock, 50) == pytest.approx(0.05 * SHARE)
    assert seconds(Clock(move_ms=60_000, kind="wall"), 60_000) == LONG_ENOUGH


def test_a_bank_is_shared_out_over_the_decisions_to_come() -> None:
    clock = Clock(move_ms=10_000, bank_ms=1000, kind="wall")
    assert seconds(clock, 1000) == pytest.approx(0.1 * SHARE)
    assert seconds(clock, 600, 0, 400) == pytest.approx(0.06 * SHARE)
    assert seconds(clock, 1000, hands=2) == pytest.approx(0.05 * SHARE)
    assert seconds(clock, 0, 0, 1000) == 0
    delayed = Clock(move_ms=10_000, bank_ms=1000, delay_ms=20, kind="wall")
    assert seconds(delayed, 1020, 0, 20) == pytest.approx(0.12 * SHARE)
    assert seconds(delayed, 20, 0, 5000) == pytest.approx(0.02 * SHARE)


def test_without_any_time_it_plays_by_the_maxims(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "seconds", lambda watch, view, left: 0.0)
    seen = []

    class Hurried(Maestro):
        def choose(self, view: View) -> str:
            action = super().choose(view)
            if action not in view.hand:
                return action  # a claim
            scene, style = Scene(view), taking()
            hands = [0] * (4 * scene.places)
            hands[4 * scene.place : 4 * scene.place + 4] = scene.unknown.fixed[scene.place]
            by_maxims = style.choose(hands, scene.live, scene.side(World([], [])), scene.start, scene.left)
            seen.append((action, scene.deck.name[among(scene.options, by_maxims)]))
            return action

    variant = Case("tressette", 4, "hands=1").variant()
    Desk(Game(variant, SeededDeals("cd" * 16)), [Seat(Hurried) for _ in range(4)]).play()
    assert len(seen) > 30
    assert all(action == by_maxims for action, by_maxims in seen)


class Ticking:
    """A clock that goes on a little each time it is looked at."""

    def __init__(self, tick: float) -> None:
        self.tick = tick
        self.time = 0.0

    def __call__(self) -> float:
        self.time += self.tick
        return self.time


@pytest.mark.parametrize(("name", "players"), [("tressette", 4), ("traversone", 4)])
def test_it_stops_thinking_in_time(monkeypatch: pytest.MonkeyPatch, name: str, players: int) -> None:
    clock = Ticking(0.001)
    answers = []

    class Timed(Maestro):
        def choose(self, view: View) -> str:
            self._watch.now = clock
            start = clock.time
            action = super().choose(view)
            answers.append(clock.time - start)
            return action

    monkeypatch.setattr(player, "LOOK", 2)
    variant = Case(name, players, "hands=1").variant()
    Desk(Game(variant, SeededDeals("ab" * 16)), [Seat(Timed) for _ in range(players)]).play()
    assert max(answers) <= LONG_ENOUGH + 0.005
    assert max(answers) > 0.1
