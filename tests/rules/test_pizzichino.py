"""Pizzichino: packets, what is turned over and taken up, playing from tops, and what is told (R3)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD, DECKS, NAMES, cards_of, names_of
from referee.rules.decision import IllegalAction
from referee.rules.engine import Game
from referee.rules.events import Declared, TakenUp, TrickWon, TurnedUp
from referee.rules.options import BadRules
from referee.rules.why import why_illegal
from tests.rules.small_tables import at_random, counts, on_deck, shuffled, with_packets
from tests.rules.table import cards, play, play_out, seeded, told_to

# Packets from the card that is seen first on. Seat 0 has bastoni and coppe, seat 1 denari and spade.
MINE = ["4b 5b 6b 7b Jb", "Qb Kb 4c 5c 6c", "3b 2b Ab 7c Jc", "Qc Kc Ac 2c 3c"]
OTHER = ["4d 5d 6d 7d Jd", "Qd Kd 4s 5s 6s", "3d 2d Ad 7s Js", "Qs Ks As 2s 3s"]
ACCUSING = (
    ["3b 4b 5b 6b 7b", "Jb Qb Kb Ad 4c", "3c 3d 4d 5d 6d", "7d Jd Qd Kd 5c"],
    ["4s 5s 6s 7s Js", "Qs Ks 6c 7c Jc", "Qc Kc Ab Ac As", "2b 2c 2d 2s 3s"],
)
WORDS = ["1+2", "1+3", "1+4", "2+3", "2+4", "3+4"]


def legal(game: Game) -> list[str]:
    """What may be answered now."""
    assert game.decision is not None
    return game.decision.legal()


def taken_up(game: Game) -> list[tuple[int, int, str]]:
    """The tops that went to hands: seat, packet, card."""
    return [(event.seat, event.packet, NAMES[event.card]) for event in game.log if isinstance(event, TakenUp)]


def test_r3_1_packets_alternate_and_their_bottom_is_their_last_card() -> None:
    deck = DECKS["italian40"]
    game = on_deck(deck, "pizzichino", 1)
    for seat, start in ((0, 4), (1, 9)):
        deal = told_to(game, seat)[0]
        assert deal == told.Deal(
            hand=0,
            attempt=0,
            order=(0, 1),
            dealer=1,
            leader=0,
            cards=(),
            bottoms=tuple(NAMES[deck[start + 10 * number]] for number in range(4)),
            counts=(20, 20),
        ), "his own bottoms and nothing of the other's"


def test_r3_1_each_turns_over_two_packets_the_non_dealer_first() -> None:
    game = with_packets(MINE, OTHER)
    decision = game.decision
    assert decision is not None and (decision.kind, decision.seat, decision.legal()) == ("expose", 0, WORDS)
    with pytest.raises(IllegalAction) as refused:
        game.act("2+1")
    assert refused.value.rule == "R3.1" and "lower number first" in why_illegal(game.state, decision, "2+1")[1]
    play(game, "1+2")
    own = ("7c", "Jc", "Qc", "Kc", "Ac", "2c", "3c")
    assert told_to(game, 0)[-1] == told.Expose(
        seat=0, packets=(1, 2), tops=("4b", "Qb"), cards=("Ab", "2b", "3b", *own)
    )
    assert told_to(game, 1)[-1] == told.Expose(seat=0, packets=(1, 2), tops=("4b", "Qb"))
    assert game.decision is not None and (game.decision.kind, game.decision.seat) == ("expose", 1)
    play(game, "1+2")
    assert told_to(game, 0)[-1] == told.Expose(seat=1, packets=(1, 2), tops=("4d", "Qd"))


def test_r3_1_the_second_deal_is_the_other_players() -> None:
    game = play_out(shuffled("pizzichino", {"hands": 2}))
    deals = [event for event in told_to(game, 1) if isinstance(event, told.Deal)]
    assert [(deal.dealer, deal.leader) for deal in deals] == [(1, 0), (0, 1)]
    asked = [event.seat for event in told_to(game, 1) if isinstance(event, told.Expose)]
    assert asked == [0, 1, 1, 0]


def test_r3_2_a_top_that_is_ace_two_or_three_goes_to_the_hand_until_none_is() -> None:
    game = play(with_packets(["3b 2b Ab 4b 5b", *MINE[1:2], "6b 7b Jb 7c Jc", MINE[3]], OTHER), "1+2", "1+2")
    assert taken_up(game) == [(0, 1, "3b"), (0, 1, "2b"), (0, 1, "Ab")]
    assert told_to(game, 1)[-6:] == [
        told.TakeUp(seat=0, packet=1, card="3b"),
        told.TurnUp(seat=0, packet=1, card="2b"),
        told.TakeUp(seat=0, packet=1, card="2b"),
        told.TurnUp(seat=0, packet=1, card="Ab"),
        told.TakeUp(seat=0, packet=1, card="Ab"),
        told.TurnUp(seat=0, packet=1, card="4b"),
    ]
    assert game.state.visible(0) == 1 << CARD["4b"] | 1 << CARD["Qb"]
    assert game.state.hands[0].bit_count() == 13


def test_r3_2_several_at_once_the_non_dealers_first_and_then_by_packet() -> None:
    mine = ["3b 4b 5b 6b 7b", "2c Ac 4c 5c 6c", "Jb Qb Kb 7c Jc", "Qc Kc Ab 2b 3c"]
    game = play(with_packets(mine, OTHER), "1+2", "3+4")
    assert taken_up(game) == [(0, 1, "3b"), (0, 2, "2c"), (1, 3, "3d"), (0, 2, "Ac"), (1, 3, "2d"), (1, 3, "Ad")]


def test_r3_2_a_packet_may_be_used_up_before_the_first_lead() -> None:
    game = play(with_packets(["3b 2b Ab 3c 2c", MINE[0], "", ""], OTHER), "1+2", "1+2")
    assert len(taken_up(game)) == 5 and game.state.hands[0].bit_count() == 15
    assert cards_of(game.state.visible(0)) == [CARD["4b"]]
    play_out(game)
    assert sum(game.state.won) == 20, "fifteen cards in hand and five in the other packet"


def test_r3_2_without_pizzichi_they_stay_where_they_are() -> None:
    game = play(with_packets(MINE, OTHER, pizzichi=False), "3+4", "3+4")
    assert not taken_up(game) and names_of(game.state.visible(0)) == ("3b", "Qc")
    assert "3b" in legal(game), "and may be played"


def test_r3_3_hand_and_tops_can_be_played_and_must_follow() -> None:
    mine = ["4d 5b 6b 7b Jb", *MINE[1:]]
    other = ["4b 5d 6d 7d Jd", *OTHER[1:]]
    game = play(with_packets(mine, other), "1+2", "1+2")
    assert {"4d", "Qb", "3b", "3c"} <= set(legal(game)) and not {"5b", "Kb"} & set(legal(game))
    play(game, "4d")
    assert set(legal(game)) == {"Qd", "Ad", "2d", "3d"}, "tops and hand alike follow denari"
    decision = game.decision
    assert decision is not None
    with pytest.raises(IllegalAction) as refused:
        game.act(CARD["4b"])
    assert refused.value.rule == "R0.4"
    assert "does not follow" in why_illegal(game.state, decision, CARD["4b"])[1]
    assert "not among the cards" in why_illegal(game.state, decision, CARD["5d"])[1], "it lies under a top"


def test_r3_3_only_a_top_can_follow() -> None:
    mine = ["4d 5b 6b 7b Jb", *MINE[1:]]
    other = ["4b 5d 6d 7d Jd", *OTHER[1:]]
    game = play(with_packets(mine, other), "1+2", "1+2", "Qb")
    assert legal(game) == ["4b"], "no bastoni in hand, but one lies open"


def test_r3_3_what_lies_below_comes_up_after_the_trick_the_winners_first() -> None:
    game = play(with_packets(MINE, OTHER), "1+2", "1+2")
    play(game, "4b", "4d")
    assert told_to(game, 1)[-3:] == [
        told.Trick(winner=0, number=1),
        told.TurnUp(seat=0, packet=1, card="5b"),
        told.TurnUp(seat=1, packet=1, card="5d"),
    ]
    lost = with_packets(["4b", "Kb", "3b", "Qc"], ["Qb 5d 6d 7d Jd", "4d Kd 4s 5s 6s", *OTHER[2:]])
    play(lost, "1+2", "1+2", "4b", "Qb")
    assert [event.seat for event in lost.log if isinstance(event, TurnedUp)] == [1, 0]
    assert lost.decision is not None and lost.decision.seat == 1


def test_r3_3_a_card_comes_up_between_tricks_and_not_within() -> None:
    game = play(with_packets(MINE, OTHER), "1+2", "1+2", "4b")
    assert game.state.visible(0) == 1 << CARD["Qb"], "5b is not seen before the trick is over"
    assert not any(isinstance(event, TurnedUp) for event in game.log)


def test_r3_3_cards_come_up_from_the_last_place_to_the_first() -> None:
    deck = DECKS["italian40"]
    game = play(on_deck(deck, "pizzichino", 1, pizzichi=False), "1+2", "1+2")
    seen = [NAMES[deck[4]]]
    while game.decision:
        top = game.state.tops[0].get(1)
        if top is not None and NAMES[top] != seen[-1]:
            seen.append(NAMES[top])
        play(game, NAMES[top] if top is not None and NAMES[top] in legal(game) else legal(game)[0])
    assert seen == [NAMES[deck[place]] for place in (4, 3, 2, 1, 0)]


@pytest.mark.parametrize("seed", range(6))
def test_r3_3_twenty_tricks_also_when_only_tops_are_left(seed: int) -> None:
    game = play(with_packets(MINE, OTHER), WORDS[seed], WORDS[5 - seed])
    bare = 0
    while game.decision:
        decision, state = game.decision, game.state
        bare += not state.hands[decision.seat]
        in_hand = cards_of(decision.cards & state.hands[decision.seat])
        game.act(in_hand[0] if in_hand else decision.first())
    assert bare, "a hand was played out before its packets"
    assert [event.number for event in game.log if isinstance(event, TrickWon)] == list(range(1, 21))
    assert sum(value or 0 for value in counts(game)[0].thirds) == 35
    assert game.result is not None and sum(game.result.scores) == 11


def test_r3_3_declarations_are_judged_on_the_hand_at_the_first_lead() -> None:
    """Three 3s, of which one came up in a packet; the ace that lies open later is none of the hand."""
    game = play(with_packets(*ACCUSING, accuse="auto", accuse_told="named"), "1+2", "1+2")
    assert told_to(game, 1)[-1] == told.Declare(seat=0, points=3, combos=("tris:3:s",))
    play(game, "Jb")
    found = [(event.seat, event.combos) for event in game.log if isinstance(event, Declared)]
    assert found == [(0, ("tris:3:s",)), (1, ("napoli:s", "four:2", "tris:A:d"))]
    later = play(with_packets(*ACCUSING, accuse="ask", accuse_when="until_third"), "1+2", "1+2", "done")
    play(later, "Jb")
    assert later.decision is not None and later.decision.kind == "declare", "the other is asked in trick 1"


def test_r3_3_declarations_are_off_unless_asked_for() -> None:
    assert play_out(with_packets(*ACCUSING)).state.declared == [0, 0]


def test_r0_14_immediate_before_anything_comes_up() -> None:
    game = play(with_packets(MINE, OTHER, end="immediate", target=1), "1+2", "1+2", "Ab", "Qd")
    assert game.result is not None and game.result.reason == "immediate" and game.result.scores == (1, 0)
    assert not any(isinstance(event, TurnedUp) for event in game.log)


def test_r0_14_claim_with_any_card() -> None:
    game = play(with_packets(MINE, OTHER, end="claim", target=5), "1+2", "1+2", "4b")
    assert legal(game)[-1] == "claim:game"
    play(game, "claim:game")
    assert game.result is not None and (game.result.winners, game.result.utility) == ((0,), (1, -1))


def test_p9_forfeit_while_packets_are_turned_over() -> None:
    assert shuffled("pizzichino", {"target": 21}).forfeit(0).utility == (-21, 21)
    assert shuffled("pizzichino", {}).forfeit(0).utility == (-11, 11)


def test_no_seat_is_told_what_lies_hidden() -> None:
    """Every card that a seat is told of the other's, it is told when all see it: as a top, or when it is played."""
    game = play(shuffled("pizzichino", {}), "1+3", "2+4")
    play_out(game, at_random(4))
    for seat in (0, 1):
        deal, *rest = told_to(game, seat)
        assert isinstance(deal, told.Deal) and not deal.cards and deal.bottoms is not None and len(deal.bottoms) == 4
        exposed = [event for event in rest if isinstance(event, told.Expose)]
        assert [event.cards is None for event in exposed] == [event.seat != seat for event in exposed]


