"""Verifying: what the rules say is accepted, and any one change of it is refused at its place."""

import json

import msgspec
import pytest

from referee.records.format.from_game import record_of, unplayed
from referee.records.format.reader import lines
from referee.records.format.record import ActionRecord, FaultRecord, Record, Remarks, decode, encode
from referee.records.verify.mismatch import Differs
from referee.records.verify.verify import verify, verify_lines
from referee.rules.deals import SeededDeals
from referee.rules.decision import text_of
from referee.rules.engine import Game
from referee.rules.games import build
from tests.records.changes import changed, changes, leaves
from tests.records.samples import CASES, SEED, circumstances, fault, sample
from tests.rules.steer import play, tables

FILES = ("g4", "g2", "gev")
TABLES = dict(tables())


def case_lines(file: str) -> list[tuple[int, bytes]]:
    return list(lines(CASES / f"{file}.jsonl.zst"))


def refusal(record: Record) -> Differs:
    with pytest.raises(Differs) as refused:
        verify(record)
    return refused.value


@pytest.mark.parametrize("file", FILES)
def test_the_cases_are_accepted(file: str) -> None:
    checked = verify_lines(file, case_lines(file))
    assert not checked.differences
    assert len(checked.verified) == 300


@pytest.mark.parametrize("file", FILES)
def test_any_one_change_of_a_case_is_refused(file: str) -> None:
    _refused(file, case_lines(file)[7::150])


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("file", FILES)
def test_any_one_change_of_any_case_is_refused(file: str) -> None:
    _refused(file, case_lines(file))


def _refused(file: str, cases: list[tuple[int, bytes]]) -> None:
    for number, line in cases:
        count = 0
        for what, new in changes(json.loads(line)):
            checked = verify_lines(file, [(number, new)])
            assert [each.line for each in checked.differences] == [number], f"{file}, line {number}: {what}"
            count += 1
        assert count > 200


@pytest.mark.parametrize("file", FILES)
def test_the_difference_is_named_at_its_place(file: str) -> None:
    number, line = case_lines(file)[0]
    case = json.loads(line)
    actions = case["hands"][0]["actions"]
    for path, value, place, what in (
        (("hands", 0, "actions", 9, 0), 8, 9, "seat"),
        (("hands", 0, "actions", 9, 1), actions[2][1], 9, f"seat {actions[9][0]} may not play {actions[2][1]}"),
        (("hands", 0, "points", 1), 99, None, "points"),
        (("hands", 0, "declared", 0), 99, None, "declared"),
        (("hands", 0, "scores", 0), 99, None, "scores"),
    ):
        [difference] = verify_lines(file, [(number, changed(case, path, value))]).differences
        assert (difference.file, difference.line, difference.game) == (file, number, case["game"])
        assert (difference.hand, difference.action) == (0, place)
        assert difference.what.startswith(what)
        assert "expected" in str(difference) and f"{file}, line {number}, game {case['game']}, hand 0" in str(
            difference
        )


def test_every_value_of_a_record_with_a_digest_counts() -> None:
    line = encode(sample(faults=[fault(2, 2, "timeout", "substitute")], remarks={5: Remarks(note={"a": 1})}))
    record = json.loads(line)
    free = {"started", "referee", "sandbox", "evidence", "note"}
    for path, value in leaves(record):
        other = f"{value}x" if isinstance(value, str) else 1 if value is None else int(value) + 1
        counts = not free & set(path) and not (path[-3:-2] == ("actions",) and path[-1] == 2)
        refused = bool(verify_lines("f", [(1, changed(record, path, other))]).differences)
        assert refused is counts, path


def test_a_seeded_game_is_dealt_again() -> None:
    record = sample(rules={"target": 21})
    assert len(record.hands) > 1
    verify(record)
    record.digest = None
    deck = record.hands[1].deck.split(" ")
    record.hands[1].deck = " ".join([deck[1], deck[0], *deck[2:]])
    assert (refusal(record).what, refusal(record).hand) == ("deck", 1)
    record = sample()
    record.digest, record.seed = None, "no seed"
    assert "32 hex digits" in str(refusal(record))


