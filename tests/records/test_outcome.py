"""How hands and games came out, in sentences: each kind of count, and each reason for which a game is over."""

from collections.abc import Mapping

import pytest

from protocol import events as told
from referee.records.format.record import decode
from referee.records.replay.event_text import Seen, combination, tell
from referee.records.replay.game_result_text import Outcome
from referee.records.replay.replay import replay
from referee.rules.deals import SeededDeals, game_seed
from referee.rules.engine import Game
from referee.rules.games import build
from tests.golden.games import golden, record

NAMES = ("Anna", "Bruno", "Carla", "Dino", "Emma", "Fabio", "Gina", "Ugo")


def outcome(name: str, rules: Mapping[str, object] = {}, players: int | None = None, *events: Seen) -> Outcome:
    found = Outcome(Game(build(name, rules, players), SeededDeals(game_seed("outcome", 0))), NAMES.__getitem__)
    found.watch(told.Deal(hand=0, attempt=0, order=(0, 1, 2, 3), dealer=2, cards=(), counts=()))
    for event in events:
        found.watch(event)
    return found


def hand(thirds: tuple, points: tuple, scores: tuple, **more: object) -> told.HandEnd:
    declared = more.pop("declared", tuple(None if each is None else 0 for each in points))
    return told.HandEnd(thirds=thirds, points=points, declared=declared, scores=scores, **more)


def end(winners: tuple, scores: tuple, utility: tuple, reason: str, stakes: int = 1) -> told.GameEnd:
    return told.GameEnd(winners=winners, scores=scores, utility=utility, stakes=stakes, reason=reason)


CHIAMO = told.Contract(seat=0, bid="chiamo", value=1, leader=1)
SOLO = told.Contract(seat=1, bid="solo", value=2, leader=1)


def test_two_sides() -> None:
    told_lines = outcome("tressette").hand(hand((18, 17), (6, 5), (9, 5), declared=(3, 0)))
    assert told_lines == [
        "the hand goes to Anna and Carla, 9 to 5",
        "Anna and Carla: 18 thirds make 6 points, 3 more declared; 9 in all",
        "Bruno and Dino: 17 thirds make 5 points; 5 in all",
    ]
    assert outcome("tressette").hand(hand((19, 16), (6, 5), (6, 6), declared=(0, 1)))[0] == "the hand is level, 6 all"
    early = outcome("tressette").hand(hand((1, 6), (0, 2), (0, 2)))
    assert early[0].startswith("the hand ends before all cards are played")
    assert early[2] == "Anna and Carla: 1 third makes 0 points; 0 in all"
    assert outcome("in-due").hand(hand((0, 0), (0, 0), (3, 4))) == ["the hand counts nothing for anybody"]


@pytest.mark.parametrize(
    ("rules", "award", "said"),
    [
        ({"cappotto": "17"}, "cappotto", "cappotto, all 11 points, counts 17"),
        ({"cappotto": "cancels"}, "cappotto", "cappotto, all 11 points, cancels what the others declared"),
        ({"stakes": "s1"}, "stramazzo", "stramazzo: less than a point left to the others"),
        ({"stakes": "fitres"}, "all_points", "all 11 points"),
    ],
)
def test_awards(rules: dict, award: str, said: str) -> None:
    points = 17 if rules.get("cappotto") == "17" else 11
    assert outcome("tressette", rules).hand(hand((35, 0), (points, 0), (points, 0), awards=(award,)))[1] == said


def test_a_contract_that_was_made_with_a_partner() -> None:
    found = outcome("quadrigliati", {}, None, CHIAMO, told.How(seat=0, bid="partner"), told.Call(seat=0, card="3b"))
    assert found.hand(hand((30, 30, 5, 5), (1, 1, -1, -1), (1, 1, -1, -1), sides=((0, 1), (2, 3)))) == [
        "Anna played chiamo with Bruno as partner and made it: 30 thirds, where 18 are needed; Carla and Dino have 5",
        "Anna and Bruno get 1 each, Carla and Dino pay 1 each",
        "scores so far: Anna 1, Bruno 1, Carla -1, Dino -1",
    ]


def test_a_contract_that_failed() -> None:
    found = outcome("terziglio", {}, None, CHIAMO, told.Call(seat=0, card="3b"))
    event = hand((17, 18, 18), (-2, 1, 1), (-2, 1, 1), sides=((0,), (1, 2)), hidden=("4b", "5b", "Ac", "2d"))
    assert found.hand(event) == [
        "Anna played chiamo alone and failed: 17 thirds, where 18 are needed; Bruno and Carla have 18",
        "Bruno and Carla get 1 each, Anna pays 2",
        "scores so far: Anna -2, Bruno 1, Carla 1",
        "face down lay 4b 5b Ac 2d: they went with the last trick",
    ]