def test_options_and_alias() -> None:
    spec = games.spec("spizzichino")
    assert spec is games.spec("pizzichino") and spec.seats == (2,)
    rules = games.build("pizzichino", {}).rules
    assert (rules["hands"], rules["pizzichi"], rules["accuse"]) == (1, True, "off")
    assert games.parse_option(spec, "pizzichi=off") == ("pizzichi", False)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [({"end": "claim"}, "needs a target"), ({"deck": "piemontese36"}, "no option deck"), ({"pizzichi": "maybe"}, "on")],
)
def test_what_makes_no_sense_is_refused(rules: dict[str, object], reason: str) -> None:
    with pytest.raises(BadRules, match=reason):
        games.build("pizzichino", rules)


def test_r3_2_the_dealer_may_be_either() -> None:
    """Seat 0 deals: the packets of seat 1 come first, in the deal and when several cards come up at once."""
    packets = ["3b 4b 5b 6b 7b", "3c 4c 5c 6c 7c", "2b Jb Qb Kb Ab", "2c Jc Qc Kc Ac", *OTHER[:1], "Qd Kd 4s 5s 6s"]
    deck = [card for packet in packets for card in reversed(cards(packet))]
    rest = [card for card in DECKS["italian40"] if card not in deck]
    game = play(on_deck(deck + rest, "pizzichino", 0), "1+2", "1+2")
    assert taken_up(game) == [(1, 1, "3b"), (1, 2, "2b"), (0, 1, "3c"), (0, 2, "2c")]
    assert game.decision is not None and game.decision.seat == 1


