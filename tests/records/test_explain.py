"""Explanations: what was legal, what was not and why, and what the seat knew."""

import pytest

from referee.records.format.record import Record, decode
from referee.records.replay.explain import Explanation, NoDecision, explain, lines
from tests.golden.games import golden, record
from tests.records.samples import fault, sample

PLAYOUTS = dict(golden())


def explained(label: str, kind: str, number: int = 0) -> Explanation:
    """The decision of this kind, of that number among its like, in a golden game."""
    playout = PLAYOUTS[label]
    places = [place for place, step in enumerate(playout.steps) if step.decision.kind == kind]
    return explain(decode(record(label, playout)), places[number])[0]


def told(game: Record, action: int) -> list[str]:
    return [line.text for line in explain(game, action)[1]]


def test_a_card_that_does_not_follow() -> None:
    game = sample()
    found, _ = explain(game, 1)
    led = game.hands[0].actions[0].action
    assert (found.hand, found.attempt, found.action, found.seat, found.place) == (0, 0, 1, 1, 1)
    assert (found.decision, found.rule, found.trick) == ("play", "R0.4", ((0, led),))
    assert found.answer == game.hands[0].actions[1].action
    assert found.answer == found.legal[-1]
    assert set(found.legal) == {card for card in found.cards if card[1] == led[1]}
    refused = {card: each for each in found.forbidden for card in each.actions}
    assert len(refused) + len(found.legal) == 40
    other = next(card for card in found.cards if card[1] != led[1])
    assert refused[other].reason == f"it does not follow: {led} was led, and you hold cards of its suit"
    stranger = next(card for card in refused if card not in found.cards)
    assert "not in the hand" in refused[stranger].reason
    assert set(found.unseen) == set(refused) - set(found.cards) - {led}
    assert len(found.unseen) == 29


def test_every_decision_of_every_golden_game_is_explained_as_it_was_offered() -> None:
    for label, playout in PLAYOUTS.items():
        game = decode(record(label, playout))
        for place in range(0, len(playout.steps), 7):
            step = playout.steps[place]
            found, lines_told = explain(game, place)
            assert list(found.legal) == step.decision.legal()
            assert (found.seat, found.place, found.decision) == (step.seat, step.place, step.kind)
            assert found.answer in found.legal
            assert not set(found.legal) & {action for each in found.forbidden for action in each.actions}
            assert all(each.rule.startswith("R") and each.reason for each in found.forbidden)
            assert not set(found.cards) & set(found.unseen) or found.decision == "expose"
            assert all(line.text.isprintable() for line in (*lines(game, found), *lines_told))


def test_words_have_their_reasons_too() -> None:
    bid = explained("mediatore-4-chiedo", "bid", 1)
    assert bid.legal == ("pass", "solo", "solissimo")
    assert [each.actions for each in bid.forbidden] == [("chiamo", "chiedo")]
    call = explained("chiamata-del-tre-4", "call")
    assert set(call.legal) <= {"3b", "3c", "3d", "3s"}
    assert {card for each in call.forbidden for card in each.actions} >= set(call.cards)
    dummy = next(
        explained("col-morto-3", "play", number)
        for number in range(1, 8)
        if PLAYOUTS["col-morto-3"].steps[number].place == 3
    )
    assert (dummy.seat, dummy.place, len(dummy.cards)) == (2, 3, 10)


def test_what_the_seat_had_been_told_ends_before_the_decision() -> None:
    game = sample(rules={"hands": 2})
    last = told(game, 39)
    assert last[1] == "hand 0: 3 bot3 deals"
    assert last[-1].split()[:2] == ["10", "36"]
    assert len(last[-1].split()) == 5
    assert told(game, 40)[1] == "hand 1: 0 bot0 deals"


def test_actions_are_counted_through_the_game_or_in_a_hand() -> None:
    game = sample(rules={"hands": 2})
    through, within = explain(game, 45)[0], explain(game, 5, hand=1)[0]
    assert through == within
    assert (within.hand, within.action) == (1, 5)
    again = decode(record("tressette-4-s0", PLAYOUTS["tressette-4-s0"]))
    attempt = next(hand for hand in again.hands if hand.attempt == 1)
    assert explain(again, 0, attempt.hand, 1)[0].attempt == 1


@pytest.mark.parametrize(
    ("action", "hand", "attempt", "what"),
    [
        (80, None, 0, "there is no action 80: they are 0 to 79"),
        (40, 1, 0, "there is no action 40 in hand 1: they are 0 to 39"),
        (0, 2, 0, "there is no hand 2"),
        (0, 1, 1, "there is no hand 1 with an attempt 1"),
    ],
)
def test_what_is_not_there_is_refused(action: int, hand: int | None, attempt: int, what: str) -> None:
    with pytest.raises(NoDecision, match=what):
        explain(sample(rules={"hands": 2}), action, hand, attempt)


def test_a_record_that_does_not_go_with_the_rules_is_explained_up_to_there() -> None:
    game = sample()
    game.hands[0].actions[9] = game.hands[0].actions[0]
    assert explain(game, 8)[0].action == 8
    with pytest.raises(NoDecision, match="does not go with the rules before that"):
        explain(game, 10)


def test_the_decision_at_which_a_game_was_lost() -> None:
    game = sample(faults=[fault(2, 2, "illegal", "forfeit")], stop=2)
    found, _ = explain(game, 2)
    assert (found.seat, found.answer, found.fault) == (2, None, "illegal (P4), forfeit")
    assert set(found.legal) < set(found.cards)
    text = "\n".join(line.text for line in lines(game, found))
    assert "fault      illegal (P4), forfeit" in text
    assert "answered" not in text
    with pytest.raises(NoDecision, match="they are 0 to 2"):
        explain(game, 3)
