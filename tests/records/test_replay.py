"""Replays: a game told to people and programs, and to a seat only what it knew."""

import json
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from referee.records.format.record import Record, Remarks, decode
from referee.records.replay.replay import DIFFERS, replay
from referee.records.replay.replay_header import View
from referee.records.replay.stderr_logs import written
from referee.records.replay.stream import Answer, stream
from referee.rules.projection import project
from tests.golden.games import golden, record
from tests.records.samples import fault, sample

HOSTILE = "\x1b[2J\u202ename\n\r\x00"


def text(record: Record, **view: object) -> str:
    return "\n".join(line.text for line in replay(record, View(**view)))


def objects(record: Record, **view: object) -> list[dict]:
    return [json.loads(msgspec.json.encode(each)) for each in stream(record, View(**view))]


def test_header_tricks_scores_and_times() -> None:
    lines = text(sample(rules={"cappotto": "17"})).splitlines()
    assert lines[0] == "game 0/0: Tressette, four players in two pairs (tressette)"
    assert lines[1] == "options: cappotto=17"
    assert lines[2] == "  seat 0 bot0 1.0"
    assert "sides: 0+2 against 1+3" in lines
    head = lines.index("hand 0: 3 bot3 deals")
    assert lines[head + 1].startswith("  0 bot0 ")
    assert len(lines[head + 1].split()) == 12
    table = next(place for place, line in enumerate(lines) if line.split()[:2] == ["trick", "action"])
    rows = [line.split() for line in lines[table + 1 : table + 11]]
    assert [row[:2] for row in rows] == [[str(trick + 1), str(trick * 4)] for trick in range(10)]
    played = sample().hands[0].actions
    assert [cell.strip(">*") for cell in rows[0][2:]] == [action.action for action in played[:4]]
    assert all(sum(">" in cell for cell in row) == sum("*" in cell for cell in row) == 1 for row in rows)
    assert rows[0][2].startswith(">")
    for row, after in pairwise(rows):
        winner = next(place for place, cell in enumerate(row) if "*" in cell)
        assert after[winner].startswith(">")
    [first] = [line for line in lines if line.startswith("the hand goes to ")]
    assert [line for line in lines if line.startswith(("0 bot0 and 2 bot2: ", "1 bot1 and 3 bot3: "))] == lines[
        lines.index(first) + 1 : lines.index(first) + 3
    ]
    assert lines[-1].split() == ["3", "bot3", "10", "70", "7", "7"]


def test_one_hand_only() -> None:
    game = sample(rules={"hands": 3})
    lines = text(game, hand=1).splitlines()
    assert [line for line in lines if line.startswith("hand ")] == ["hand 1: 0 bot0 deals"]
    assert lines[-1].split()[2] == "10"
    everything = objects(game, hand=1)
    assert {each.get("hand") for each in everything if each["type"] in ("deal", "answer")} == {1}
    assert len([each for each in everything if each["type"] == "answer"]) == 40
    assert len([each for each in everything if each["type"] == "hand_end"]) == 1


def test_faults_with_their_evidence_notes_and_the_referees_own_answers() -> None:
    game = sample(faults=[fault(2, 2, "timeout", "substitute")], remarks={5: Remarks(note={"plan": "x"})})
    lines = text(game)
    assert "  FAULT of 2 bot2: timeout (P4); the referee answers for it this time\n    allowed_ms: 1000" in lines
    assert "!" in lines.split("\n  trick ")[1].splitlines()[1]
    assert "note of" not in lines
    seat = game.hands[0].actions[5].seat
    note = f'  note of {seat} bot{seat}: {{"plan":"x"}}'
    assert note in text(game, notes=True)
    assert note in text(game, notes=True, seat=seat)
    assert note not in text(game, notes=True, seat=(seat + 1) % 4)
    # others are told of a fault, not of its evidence
    assert "allowed_ms" in text(game, seat=2)
    assert "FAULT of 2 bot2: timeout" in text(game, seat=1)
    assert "allowed_ms" not in text(game, seat=1)
    found = objects(game)
    [place] = [place for place, each in enumerate(found) if each["type"] == "fault"]
    assert (found[place + 1]["type"], found[place + 1]["action"], found[place + 1]["by"]) == ("answer", 2, "referee")
    assert [each["note"] for each in objects(game, notes=True) if "note" in each] == [{"plan": "x"}]


