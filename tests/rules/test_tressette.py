"""Tressette for four: who leads, partners by coins, annulment, following, presets (R1)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD, thirds_of
from referee.rules.decision import IllegalAction, action_of
from referee.rules.options import BadRules
from referee.rules.phases.pre_play import REDEALS
from referee.rules.why import why_illegal
from tests.rules.table import play, play_out, seeded, set_table, told_to


def test_r0_4_follow_suit_if_you_can() -> None:
    game = set_table(["5b", "4b 7b 3c", "", ""], dealer=3, accuse="off")
    play(game, "5b")
    decision = game.decision
    assert decision is not None and decision.legal() == ["4b", "7b"]
    with pytest.raises(IllegalAction) as refused:
        game.act(CARD["3c"])
    assert refused.value.rule == "R0.4"
    assert "5b was led" in why_illegal(game.state, decision, CARD["3c"])[1]
    assert game.decision is decision and len(game.state.trick) == 1, "the state is as it was"


def test_r0_5_the_strongest_card_of_the_suit_led_wins_and_leads() -> None:
    game = set_table(["5b", "Ab 2b", "4s 5s 6s 7s Js 4c 5c 6c 7c Jc", "3b"], dealer=3, accuse="off")
    play(game, "5b", "Ab", "7c", "3b")
    assert told_to(game, 0)[-1] == told.Trick(winner=3, number=1)
    assert game.decision is not None and game.decision.seat == 3


def test_r0_9_the_deal_passes_to_the_right() -> None:
    game = play_out(seeded(7, hands=5, first_dealer=1))
    assert [hand.dealer for hand in game.hands] == [1, 2, 3, 0, 1]


def test_r1_3_four_of_coins_leads_the_first_hand_only() -> None:
    game = seeded(3, hands=2, first_lead="four_of_coins")
    holder = game.state.holder(CARD["4d"])
    assert game.decision is not None and game.decision.seat == holder
    deal = told_to(game, 0)[0]
    assert isinstance(deal, told.Deal) and deal.leader == holder
    while game.state.hand == 0:
        assert game.decision is not None
        game.act(game.decision.first())
    assert game.state.leader == (game.state.dealer + 1) % 4


def test_r1_2_partners_by_coins() -> None:
    """4d with seat 0, 5d with seat 1: seats 1 and 2 change places, so that 0 and 1 are partners."""
    game = set_table(["4d", "5d", "6d", ""], dealer=3, partners="by_coins", accuse="off")
    seating = next(event for event in told_to(game, 3) if isinstance(event, told.Seating))
    assert seating == told.Seating(order=(0, 2, 1, 3), sides=((0, 1), (2, 3)))
    assert game.decision is not None and game.decision.seat == 0
    play(game, "4d")
    assert game.decision.seat == 2


def test_r1_2_six_takes_the_place_of_five() -> None:
    game = set_table(["", "4d 5d", "", "6d"], dealer=3, partners="by_coins", accuse="off")
    assert game.state.sides == ((0, 2), (1, 3)), "already opposite"
    seven = set_table(["", "4d 5d 6d", "7d", ""], dealer=3, partners="by_coins", accuse="off")
    assert seven.state.sides == ((0, 3), (1, 2)), "on given deals the next coins decide (R0.17)"


def test_r1_2_all_three_with_one_player_is_dealt_again_by_the_same_dealer() -> None:
    for seed in range(400):
        game = seeded(seed, partners="by_coins")
        if len(game.hands) > 1:
            break
    assert [(hand.attempt, hand.dealer, hand.ended) for hand in game.hands] == [(0, 3, "annulled"), (1, 3, None)]
    assert told_to(game, 0)[1] == told.Annul(reason="seating")


@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        ("4b 5b 6b 4c 5c 6c 4d 5d Jb Qb", {"below_one", "at_most_one"}),
        ("4b 5b 6b 4c 5c 6c 4d 5d 6d Ab", {"at_most_one"}),
        ("7b 7c 7d 3b 3c 3d 3s 2b 2c 2d", {"three_sevens"}),
        ("7b 7c 4d 3b 3c 3d 3s 2b 2c 2d", set()),
    ],
)
def test_r1_4_what_may_be_annulled(hand: str, reasons: set[str]) -> None:
    from tests.rules.table import mask

    assert {reason for reason, qualifies in REDEALS.items() if qualifies(mask(hand))} == reasons


def test_r1_4_annulment_shows_the_hand_and_the_same_dealer_deals_again() -> None:
    for seed in range(400):
        game = seeded(seed, redeal=["at_most_one", "three_sevens"])
        if game.decision and game.decision.kind == "redeal":
            break
    assert game.decision is not None and game.decision.legal() == ["keep", "redeal"]
    seat, hand = game.decision.seat, game.state.hands[game.decision.seat]
    assert thirds_of(hand) <= 3 or sum(hand >> CARD[f"7{suit}"] & 1 for suit in "bcds") >= 3
    play(game, "redeal")
    annul = next(event for event in told_to(game, (seat + 1) % 4) if isinstance(event, told.Annul))
    assert annul.seat == seat and annul.cards is not None and len(annul.cards) == 10
    assert [(each.attempt, each.dealer) for each in game.hands] == [(0, 3), (1, 3)]
    assert game.hands[0].points is None and game.hands[0].ended == "annulled"


def test_r0_17_given_deals_are_never_annulled() -> None:
    game = set_table(["7b 7c 7d", "", "", ""], dealer=3, redeal=["three_sevens"], accuse="off")
    assert game.decision is not None and game.decision.kind == "play"


def test_r0_12_singly() -> None:
    packets, singly = seeded(5), seeded(5, first_packets="singly", hands=2)
    order = packets.hands[0].deck
    assert packets.state.dealt[0] == sum(1 << card for card in [*order[:5], *order[20:25]])
    assert singly.state.dealt[0] == sum(1 << card for card in order[0:40:4])


def test_r0_1_piemontese() -> None:
    game = seeded(5, deck="piemontese36", accuse="ask")
    assert [hand.bit_count() for hand in game.state.hands] == [9] * 4
    play_out(game)
    assert game.result is not None and sum(game.result.scores) >= 11
    assert sum(points or 0 for points in game.hands[0].points or ()) == 11


@pytest.mark.parametrize("preset", ["contest", "s0", "s1", "fitres"])
def test_presets_end(preset: str) -> None:
    for seed in range(5):
        result = play_out(seeded(seed, preset=preset)).result
        assert result is not None and sum(result.utility) == 0


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"end": "claim"}, "needs a target"),
        ({"end": "immediate", "target": 21, "cappotto": "cancels"}, "cancels"),
        ({"end": "immediate", "target": 21, "stakes": "s1"}, "R1.9"),
        ({"stakes": "s1", "hands": 2}, "R1.9"),
        ({"hands": 2, "target": 21}, "R0.13"),
        ({"hands": None}, "must be set"),
        ({"partners": "by_coins", "first_lead": "dealer_right"}, "R1.2"),
        ({"deck": "piemontese36", "partners": "by_coins"}, "R0.1"),
        ({"deck": "piemontese36", "talk": "full"}, "R0.1"),
        ({"deck": "piemontese36", "talk": ["ho-3"]}, "R0.1"),
        ({"talk": ["hello"]}, "R1.10"),
        ({"accuse": "maybe"}, "off | auto | ask"),
        ({"hands": 0}, "1 to 1000"),
        ({"hands": True}, "1 to 1000"),
        ({"first_dealer": 4}, "R0.9"),
        ({"acuse": "off"}, "did you mean accuse"),
    ],
)
def test_options_are_checked(given: dict[str, object], reason: str) -> None:
    with pytest.raises(BadRules) as refused:
        games.build("tressette", given)
    assert reason in str(refused.value)


def test_rules_are_complete_and_build_the_same_game() -> None:
    for preset in games.spec("tressette").presets:
        variant = games.build("tressette", {}, preset=preset)
        assert set(variant.rules) == {option.key for option in games.spec("tressette").options}
        assert games.build("tressette", variant.rules).rules == variant.rules


def test_by_coins_settles_the_first_lead() -> None:
    assert games.build("tressette", {"partners": "by_coins"}).rules["first_lead"] == "four_of_coins"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("target=31", 31),
        ("target=none", None),
        ("redeal=at_most_one,three_sevens", ["at_most_one", "three_sevens"]),
        ("redeal=none", []),
        ("talk=full", "full"),
        ("talk=volo,busso", ["busso", "volo"]),
        ("cappotto=17", "17"),
    ],
)
def test_options_from_the_command_line(text: str, value: object) -> None:
    assert games.parse_option(games.spec("tressette"), text)[1] == value


def test_names_and_aliases() -> None:
    assert games.resolve("tressette-incrociato") == "tressette"
    with pytest.raises(games.UnknownName, match="did you mean tressette"):
        games.resolve("tressete")


def test_unknown_words_are_refused_by_rule() -> None:
    game = seeded(1)
    for nonsense in ("", "pass", "Zz", "claim:game"):
        with pytest.raises(IllegalAction):
            game.act(action_of(nonsense))
    with pytest.raises(IllegalAction):
        play_out(game).act(CARD["3b"])
