"""Mediatore: what follows from each bid, who sees it, and what it is worth (R9)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD
from referee.rules.deals import SeededDeals
from referee.rules.decision import IllegalAction
from referee.rules.engine import Game
from referee.rules.events import PartnerShown
from referee.rules.options import BadRules
from tests.rules.bidding_table import asked, hand_end, legal, new_to, points, prefer, table
from tests.rules.table import names, play, play_out, told_to

TOP = "3b 2b Ab Kb Qb Jb 7b 6b 5b"
LOW = "4b 5b 6b 4c 5c 4d 5d 4s 5s"


def mediatore(hands: dict[int, str], bids: str, monte: str = "", dealer: int | None = None, **rules: object) -> Game:
    return play(table("mediatore", hands, 4, dealer, monte, **rules), *bids.split())


def test_r9_1_nine_each_and_one_round_of_bids() -> None:
    game = mediatore({}, "", dealer=1)
    deal = told_to(game, 0)[0]
    assert isinstance(deal, told.Deal) and deal.counts == (9, 9, 9, 9) and deal.monte == 4
    assert (asked(game).seat, asked(game).rule) == (2, "R9.1")
    assert legal(game) == ["pass", "chiamo", "chiedo", "solo", "solissimo"]
    play(game, "chiedo")
    assert (asked(game).seat, legal(game)) == (3, ["pass", "solo", "solissimo"])
    play(game, "solissimo")
    assert (asked(game).kind, asked(game).seat) == ("play", 2), "the highest bid ends it; the dealer's right leads"
    assert told_to(game, 0)[-1] == told.Contract(seat=3, bid="solissimo", value=4, leader=2)


def test_r9_2_chiamo_keeps_the_partner_secret_until_the_card_is_played() -> None:
    game = mediatore({0: TOP, 1: "3c"}, "chiamo pass pass pass")
    assert (asked(game).kind, asked(game).rule) == ("call", "R9.2")
    since = len(game.log)
    play(game, "3c")
    for seat in range(4):
        assert new_to(game, seat, since) == [told.Call(seat=0, card="3c")], "the monte stays where it is"
    assert asked(game).kind == "play" and game.state.sides is None
    choose = prefer(s1="4b 4c 5c 6c 7c Jc Qc Kc 2c Ac 4d 5d 6d 7d")
    while game.state.number < 9:
        assert not any(isinstance(event, PartnerShown) for event in game.log)
        game.act(choose(asked(game)))
    assert not game.state.sides
    since = len(game.log)
    play_out(game, choose)
    for seat in range(4):
        heard = new_to(game, seat, since)
        assert heard[heard.index(told.Play(seat=1, card="3c")) + 1] == told.Partner(seat=1)
    assert hand_end(game).sides == ((0, 1), (2, 3)) and hand_end(game).thirds == (35, 35, 0, 0)
    assert points(game) == [1, 1, -1, -1], "§6 of the study"


def test_chiamo_lost_with_a_partner() -> None:
    game = mediatore({0: LOW, 2: "3c 7b 6c 6d 6s 7c 7d 7s Jb"}, "chiamo pass pass pass 3c")
    play_out(game)
    assert hand_end(game).sides == ((0, 2), (1, 3)) and (hand_end(game).thirds[0] or 0) < 18
    assert points(game) == [-1, 1, -1, 1]


@pytest.mark.parametrize(("hand", "won"), [(TOP, [12, -4, -4, -4]), (LOW, [-9, 3, 3, 3])])
def test_r9_2_chiamo_with_the_card_in_the_monte(hand: str, won: list[int]) -> None:
    """§6 of the study: alone without knowing it; he wins as solissimo and loses as solo."""
    game = mediatore({0: hand}, "chiamo pass pass pass", monte="3c 2d 2s Ks")
    since = len(game.log)
    play_out(game, prefer(call="3c"))
    for seat in range(4):
        heard = new_to(game, seat, since)
        assert not [event for event in heard if isinstance(event, told.Partner | told.Monte | told.Discard)]
    assert hand_end(game).sides == ((0,), (1, 2, 3)), "known at the end of the hand"
    assert hand_end(game).hidden == ("3c", "2d", "Ks", "2s")
    assert points(game) == won
    assert game.result is not None and [*game.result.utility] == won


def test_chiamo_goes_the_same_way_wherever_the_card_lies() -> None:
    heard = []
    for hands, monte in (({1: "3c"}, "2d"), ({2: "3c"}, "2d"), ({}, "3c")):
        game = mediatore({0: TOP, 3: "As Ks Qs Js 3s 2s 7s 6s 5s", **hands}, "chiamo pass pass pass 3c", monte)
        heard.append((told_to(game, 0), told_to(game, 3), legal(game), game.state.sides))
    assert heard[0] == heard[1] == heard[2]


def test_r9_2_chiedo_exchanges_a_laid_card_for_the_called_one() -> None:
    game = mediatore({0: "Ab 4d", 2: "3c"}, "chiedo pass pass pass", monte="4s 5s 6s 7s")
    assert (asked(game).kind, asked(game).rule, game.state.sides) == ("swap", "R9.2", ((0,), (1, 2, 3)))
    assert legal(game) == names(game.state.hands[0]).split()
    since = len(game.log)
    play(game, "4d", "3c")
    given = told.PassCard(from_=2, to=0, card="3c")
    assert new_to(game, 0, since) == [
        told.Swap(seat=0, card="4d"),
        told.Call(seat=0, card="3c"),
        given,
        told.PassCard(from_=0, to=2, card="4d"),
        told.Monte(seat=0, cards=("4s", "5s", "6s", "7s")),
    ]
    assert new_to(game, 2, since) == [
        told.Swap(seat=0),
        told.Call(seat=0, card="3c"),
        given,
        told.PassCard(from_=0, to=2, card="4d"),
        told.Monte(seat=0),
    ]
    unseen = [told.Swap(seat=0), told.Call(seat=0, card="3c"), given, told.PassCard(from_=0, to=2), told.Monte(seat=0)]
    assert new_to(game, 1, since) == new_to(game, 3, since) == unseen
    for card in ("4s", "5s", "6s", "3c"):
        assert asked(game).kind == "discard"
        play(game, card)
    assert asked(game).kind == "play"
    assert [hand.bit_count() for hand in game.state.hands] == [9] * 4 and game.state.hands[2] >> CARD["4d"] & 1


def test_r9_2_chiedo_with_the_card_in_the_monte_keeps_the_laid_card_there() -> None:
    game = mediatore({0: "Ab 4d"}, "chiedo pass pass pass", monte="3c 5s 6s 7s")
    since = len(game.log)
    play(game, "4d", "3c")
    assert new_to(game, 1, since) == [
        told.Swap(seat=0),
        told.Call(seat=0, card="3c"),
        told.Monte(seat=0),
        told.Discard(seat=0),
    ]
    assert new_to(game, 0, since)[-2:] == [
        told.Monte(seat=0, cards=("3c", "5s", "6s", "7s")),
        told.Discard(seat=0, card="4d"),
    ]
    assert "4d" not in legal(game), "the laid card is final"
    for card in ("5s", "6s", "7s"):
        assert asked(game).kind == "discard"
        play(game, card)
    assert asked(game).kind == "play", "he discards three"
    play_out(game)
    assert hand_end(game).hidden == ("4d", "5s", "6s", "7s")


def test_r9_2_solo_takes_the_monte_and_solissimo_leaves_it() -> None:
    game = mediatore({}, "pass solo pass pass", monte="4s 5s 6s 7s")
    assert told_to(game, 1)[-1] == told.Monte(seat=1, cards=("4s", "5s", "6s", "7s"))
    assert told_to(game, 0)[-1] == told.Monte(seat=1)
    assert (asked(game).seat, asked(game).kind) == (1, "discard")
    play(game, "4s", "5s", "6s", "7s")
    assert (asked(game).seat, asked(game).kind) == (0, "play")
    untouched = mediatore({}, "pass solissimo", monte="4s 5s 6s 7s")
    assert asked(untouched).kind == "play" and len(untouched.state.monte) == 4


@pytest.mark.parametrize(
    ("own", "choices", "callable_"),
    [
        ("3b 3c", "3d 3s", "threes"),
        ("3b 3c 3d 3s 2b", "2c 2d 2s", "threes"),
        ("3b 3c 3d 3s 2b 2c 2d 2s Ab", "Ac Ad As", "threes"),
        ("3b 2c Ad 4b 5b 6b 7b Jb Qb", "Ab 2b Ac 3c 2d 3d As 2s 3s", "honours"),
    ],
)
def test_r9_2_what_may_be_called(own: str, choices: str, callable_: str) -> None:
    fill = [name for name in ["4s", "5s", "6s", "7s", "Js", "Qs", "Ks"] if name not in own]
    hand = " ".join([*own.split(), *fill][:9])
    game = mediatore({0: hand}, "chiamo pass pass pass", callable=callable_)
    assert legal(game) == choices.split()
    exchanged = mediatore({0: hand}, "chiedo pass pass pass", callable=callable_)
    play(exchanged, own.split()[0])
    assert legal(exchanged) == choices.split(), "the card he has laid is still his: he names another"


def test_r9_2_any_card_may_be_called() -> None:
    game = mediatore({0: TOP}, "chiamo pass pass pass", callable="any")
    assert len(legal(game)) == 31 and legal(game)[0] == "4b" and CARD["3b"] not in asked(game).actions()
    with pytest.raises(IllegalAction) as refused:
        game.act(CARD["3b"])
    assert refused.value.rule == "R9.2"


@pytest.mark.parametrize(("bid", "value"), [("chiedo", 2), ("solo", 3), ("solissimo", 4)])
@pytest.mark.parametrize("hand", [TOP, LOW])
def test_r9_3_values_alone(bid: str, value: int, hand: str) -> None:
    """No sweeps: all tricks or none, each opponent pays or gets the value (§6 of the study: solo lost -9 +3 +3 +3)."""
    bids = bid if bid == "solissimo" else f"{bid} pass pass pass"
    game = mediatore({0: hand}, bids, monte="6s 7s 6d 7d")
    play_out(game, prefer(swap=hand.split()[-1], call="3c", discard="3c 6s 7s 6d 7d"))
    sign = 1 if hand == TOP else -1
    assert hand_end(game).awards is None
    assert points(game) == [sign * value * 3, *[-sign * value] * 3]


def test_options_and_forfeit() -> None:
    rules = games.build("mediatore", {}).rules
    assert rules == {"hands": 12, "first_dealer": 3, "first_packets": "packets", "callable": "threes"}
    with pytest.raises(BadRules, match=r"no option target"):
        games.build("mediatore", {"target": 21})
    with pytest.raises(BadRules):
        games.build("mediatore", {"callable": "no_ace"})
    with pytest.raises(BadRules):
        games.build("mediatore", {"hands": None})
    game = Game(games.build("mediatore", {"hands": 3}), SeededDeals("0" * 32))
    assert game.forfeit(2).utility == (36, 36, -108, 36), "P9: 3 x 4 x 3 hands to each of three"
