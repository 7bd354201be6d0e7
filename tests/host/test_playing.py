"""Blocks: games in order, one process a seat, and every seat told what the protocol says."""

from pathlib import Path

import msgspec
import pytest

from protocol.messages import Act, End, Game, Hello, Quit
from referee.host.game.block import Deal
from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.stderr_buffer import ErrorLog
from referee.host.processes.stop import Stop
from referee.rules import games
from referee.rules.cards import CARD
from referee.rules.deals import bot_seed, game_seed
from tests.host.programs import GOOD, GOODS, PATIENT, block, listener, played, python, told


def test_a_block_is_its_games_in_order() -> None:
    records = played(block(*GOODS, deals=4, table=1))
    assert [record.game for record in records] == ["0/1", "1/1", "2/1", "3/1"]
    assert [record.seed for record in records] == [game_seed("test", deal) for deal in range(4)]
    assert all(record.faults == [] for record in records)
    for record in records:
        assert record.seed is not None
        expected = [(f"b{seat}", f"b{seat}", bot_seed(record.seed, 1, seat)) for seat in range(4)]
        assert [(player.name, player.bot, player.seed) for player in record.players] == expected


@pytest.mark.parametrize("name", games.names())
def test_every_game_can_be_played(name: str) -> None:
    seats = games.spec(name).seats[-1]
    (record,) = played(block(*[python(GOOD)] * seats, variant=name))
    assert record.faults == []


def test_the_same_block_gives_the_same_records() -> None:
    chance = python(
        "import random\nwhile True:\n m = read(); 'seed' in m and random.seed(m['seed'])\n"
        " m['type'] == 'act' and random.shuffle(m['legal']); answer(m)"
    )
    one, other = (played(block(*[chance] * 4, deals=3)) for _ in range(2))
    assert [record.digest for record in one] == [record.digest for record in other]


def test_a_seat_is_told_what_the_protocol_says(tmp_path: Path) -> None:
    of = block(*[listener(tmp_path, seat) for seat in range(4)], deals=2)
    records = played(of)
    for seat in range(4):
        lines = told(tmp_path, seat)
        kinds = [type(line) for line in lines]
        assert kinds == [Hello, *[Game, *[Act] * 10, End] * 2, Quit]
        begun = [line for line in lines if isinstance(line, Game)]
        assert [line.game for line in begun] == [0, 1]
        assert [line.seed for line in begun] == [record.players[seat].seed for record in records]
        assert {line.players for line in begun} == {("p0", "p1", "p2", "p3")}
        assert begun[0].rules == records[0].rules
        assert begun[0].clock.move_ms == PATIENT.move_ms
        ids = [line.id for line in lines if isinstance(line, Hello | Game | Act)]
        assert len(set(ids)) == len(ids)
        for record, first in zip(records, (1, 13), strict=True):
            count = 0
            for line in lines[first + 1 : first + 12]:
                assert isinstance(line, Act | End)
                assert line.from_ == count
                count += len(line.events)
            end = lines[first + 11]
            assert isinstance(end, End)
            assert record.result is not None
            assert (end.result.utility, end.result.fault) == (record.result.utility, None)


def test_names_are_told_where_the_match_is_open(tmp_path: Path) -> None:
    played(block(listener(tmp_path, 0), *GOODS[1:], anonymous=False))
    assert {line.players for line in told(tmp_path, 0) if isinstance(line, Game)} == {("b0", "b1", "b2", "b3")}


@pytest.mark.parametrize(("restart", "starts"), [("block", 1), ("game", 3)])
def test_a_process_plays_the_block_or_one_game(tmp_path: Path, restart: str, starts: int) -> None:
    played(block(listener(tmp_path, 0), *GOODS[1:], deals=3, restart=restart))
    assert sum(isinstance(line, Hello) for line in told(tmp_path, 0)) == starts


def test_the_last_time_is_told() -> None:
    slow = python(
        "n = 0\nwhile True:\n m = read()\n if m['type'] == 'act': time.sleep(0.03) if n == 0 else"
        " os.write(2, b'%d ' % m['last_ms']); n += 1\n answer(m)"
    )
    logs: dict[int, ErrorLog] = {}
    stop = Stop()
    host = Host(stop=stop, log=lambda seat, own, errors: logs.update({seat: errors}))
    (record,) = play_block(block(slow, *GOODS[1:]), (), host)
    stop.close()
    times = [action.ms for action in record.hands[0].actions if action.seat == 0]
    assert times[0] >= 30
    assert [int(text) for text in logs[0].tail(1000).split()] == times[:-1]


DECK = (
    "Kc 4b 5d Jd 6b 7d 3s 6d Jc Qs Qd 7s 2s Ac 3c 2b Kd 2d 7c Js 4c Ad Qb Qc Jb 4s 7b 5c 4d 3d 5s Ab 6c 3b As Ks 6s 5b "
    "Kb 2c"
)


def test_given_decks_are_dealt_as_they_are() -> None:
    deck = tuple(CARD[name] for name in DECK.split())
    of = msgspec.structs.replace(block(*GOODS), deals=(Deal(5, game_seed("test", 5), ((deck, 1),)),))
    (record,) = played(of)
    assert (record.seed, record.deal, record.hands[0].dealer) == (None, 5, 1)
    assert record.hands[0].deck.startswith("Kc 4b 5d")
    assert record.players[0].seed == bot_seed(game_seed("test", 5), 0, 0)