@pytest.mark.parametrize(
    ("faults", "stop"),
    [
        ([fault(0, 2, "start", "forfeit")], 0),
        ([fault(2, 2, "crash", "forfeit")], 2),
        ([fault(2, 2, "timeout", "substitute"), fault(3, 3, "illegal", "replace")], None),
        ([fault(1, 1, "timeout", "substitute"), fault(2, 2, "resource", "forfeit")], 2),
        ([fault(3, 3, "timeout", "void")], 3),
    ],
)
def test_faults_and_what_follows_are_verified(faults: list[FaultRecord], stop: int | None) -> None:
    record = sample(faults=faults, stop=stop)
    verify(record)
    assert (record.result is None) is (record.counted is False)
    line = json.loads(encode(record))
    del line["digest"]
    for path, value in leaves(line["faults"]):
        if path[1] in ("hand", "attempt", "action", "seat"):
            assert isinstance(value, int)
            refused = verify_lines("f", [(1, changed(line, ("faults", *path), value + 1))]).differences
            assert refused, path


def test_the_referees_own_actions_are_the_first_legal_ones_and_explained() -> None:
    record = sample(faults=[fault(2, 2, "timeout", "substitute")])
    actions = record.hands[0].actions
    record.faults = []
    assert refusal(record).what == "who acted"
    record = sample(faults=[fault(2, 2, "timeout", "substitute")])
    record.hands[0].actions[2] = sample().hands[0].actions[2]
    assert (refusal(record).what, refusal(record).action) == ("who acted", 2)
    other = next(action for action in sample().hands[0].actions if action.seat == 2).action
    record.hands[0].actions[2] = msgspec.structs.replace(actions[2], action=other)
    assert refusal(record).expected == actions[2].action


def test_consequences_are_those_of_the_faults_table() -> None:
    record = sample(faults=[fault(turn, turn, "timeout", "substitute") for turn in range(4)])
    verify(record)
    record.policy = {"timeout": "replace"}
    assert "consequence of the fault (timeout)" in refusal(record).what
    often = sample(faults=[fault(index, 0, "timeout", "substitute") for index in turns_of(0)[:4]])
    assert (refusal(often).expected, refusal(often).found) == ("forfeit", "substitute")
    verify(sample(faults=[fault(index, 0, "timeout", "substitute") for index in turns_of(0)[:3]]))


def turns_of(seat: int) -> list[int]:
    """When a seat acts if the referee plays every card of seat 0, as far as three of them do not change that."""
    record = sample(faults=[fault(0, 0, "illegal", "replace")])
    return [index for index, action in enumerate(record.hands[0].actions) if action.seat == seat]


def test_a_game_that_a_disqualified_bot_did_not_play() -> None:
    record = unplayed(build("tressette", {}), 1, ["3/0", "3/1"], circumstances("4/0"))
    verify(record)
    assert record.result
    assert record.result.utility == (22, -22, 22, -22)
    assert record.result.winners == (0, 2)
    record.digest = None
    for change in (
        {"because": ()},
        {"utility": (22, -22, 22, -21)},
        {"winners": (1, 3)},
        {"scores": (1, 0)},
        {"stakes": 2},
    ):
        wrong = msgspec.structs.replace(record, result=msgspec.structs.replace(record.result, **change))
        assert refusal(wrong).what.startswith(("result", "because"))


