"""The lines that bots are sent: the same bytes as the codec makes of the message, in every game."""

from random import Random

import pytest

from protocol.codec import encode
from protocol.events import Fault as ToldFault
from protocol.messages import Act, End
from protocol.messages import Result as ToldResult
from referee.host.wire.ids import Ids
from referee.host.wire.requests import Requests
from referee.host.wire.wire_text import SAME_FOR_ALL, encode_json, event_text, told_state
from referee.rules import games
from referee.rules.cards import NAMES, names_of
from referee.rules.deals import SeededDeals
from referee.rules.decision import Decision
from referee.rules.engine import Game
from referee.rules.projection import project

RESULT = ToldResult((0,), (1, 2), (1, -1), 1, "hands")


TABLES = [
    (name, seats, preset)
    for name in games.names()
    for seats in games.spec(name).seats
    for preset in ("contest", *games.spec(name).presets)
]
"""Every game with every number of players and every preset."""


def choose(decision: Decision, random: Random) -> tuple[int | str, tuple[str, ...]]:
    """Any legal action, and a saying with it where there is one."""
    action = random.choice(decision.actions())
    offered = (decision.say or {}).get(action, ()) if isinstance(action, int) else ()
    return action, (random.choice(offered),) if offered else ()


class Memory:
    """What a seat is told, told the slow way."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sent = [0] * game.variant.seats

    def events(self, seat: int) -> tuple[int, tuple[object, ...]]:
        told = [event for event in (project(each, seat) for each in self.game.log) if event is not None]
        first, self.sent[seat] = self.sent[seat], len(told)
        return first, tuple(told[first:])

    def act(self, decision: Decision, ident: int, time_ms: int, last_ms: int) -> bytes:
        first, events = self.events(decision.seat)
        state, dummy = self.game.state, decision.place != decision.seat
        message = Act(
            id=ident,
            decision=decision.kind,
            legal=tuple(decision.legal()),
            hand=names_of(state.hands[decision.place]),
            trick=tuple((seat, NAMES[card]) for seat, card in state.trick),
            state=told_state(state),
            events=events,
            from_=first,
            time_ms=time_ms,
            last_ms=last_ms,
            as_=decision.place if dummy else None,
            own=names_of(state.hands[decision.seat]) if dummy else None,
            say=None if decision.say is None else {NAMES[card]: words for card, words in decision.say.items()},
        )
        return encode(message)


@pytest.mark.parametrize(("name", "seats", "preset"), TABLES)
def test_every_line_is_what_the_codec_makes_of_the_message(name: str, seats: int, preset: str) -> None:
    random = Random(f"{name} {seats} {preset}")
    for number in range(3):
        game = Game(games.build(name, {}, seats, preset), SeededDeals(f"{number:032x}"))
        requests, memory = Requests(game), Memory(game)
        while (decision := game.decision) is not None:
            ident, time_ms, last_ms = random.getrandbits(53), random.randrange(2000), random.randrange(2000)
            assert requests.act(decision, ident, time_ms, last_ms) == memory.act(decision, ident, time_ms, last_ms)
            game.act(*choose(decision, random))
        for seat in range(seats):
            first, events = memory.events(seat)
            assert requests.end(seat, encode_json(RESULT)) == encode(End(events, first, RESULT))


@pytest.mark.parametrize(("name", "seats", "preset"), TABLES)
def test_it_is_so_where_only_some_decisions_are_asked_of_bots(name: str, seats: int, preset: str) -> None:
    random = Random(f"{preset} {name} {seats}")
    game = Game(games.build(name, {}, seats, preset), SeededDeals(f"{5:032x}"))
    requests, memory = Requests(game), Memory(game)
    while (decision := game.decision) is not None:
        if random.randrange(3) == 0:
            assert requests.act(decision, 1, 2, 3) == memory.act(decision, 1, 2, 3)
        game.act(*choose(decision, random))


@pytest.mark.parametrize(("name", "seats", "preset"), TABLES)
def test_what_is_put_into_words_once_is_told_to_all_alike(name: str, seats: int, preset: str) -> None:
    random = Random(f"{seats} {name} {preset}")
    game = Game(games.build(name, {}, seats, preset), SeededDeals(f"{7:032x}"))
    while game.decision is not None:
        game.act(*choose(game.decision, random))
    for event in game.log:
        if isinstance(event, SAME_FOR_ALL):
            assert len({event_text(event, seat) for seat in range(seats)}) == 1


def test_a_fault_is_told_to_every_seat_in_its_place() -> None:
    game = Game(games.build("tressette", {}), SeededDeals("0" * 32))
    requests = Requests(game)
    assert game.decision is not None
    first = game.decision.seat
    requests.act(game.decision, 1, 0, 0)
    requests.fault(ToldFault(seat=first, fault="timeout", consequence="substitute"))
    game.act(game.decision.first())
    assert game.decision is not None
    line = requests.act(game.decision, 2, 0, 0)
    told = b'{"type":"fault","seat":%d,"fault":"timeout","consequence":"substitute"},{"type":"play"' % first
    assert told in line
    assert told in requests.end(first, encode_json(RESULT))


def test_a_new_process_is_told_everything_again() -> None:
    game = Game(games.build("tressette", {}), SeededDeals("0" * 32))
    requests = Requests(game)
    assert game.decision is not None
    line = requests.act(game.decision, 1, 0, 0)
    assert requests.act(game.decision, 1, 0, 0) != line
    requests.again(game.decision.seat)
    assert requests.act(game.decision, 1, 0, 0) == line


def test_ids_never_repeat_and_are_what_the_protocol_allows() -> None:
    ids = Ids()
    taken = [ids.take() for _ in range(5_000)]
    assert len(set(taken)) == len(taken)
    assert all(1 <= ident <= 2**53 for ident in taken)
    assert Ids().take() not in taken


def test_an_id_that_comes_again_is_left_out() -> None:
    words = iter([bytes(4096), b"".join((n << 11).to_bytes(8, "little") for n in range(512)), bytes(range(256)) * 16])
    ids = Ids(lambda size: next(words))
    assert sorted(ids.take() for _ in range(511)) == list(range(1, 512))


@pytest.mark.parametrize("bit", range(53))
def test_every_bit_of_an_id_is_chance(bit: int) -> None:
    ids = Ids()
    ones = sum(ids.take() >> bit & 1 for _ in range(2_000))
    assert 800 < ones < 1_200  # nine standard deviations