def test_a_sweep_and_a_race() -> None:
    event = hand((0, 35, 0), (0, 4, 0), (0, 4, 0), sides=((1,), (0, 2)), awards=("all_points",))
    said = outcome("terziglio", {"score": "race"}, None, SOLO).hand(event)
    assert said[1:3] == ["one side has all 11 points: the value of 2 is doubled", "Bruno scores 4"]


def test_a_declarer_whose_partner_there_was_not() -> None:
    event = hand((18, 17, 17, 17), (12, -4, -4, -4), (12, -4, -4, -4), sides=((0,), (1, 2, 3)))
    said = outcome("mediatore", {}, None, CHIAMO, told.Call(seat=0, card="3b")).hand(event)
    assert said[1] == "the called card lay face down, so that there was no partner: the value is 4, not 1"
    event = hand((9, 26, 26, 26), (-6, 2, 2, 2), (-6, 2, 2, 2), sides=((0,), (1, 2, 3)))
    said = outcome("quadrigliati", {}, None, CHIAMO, told.How(seat=0, bid="swap")).hand(event)
    assert said[1] == "after the exchange it is played alone: the value is 2, not 1"


def test_who_sat_out() -> None:
    event = hand(
        (18, 18, 17, 17, 17, 17, None),
        (3, 1, -1, -1, -1, -1, None),
        (3, 1, -1, -1, -1, -1, 0),
        sides=((0, 1), (2, 3, 4, 5)),
    )
    said = outcome("a-chiamare", {}, 7, CHIAMO).hand(event)
    assert said[1] == "Anna gets 3, Bruno gets 1, Carla, Dino, Emma and Fabio pay 1 each"
    assert said[2].endswith("Gina 0 (sat out)")


def test_sides_of_one_hand() -> None:
    called = outcome("chiamata-del-tre", {}, None, told.Call(seat=0, card="3b"))
    assert called.hand(hand((13, 22, 22, 13), (4, 7, 7, 4), (4, 7, 7, 4), sides=((0, 3), (1, 2)))) == [
        "the hand goes to Bruno and Carla, 7 to 4",
        "Anna, who called 3b, and Dino, who held it: 13 thirds make 4 points, for each of them",
        "Bruno and Carla: 22 thirds make 7 points, for each of them",
        "scores so far: Anna 4, Bruno 7, Carla 7, Dino 4",
    ]
    dummy = outcome("col-morto").hand(hand((15, 15, 20), (5, 5, 6), (5, 5, 6), sides=((2, 3), (0, 1))))
    assert dummy[1] == "Carla, the dealer, with Dino: 20 thirds make 6 points"


def test_few_points_are_best() -> None:
    said = outcome("rovescino", {}, 4).hand(hand((10, 0, 14, 11), (3, 0, 5, 3), (3, 0, 5, 3)))
    assert said[0] == "the fewest points, 0: Bruno"
    assert said[3] == "Carla: 14 thirds make 5 points, 1 of them left over by the others; 5 in all"
    gone = outcome("traversone", {"target": 21, "end_mode": "elimination"}, 3)
    assert gone.hand(hand((44, None, 18), (15, None, 6), (20, 25, 7)))[2] == "Bruno is out, with 25"


def test_all_the_points_of_a_reverse_game() -> None:
    given = outcome("rovescino", {}, 4).hand(hand((35, 0, 0, 0), (0, 11, 11, 11), (0, 11, 11, 11), awards=("slam",)))
    assert given[0] == "Anna took all 11 points: every other gets as many, and he gets none"
    taken = outcome("traversone", {}, 3).hand(hand((0, 65, 0), (0, -21, 0), (9, 3, 8), awards=("slam",)))
    assert taken[0] == "Bruno took all 21 points: they are taken off his total"


