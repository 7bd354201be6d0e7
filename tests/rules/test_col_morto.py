"""Col-morto: the dummy's place and hand, who plays it, sides by hand, scores of three, and what is told (R4)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.engine import Game
from referee.rules.events import DummyShown
from referee.rules.options import BadRules
from tests.rules.small_tables import at_random, counts, shuffled, with_dummy
from tests.rules.table import play, play_out, told_to

BASTONI = "4b 5b 6b 7b Jb Qb Kb Ab 2b 3b"
COPPE, DENARI, SPADE = (BASTONI.replace("b", suit) for suit in "cds")


def legal(game: Game) -> list[str]:
    """What may be answered now."""
    assert game.decision is not None
    return game.decision.legal()


@pytest.mark.parametrize(
    ("dealer", "order", "sides"),
    [(2, (0, 3, 1, 2), ((2, 3), (0, 1))), (0, (1, 3, 2, 0), ((0, 3), (1, 2))), (1, (2, 3, 0, 1), ((1, 3), (0, 2)))],
)
def test_r4_1_turn_order_and_sides_by_dealer(
    dealer: int, order: tuple[int, ...], sides: tuple[tuple[int, ...], ...]
) -> None:
    game = with_dummy([BASTONI, COPPE, DENARI, SPADE], dealer)
    deal = told_to(game, 1)[0]
    assert deal == told.Deal(
        hand=0,
        attempt=0,
        order=order,
        dealer=dealer,
        leader=order[0],
        cards=tuple(COPPE.split()),
        counts=(10, 10, 10, 10),
    ), "he sees his own ten cards, and not the dummy's"
    assert game.state.sides == sides and game.state.fixed_sides is None and game.variant.hand_sides
    assert game.decision is not None and (game.decision.seat, game.decision.place) == (order[0], order[0])


def test_r4_1_cards_are_dealt_in_the_turn_order() -> None:
    """From a deck in order, five by five: A, dummy, B, dealer."""
    game = shuffled("col-morto", {})
    deck, hands = game.hands[0].deck, game.state.dealt
    for turn, place in enumerate((0, 3, 1, 2)):
        held = [*deck[5 * turn : 5 * turn + 5], *deck[20 + 5 * turn : 25 + 5 * turn]]
        assert hands[place] == sum(1 << card for card in held)


def test_r4_2_the_dummy_is_shown_after_the_first_card_and_the_dealer_plays_it() -> None:
    game = with_dummy([BASTONI, COPPE, DENARI, SPADE], 2)
    assert not any(isinstance(event, DummyShown) for event in game.log) and not game.state.dummy_shown
    play(game, "4b")
    for seat in range(3):
        assert told_to(game, seat)[-2:] == [
            told.Play(seat=0, card="4b"),
            told.Dummy(seat=3, cards=tuple(SPADE.split())),
        ]
    decision = game.decision
    assert decision is not None and (decision.seat, decision.place, decision.kind) == (2, 3, "play")
    assert decision.legal() == SPADE.split(), "the dummy's cards, and none of his own"
    play(game, "3s")
    assert told_to(game, 0)[-1] == told.Play(seat=3, card="3s")
    assert game.decision is not None and (game.decision.seat, game.decision.place) == (1, 1)
    play(game, "4c")
    assert game.decision.place == 2 and legal(game) == DENARI.split()
    play_out(game)
    assert sum(isinstance(event, DummyShown) for event in game.log) == len(game.hands) == 3, "once a hand"


def test_r4_2_the_dummy_follows_suit_and_leads_when_it_has_won() -> None:
    mine = "4b 5b 6b 7b Jb 4s 5s 6s 7s Js"
    dummy = "Qb Kb Ab 2b 3b Qs Ks As 2s 3s"
    game = play(with_dummy([mine, COPPE, DENARI, dummy], 2), "4b")
    assert legal(game) == ["Qb", "Kb", "Ab", "2b", "3b"]
    play(game, "3b", "4c", "4d")
    assert told_to(game, 2)[-1] == told.Trick(winner=3, number=1)
    assert game.decision is not None and (game.decision.seat, game.decision.place) == (2, 3)


def test_r4_3_dealer_and_dummy_against_two_each_scoring_his_side() -> None:
    """The dummy takes every trick but those that its own discards give away; 35 thirds between the two sides."""
    mine = "4b 5b 6b 7b Jb 4s 5s 6s 7s Js"
    dummy = "Qb Kb Ab 2b 3b Qs Ks As 2s 3s"
    game = with_dummy([mine, COPPE, DENARI, dummy], 2)
    while not counts(game):
        play(game, legal(game)[-1])
    assert next(event for event in told_to(game, 0) if isinstance(event, told.HandEnd)) == told.HandEnd(
        thirds=(0, 0, 35),
        points=(0, 0, 11),
        declared=(0, 0, 0),
        scores=(0, 0, 11),
        sides=((2, 3), (0, 1)),
    )
    assert counts(game)[0].utility == (-11, -11, 22), "own points twice less the others' sum"
    assert game.hands[0].sides == ((2, 3), (0, 1)) and game.state.dealer == 2


@pytest.mark.parametrize("seed", range(5))
def test_r4_3_points_of_the_two_sides_make_eleven(seed: int) -> None:
    game = play_out(shuffled("col-morto", {}), at_random(seed))
    assert [hand.dealer for hand in game.hands] == [2, 0, 1], "the deal goes 2, 0, 1"
    scores = [0, 0, 0]
    for hand, event in zip(game.hands, counts(game), strict=True):
        alone = hand.dealer
        right, left = (seat for seat in range(3) if seat != alone)
        assert event.sides == ((alone, 3), (right, left)) and event.points[right] == event.points[left]
        assert (event.points[alone] or 0) + (event.points[right] or 0) == 11
        assert (event.thirds[alone] or 0) + (event.thirds[right] or 0) == 35
        scores = [old + (new or 0) for old, new in zip(scores, event.points, strict=True)]
    assert game.result is not None and list(game.result.scores) == scores
    best = max(scores)
    assert game.result.winners == tuple(seat for seat in range(3) if scores[seat] == best)
    assert list(game.result.utility) == [3 * mine - sum(scores) for mine in scores]


def test_r4_3_race() -> None:
    game = play_out(shuffled("col-morto", {"target": 31}), at_random(1))
    assert game.result is not None and game.result.reason == "target"
    assert len(game.result.winners) == 1 and max(game.result.scores) >= 31
    assert sorted(game.result.scores)[-2] < max(game.result.scores)


def test_p9_the_offender_alone_is_the_side_also_with_the_dummys_cards() -> None:
    game = play(with_dummy([BASTONI, COPPE, DENARI, SPADE], 2), "4b")
    assert game.decision is not None and game.decision.seat == 2
    assert game.forfeit(game.decision.seat).utility == (33, 33, -66)
    assert shuffled("col-morto", {"target": 21}).forfeit(0).utility == (-42, 21, 21)


@pytest.mark.parametrize("hands", [1, 2, 4])
def test_r4_3_hands_are_a_multiple_of_three(hands: int) -> None:
    with pytest.raises(BadRules, match="multiple of 3"):
        games.build("col-morto", {"hands": hands})


def test_r4_has_no_declarations_and_no_claims() -> None:
    spec = games.spec("col-morto")
    assert {option.key for option in spec.options} == {"hands", "target", "max_hands", "first_dealer", "first_packets"}
    assert games.build("col-morto", {"hands": 6}).rules["hands"] == 6
    variant = games.build("col-morto", {})
    assert (variant.seats, variant.places, variant.units, variant.unit, variant.sides) == (3, 4, 3, "seat", None)
    assert variant.rules["hands"] == 3 and variant.first_dealer == 2


def test_r0_12_the_first_hand_dealt_singly() -> None:
    game = shuffled("col-morto", {"first_packets": "singly"})
    assert game.state.dealt[3] == sum(1 << card for card in game.hands[0].deck[1::4])