def test_a_forfeit_ends_the_replay() -> None:
    lines = text(sample(faults=[fault(2, 2, "crash", "forfeit")], stop=2)).splitlines()
    place = lines.index("  FAULT of 2 bot2: crash (P4); the game is forfeited")
    assert lines[place - 1].split()[:2] == ["1", "0"]  # the trick that was broken off
    assert lines[place + 2] == ("the game is over: it is forfeited by 0 bot0 and 2 bot2; 1 bot1 and 3 bot3 win")


def test_a_voided_try_says_so() -> None:
    assert "a voided try: it does not count" in text(sample(faults=[fault(3, 3, "timeout", "void")], stop=3))


def test_a_record_that_does_not_go_with_the_rules_is_shown_as_far_as_it_does() -> None:
    game = sample()
    game.hands[0].actions[9] = msgspec.structs.replace(game.hands[0].actions[9], action="pass")
    lines = text(game).splitlines()
    assert lines[-1].startswith(f"{DIFFERS}: seat ")
    assert any(line.split()[:2] == ["2", "4"] for line in lines)
    assert objects(game)[-1]["type"] == "differs"


def test_names_and_notes_cannot_write_on_the_terminal() -> None:
    game = sample(faults=[fault(2, 2, "timeout", "substitute")], remarks={5: Remarks(note=[HOSTILE])})
    game.faults[0].evidence[HOSTILE] = {HOSTILE: HOSTILE}
    game.faults[0].evidence["stderr"] = HOSTILE
    game.game = HOSTILE
    game.players = tuple(msgspec.structs.replace(player, name=HOSTILE, version=HOSTILE) for player in game.players)
    for line in replay(game, View(notes=True)):
        assert line.text.isprintable()


def test_what_bots_wrote_to_stderr_stands_at_their_decisions(tmp_path: Path) -> None:
    game = sample()
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "b1.log").write_text(
        "==== bot1, block 0, seat 1\n-- before the first game\nignored\n-- game 0/0, decision -1\nready\n"
        "-- game 0/0, decision 1\nthinking\n\x1b[2Jtwice\n-- game 0/1, decision 1\nof another game\n"
        "==== bot1, block 1, seat 3\n-- game 0/0, decision 2\nnot its seat\n"
    )
    found = written(tmp_path, game)
    assert found == {(1, -1): ["ready"], (1, 1): ["thinking", "\\x1b[2Jtwice"]}
    lines = text(game, notes=True, stderr=found).splitlines()
    place = lines.index("  stderr of 1 bot1: ready")
    assert lines[place + 1 : place + 3] == ["  stderr of 1 bot1: thinking", "  stderr of 1 bot1: \\x1b[2Jtwice"]
    assert "stderr of" not in text(game, seat=2, stderr=found)
    assert written(tmp_path / "nowhere", game) == {}
    hostile = msgspec.structs.replace(game.players[0], bot="../../logs/b1")
    game.players = (hostile, *game.players[1:2])
    assert set(written(tmp_path, game)) == {(1, -1), (1, 1)}


PLAYOUTS = dict(golden())


@pytest.mark.parametrize("label", PLAYOUTS)
def test_a_seat_is_shown_what_it_was_told_and_nothing_else(label: str) -> None:
    game = decode(record(label, PLAYOUTS[label]))
    for seat in range(len(game.players)):
        told = [each for each in (project(event, seat) for event in PLAYOUTS[label].game.log) if each]
        shown = [each for each in stream(game, View(seat=seat)) if not isinstance(each, Answer)]
        assert shown == told
        assert {each.seat for each in stream(game, View(seat=seat)) if isinstance(each, Answer)} <= {seat}
        lines = text(game, seat=seat)
        assert str(game.seed) not in lines
        assert "\n  face down" not in lines
        # of the cards dealt, a line with its own and nobody else's
        assert lines.count("cards by seat") == len(game.hands)
        others = [f"\n  {other} p{other}      " for other in range(len(game.players)) if other != seat]
        assert not any(line in lines for line in others)


def test_from_above_the_table_nothing_is_hidden() -> None:
    for label, playout in PLAYOUTS.items():
        game = decode(record(label, playout))
        for each in objects(game):
            if each["type"] in ("discard", "bury", "swap", "pass_card"):
                assert "card" in each
            if each["type"] == "deal":
                cards = [card for hand in each["hands"] for card in hand] + each.get("undealt", [])
                cards += [card for own in each.get("packets", []) for packet in own for card in packet]
                assert len(set(cards) | set(each.get("removed", []))) in (36, 40)