@pytest.mark.parametrize(
    ("name", "rules", "event", "said"),
    [
        (
            "tressette",
            {},
            end((0, 2), (6, 5), (1, -1, 1, -1), "hands"),
            "1 hand played, Anna and Carla win with the most points, 6 against 5",
        ),
        ("in-due", {}, end((0, 1), (5, 5), (0, 0), "hands"), "it is level, 5 to 5"),
        (
            "in-due",
            {"target": 31},
            end((1,), (20, 33), (-13, 13), "target"),
            "Bruno wins, with the target of 31 reached and the most points, 33 against 20",
        ),
        (
            "tressette",
            {"target": 21, "end": "immediate"},
            end((1, 3), (9, 21), (-12, 12, -12, 12), "immediate"),
            "Bruno and Dino win at once, by reaching the target of 21",
        ),
        (
            "tressette",
            {"stakes": "s1"},
            end((0, 2), (11, 0), (3, -3, 3, -3), "stakes", 3),
            "Anna and Carla win it by this hand, which counts as 3 games",
        ),
        (
            "rovescino",
            {"target": 21},
            end((2,), (22, 9, 4), (-39, 0, 39), "target"),
            "Anna reached the target of 21; Carla wins with the fewest points, 4 against 22 and 9",
        ),
        (
            "traversone",
            {"target": 21, "end_mode": "elimination"},
            end((0,), (8, 25, 30), (9, 0, -9), "elimination"),
            "Anna wins, the last one below 21 points, with 8",
        ),
        (
            "traversone",
            {"target": 21, "end_mode": "elimination"},
            end((0,), (22, 25, 30), (9, 0, -9), "elimination"),
            "all who were left reached 21 together; Anna wins with the fewest points, 22",
        ),
        (
            "tressette",
            {},
            end((1, 3), (0, 0), (-22, 22, -22, 22), "forfeit"),
            "it is forfeited by Anna and Carla; Bruno and Dino win",
        ),
        (
            "rovescino",
            {},
            end((0, 2), (0, 0, 0), (11, -22, 11), "disqualified"),
            "it is forfeited unplayed by Bruno; Anna and Carla win",
        ),
    ],
)
def test_why_a_game_is_over(name: str, rules: dict, event: told.GameEnd, said: str) -> None:
    found = outcome(name, rules, len(event.utility))
    first, second = found.game(event)
    assert first == f"the game is over: {said}"
    assert second.startswith("it counts for the match: Anna ")


@pytest.mark.parametrize(
    ("right", "said"), [(True, "was right: Anna and Carla win"), (False, "it was not: Bruno and Dino win")]
)
def test_a_claim_decides(right: bool, said: str) -> None:
    winners = (0, 2) if right else (1, 3)
    found = outcome("tressette", {"target": 21, "end": "claim"}, None, told.Claim(seat=2, claim="game", right=right))
    first, _ = found.game(end(winners, (20, 20), (1, -1, 1, -1), "claim"))
    assert first == f"the game is over: Carla said that the target of 21 was reached, and {said}"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            told.Claim(seat=0, claim="tricks", right=True, cards=("3b",)),
            "Anna lays down 3b and claims all tricks left, rightly: he takes them",
        ),
        (
            told.Claim(seat=0, claim="tricks", right=False, cards=("3b",)),
            "Anna lays down 3b and claims all tricks left, wrongly: his cards stay open, and play goes on",
        ),
        (told.Claim(seat=0, claim="game", right=False), "Anna claims the game: wrongly, and the others have won it"),
        (
            told.Annul(seat=1, reason="three_sevens", cards=("7b", "7c")),
            "Bruno has the hand annulled, and dealt again: three sevens or more, 7b 7c",
        ),
        (
            told.Annul(reason="seating"),
            "the hand is annulled, and dealt again: one player holds all the coins that decide",
        ),
        (told.ThrownIn(reason="all_passed"), "all pass: the hand is thrown in"),
        (
            told.Declare(seat=0, points=3, combos=("napoli:c",), cards=("Ac",)),
            "Anna declares 3 points: napoletana of coppe, Ac",
        ),
        (told.Declare(seat=0, points=1), "Anna declares 1 point"),
        (told.Count(seat=0, points=21), "Anna has all 21 points, and may choose what becomes of them"),
        (told.Raise(seat=0, bid="dividete"), "Anna raises it: dividete"),
        (CHIAMO, "Anna plays chiamo for a value of 1; Bruno leads"),
    ],
)
def test_what_happens_in_words(event: told.Event, said: str) -> None:
    assert tell(event, NAMES.__getitem__) == said


def test_combinations_in_words() -> None:
    words = ["napoli:b", "napoli", "tris:A:d", "tris:3", "four:2"]
    assert [combination(word) for word in words] == [
        "napoletana of bastoni",
        "napoletana",
        "three aces without denari",
        "three 3s",
        "four 2s",
    ]


@pytest.mark.parametrize("label", dict(golden()))
def test_every_game_ends_with_its_winners_by_name(label: str) -> None:
    playout = dict(golden())[label]
    game = decode(record(label, playout))
    assert game.result is not None
    over = next(line.text for line in replay(game) if line.text.startswith("the game is over: "))
    if len(game.result.winners) < len(game.players):
        assert all(f"{seat} p{seat}" in over for seat in game.result.winners)
    else:
        assert "level" in over