def test_r1_6_until_the_third_trick() -> None:
    game = play(with_packets(*ACCUSING, accuse="ask", accuse_when="until_third"), "1+2", "1+2")
    asked = []
    while game.state.number < 6:
        assert game.decision is not None
        if game.decision.kind == "declare" and game.decision.seat == 0:
            asked.append(game.state.number)
        game.act("done" if game.decision.kind == "declare" else game.decision.first())
    assert asked == [1, 2, 3], "done closes one turn only"


def test_r1_6_after_the_first_trick_declarations_follow_what_comes_up() -> None:
    options = {"accuse": "auto", "accuse_when": "after_first_trick", "accuse_told": "kind"}
    game = play(with_packets(*ACCUSING, **options), "1+2", "1+2", "4b")
    play(game, legal(game)[-1])
    kinds = [type(event) for event in told_to(game, 0)]
    after = kinds[kinds.index(told.Trick) + 1 :]
    assert after == [told.TurnUp, told.Declare, told.Declare], "4b was a top; the other card came from a hand"


def test_r1_7_a_request_goes_with_a_top_as_with_any_card() -> None:
    game = play(with_packets(*ACCUSING, accuse="auto", accuse_told="on_request"), "1+2", "1+2", "Jb", "2b")
    assert game.decision is not None and game.decision.seat == 1 and game.decision.say is not None
    assert set(game.decision.say) == set(cards_of(game.decision.cards))
    assert set(game.decision.say) & set(game.state.tops[1].values())
    play(game, "ask:0=4s")
    assert told_to(game, 1)[-1] == told.Reveal(seat=0, combos=("tris:3:s",))


def test_r0_14_the_last_trick_is_not_won_while_packets_wait() -> None:
    """Hands empty and no top visible is not the end: the next cards are turned up after the test of the target."""
    game = seeded(0x38E, "pizzichino", target=8, end="immediate")
    actions = (
        "1+2 2+4 2d Jd 6c 4c 4s 2s Kb 5b 2b 4b Ks 6s 6d 7d 3c Qc 7b Jb Ab 3b Qd Ad 3s 2c 6b 3d As 5s Ac Kc Js 7s 7c Kd"
    )
    play(game, *actions.split())
    assert game.result is None
    assert game.decision is not None and (game.decision.seat, game.decision.legal()) == (1, ["Jc"])