@pytest.mark.parametrize("label", TABLES)
def test_any_seat_of_any_game_can_be_disqualified(label: str) -> None:
    variant = TABLES[label]
    for seat in range(variant.seats):
        record = unplayed(variant, seat, ["3/0"], circumstances("4/0", seats=variant.seats))
        verify(decode(encode(record)))
        assert record.result
        utility = record.result.utility
        assert sum(utility) == 0
        assert seat not in record.result.winners
        assert {other for other, value in enumerate(utility) if value > 0} == set(record.result.winners)
        alone = variant.hand_sides or variant.sides is None
        assert len(record.result.winners) == (variant.seats - 1 if alone else variant.seats - len(variant.sides[0]))


def test_the_cards_have_not_decided_the_sides_of_a_game_that_is_not_played() -> None:
    record = unplayed(build("tocca", {}), 0, ["3/0"], circumstances("4/0", seats=3))
    assert record.sides is None
    assert record.result
    assert record.result.utility == (-62, 31, 31)


def test_given_decks_are_taken_as_they_are_and_must_suffice() -> None:
    record = sample(rules={"hands": 2})
    record.seed = record.result = record.digest = None
    verify(record)
    record.hands.pop()
    assert (refusal(record).what, refusal(record).expected) == ("number of hands", 2)
    raced = sample(rules={"target": 41})
    raced.seed = raced.result = raced.digest = None
    raced.hands.pop()
    verify(raced)  # a race on given decks ends with the last of them
    raced.hands[0].deck = raced.hands[0].deck.replace("4b", "4x")
    assert "'4x', which is no card" in refusal(raced).what


def test_a_saying_must_be_offered() -> None:
    said = {0: Remarks(say="busso")}
    verify(sample(rules={"talk": "gestures"}, remarks=said))
    quiet = sample(remarks={0: Remarks(note="busso")})
    quiet.hands[0].actions[0] = msgspec.structs.replace(quiet.hands[0].actions[0], remarks=said[0])
    assert "the saying busso is not offered" in refusal(quiet).what


def test_wrong_options_are_named() -> None:
    record = sample()
    for rules, what in (({"hnads": 1}, "did you mean hands"), ({"hands": "many"}, "hands"), ({"deck": {}}, "deck")):
        record.rules = rules
        assert what in refusal(record).what
    record.variant = "tressete"
    assert "there is no game tressete" in refusal(record).what


def test_a_line_of_a_newer_version_is_named_and_the_rest_is_verified() -> None:
    line = encode(sample())
    newer = changed(json.loads(line), ("version",), 2)
    checked = verify_lines("games.jsonl", [(1, line), (2, newer), (3, b"\xff\n"), (4, line)])
    assert [each.line for each in checked.verified] == [1, 4]
    assert [each.line for each in checked.differences] == [2, 3]
    assert "this referee reads up to 1" in str(checked.differences[0])


@pytest.mark.parametrize("label", TABLES)
def test_a_game_of_any_kind_may_be_lost_at_any_decision(label: str) -> None:
    steps = play(TABLES[label], f"lost {label}", deals=SeededDeals(SEED)).steps
    for moment in (0, 1, 5, len(steps) // 2, len(steps) - 1):
        game = Game(TABLES[label], SeededDeals(SEED))
        actions: list[list[ActionRecord]] = [[]]
        for step in steps[:moment]:
            remarks = Remarks(say=step.say) if step.say else None
            actions[-1].append(ActionRecord(step.place, text_of(step.action), 0, remarks))
            game.act(step.action, step.say)
            actions += [[] for _ in range(len(game.hands) - len(actions))]
        assert game.decision
        here, loser = game.hands[-1], game.decision.seat
        lost = fault(len(actions[-1]), loser, "crash", "forfeit", here.hand)
        lost = msgspec.structs.replace(lost, attempt=here.attempt)
        game.forfeit(loser)
        record = record_of(game, actions, circumstances(seats=game.variant.seats), [lost])
        verify(decode(encode(record)))
        assert record.result
        assert (record.result.reason, sum(record.result.utility)) == ("forfeit", 0)
        assert record.result.utility[loser] < 0
        assert (record.hands[-1].ended, record.hands[-1].points) == ("forfeit", None)
