"""The analysis of a game with all cards known: it adds up, it finds the blunder, and it looks only where it can."""

import msgspec
import pytest

from referee.records.format.record import Record
from referee.records.replay.analyse import Judged, analyse
from referee.records.replay.analysis_text import judging
from referee.records.verify.playback import begin, follow
from referee.rules.deals import game_seed
from referee.rules.events import HandEnded
from referee.rules.solver import FAST
from tests.records.samples import sample


def thirds_made(record: Record, place: int) -> tuple[tuple[int, ...], int | None]:
    """The side of a place, and the thirds that it made in the only hand."""
    game = begin(record)
    follow(record, game)
    end = next(event for event in game.log if isinstance(event, HandEnded))
    sides = end.sides or game.state.fixed_sides or ()
    side = next(side for side in sides if place in side)
    return side, end.thirds[side[0] if end.sides else sides.index(side)]


@pytest.mark.parametrize("name", ["tressette", "in-due", "tocca", "terziglio", "chiamata-del-tre", "quintiglio"])
def test_what_is_made_is_what_could_be_made_less_what_was_given_away(name: str) -> None:
    faults = 0
    for deal in range(3):
        record = sample(name, {"hands": 1}, seed=game_seed("analyse", deal))
        judged = list(analyse(record))
        mine, made = thirds_made(record, judged[0].place)
        lost = sum(each.lost() for each in judged if each.place in mine)
        won = sum(each.lost() for each in judged if each.place not in mine)
        assert made == judged[0].thirds - lost + won
        assert max(len(each.worth) for each in judged) <= FAST
        faults += lost + won
    assert faults, "nobody plays without a fault whose every card is his last legal one"


def test_a_card_judged() -> None:
    judged = Judged(hand=0, attempt=0, action=30, seat=1, place=1, card="As", best=("4c", "7c"), thirds=18, worth={})
    judged = msgspec.structs.replace(judged, worth={"As": 14, "4c": 18, "7c": 18, "Kd": 17})
    assert (judged.lost(), judged.points()) == (4, 2)  # 18 thirds are 6 points, 14 are 4
    lines = [line.text for line in judging(sample(), [judged])]
    assert lines[3] == "      30  1 bot1  As      18     4  4c 7c 0, Kd 1"
    assert "  action 30: 1 bot1 plays As, 2 points (4 thirds) given away; best 4c or 7c" in lines
    kept = msgspec.structs.replace(judged, card="Kd", worth={"Kd": 18, "4c": 18})
    assert [line.text for line in judging(sample(), [kept])][-1] == "no card gave a point away"


def test_where_few_points_are_good_and_where_cards_are_to_come_nothing_is_judged() -> None:
    assert not list(analyse(sample("rovescino")))
    assert [line.text for line in judging(sample("rovescino"), [])][1].startswith("nothing to analyse")
    in_due = list(analyse(sample("in-due")))
    assert {each.action for each in in_due} >= {26} and min(each.action for each in in_due) >= 26  # seven tricks of 20


def test_one_hand_of_several() -> None:
    record = sample(rules={"hands": 2})
    assert {each.hand for each in analyse(record)} == {0, 1}
    assert {each.hand for each in analyse(record, 1)} == {1}


def test_a_record_that_goes_wrong_is_judged_until_there() -> None:
    record = sample()
    actions = record.hands[0].actions
    actions[36] = msgspec.structs.replace(actions[36], action="3z")
    judged = list(analyse(record))
    assert judged and max(each.action for each in judged) < 36
