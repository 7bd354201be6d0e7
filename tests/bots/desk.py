"""A small referee in this process: the real rules, the real lines, no pipes and no clock."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from bots.kit import Seat
from protocol.codec import Answer, decode_act, encode
from protocol.events import Event
from protocol.messages import Act, Clock, End, Game, Quit, Result, State
from referee.rules import engine
from referee.rules.cards import NAMES, names_of
from referee.rules.decision import Decision, action_of
from referee.rules.projection import project

Say = dict[str, tuple[str, ...]]


class Desk:
    """One game between bots that sit in this process; `lines` holds every line by seat, in order."""

    def __init__(
        self,
        game: engine.Game,
        seats: Sequence[Seat],
        seeds: Sequence[int] = range(1000),
        ids: Iterator[int] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.lines: list[list[bytes]] = [[] for _ in seats]
        self.actions: list[tuple[int, str]] = []
        self._read = [0 for _ in seats]
        self._told = [0 for _ in seats]
        self._ids = ids or count(8, 7)
        variant = game.variant
        for seat in range(len(seats)):
            start = Game(
                id=self._next_id(),
                game=0,
                variant=variant.name,
                rules=dict(variant.rules),
                seat=seat,
                players=tuple(f"p{i}" for i in range(len(seats))),
                sides=variant.sides,
                seed=seeds[seat],
                clock=Clock(move_ms=1000, kind="wall"),
            )
            assert self._tell(seat, encode(start)) is not None

    def play(self, watch: Callable[[Act, Answer], None] | None = None) -> engine.Result:
        """Play the game to its end; every answer is taken as a bot's own, so an illegal one raises."""
        while (decision := self.game.decision) is not None:
            act = self._act(decision)
            line = self._tell(decision.seat, encode(act))
            assert line is not None
            answer = decode_act(line, act.id)
            assert isinstance(answer, Answer)
            if watch:
                watch(act, answer)
            self.actions.append((decision.seat, answer.action))
            self.game.act(action_of(answer.action), answer.say)
        result = self.game.result
        assert result is not None
        for seat in range(len(self.seats)):
            start, events = self._events(seat)
            told = Result(result.winners, result.scores, result.utility, result.stakes, result.reason)
            assert self._tell(seat, encode(End(events=events, from_=start, result=told))) is None
        return result

    def quit(self) -> None:
        """Send the bots away."""
        for seat in range(len(self.seats)):
            assert self._tell(seat, encode(Quit())) is None

    def _act(self, decision: Decision) -> Act:
        seat, place, state = decision.seat, decision.place, self.game.state
        place = seat if place < 0 else place
        start, events = self._events(seat)
        return Act(
            id=self._next_id(),
            decision=decision.kind,
            legal=tuple(decision.legal()),
            hand=names_of(state.hands[place]),
            trick=tuple((player, NAMES[card]) for player, card in state.trick),
            state=self._state(),
            events=events,
            from_=start,
            time_ms=1000,
            last_ms=0,
            as_=None if place == seat else place,
            own=None if place == seat else names_of(state.hands[seat]),
            say=_sayings(decision),
        )

    def _state(self) -> State:
        state = self.game.state
        changes = list(state.order) != list(range(state.seats))
        return State(
            hand=state.hand,
            trick=state.number,
            scores=tuple(state.scores),
            dealer=state.dealer,
            contract=state.contract,
            declarer=state.declarer,
            sides=state.sides,
            order=tuple(state.order) if changes else None,
            active=tuple(state.active) if len(state.active) != state.seats else None,
        )

    def _events(self, seat: int) -> tuple[int, tuple[Event, ...]]:
        log, start = self.game.log, self._told[seat]
        told = tuple(each for event in log[self._read[seat] :] if (each := project(event, seat)) is not None)
        self._read[seat] = len(log)
        self._told[seat] += len(told)
        return start, told

    def _tell(self, seat: int, line: bytes) -> bytes | None:
        self.lines[seat].append(line)
        answer = self.seats[seat].hear(line)
        if answer is not None:
            self.lines[seat].append(answer)
        return answer

    def _next_id(self) -> int:
        return next(self._ids)


def _sayings(decision: Decision) -> Say | None:
    return {NAMES[card]: sayings for card, sayings in decision.say.items() if sayings} if decision.say else None
