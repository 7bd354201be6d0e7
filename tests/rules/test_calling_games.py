"""The call of the three, quadrigliati, quintiglio and a-chiamare for every number of players (R7, R8, R10, R11)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD
from referee.rules.deals import SeededDeals
from referee.rules.decision import IllegalAction
from referee.rules.engine import Game
from referee.rules.options import BadRules
from tests.rules.bidding_table import asked, hand_end, legal, new_to, points, prefer, table
from tests.rules.table import names, play, play_out, seeded, told_to

TOP = "3b 2b Ab Kb Qb Jb 7b 6b 5b 4b"
LOW = "4b 4c 4d 4s 5b 5c 5d 5s 6b 6c"


def top(size: int) -> str:
    """The strongest cards of one suit: seat 0 leads them and wins every trick."""
    return " ".join(TOP.split()[:size])


def low(size: int) -> str:
    """Cards that win nothing."""
    return " ".join(LOW.split()[:size])


def called(hands: dict[int, str], **rules: object) -> Game:
    return table("chiamata-del-tre", hands, 4, None, "", **rules)


# R7


def test_r7_1_the_dealers_right_calls_and_leads() -> None:
    game = table("chiamata-del-tre", {3: "3c 3s"}, 4, 2)
    deal = told_to(game, 3)[0]
    assert isinstance(deal, told.Deal) and deal.leader == 3 and deal.monte is None and deal.counts == (10,) * 4
    assert (asked(game).seat, asked(game).kind, asked(game).rule) == (3, "call", "R7.1")
    assert legal(game) == ["3b", "3d"], "a 3 that he does not hold"
    with pytest.raises(IllegalAction) as refused:
        game.act(CARD["3c"])
    assert refused.value.rule == "R7.1"
    play(game, "3d")
    assert (asked(game).seat, asked(game).kind) == (3, "play")
    assert (game.state.declarer, game.state.sides, game.state.contract) == (3, None, None)


@pytest.mark.parametrize(
    ("own", "choices"),
    [
        ("3b 3c 3d 3s", "2b 2c 2d 2s"),
        ("3b 3c 3d 3s 2d", "2b 2c 2s"),
        ("3b 3c 3d 3s 2b 2c 2d 2s Ad", "Ab Ac As"),
    ],
)
def test_r7_1_a_two_with_all_threes_and_an_ace_with_those_too(own: str, choices: str) -> None:
    assert legal(called({0: own})) == choices.split()


def test_r7_1_no_ace() -> None:
    game = called({0: TOP}, callable="no_ace")
    assert len(legal(game)) == 27 and not [name for name in legal(game) if name[0] == "A" or name[1] == "b"]


# The caller wins eight tricks with 8 + 12 thirds and loses the last two; seat 1 is his partner, though not opposite.
TWENTY = {
    0: "3b 2b Ab Kb Qb Jb 7b 6b Kc Ac",
    1: "4b 3d Qc 2d Kd 4d 5d 6d 7d 7s",
    2: "5b Jc 7c 6c 5c 4c 3s 2s 3c 2c",
    3: "Qd Jd Ks Qs Js 6s 5s 4s Ad As",
}


def test_r7_2_each_counts_his_sides_points() -> None:
    """§7 of the study: caller and secret partner take 20 thirds, 6 points each; the others 15, 5 points each."""
    game = called(TWENTY)
    play(game, "3d")
    play_out(game, prefer(**{f"s{seat}": hand for seat, hand in TWENTY.items()}))
    assert hand_end(game).thirds == (20, 20, 15, 15)
    assert points(game) == [6, 6, 5, 5] and hand_end(game).declared == (0, 0, 0, 0)
    assert hand_end(game).sides == ((0, 1), (2, 3)) == game.hands[0].sides
    assert game.result is not None and game.result.utility == (2, 2, -2, -2) and game.result.winners == (0, 1)


def test_r7_1_the_partner_is_known_when_the_card_is_played() -> None:
    game = called(TWENTY)
    play(game, "3d", "3b", "4b", "5b", "4s")
    assert game.state.sides is None
    since = len(game.log)
    play(game, "2b", "3d")
    for seat in range(4):
        assert new_to(game, seat, since)[-2:] == [told.Play(seat=1, card="3d"), told.Partner(seat=1)]
    assert game.state.sides == ((0, 1), (2, 3))


def test_r7_the_call_tells_nothing_about_its_holder() -> None:
    heard = []
    for holder in (1, 2):
        game = called({0: TOP, 3: "3c Ac 2c Kc Qc Jc 7c 6c 5c 4c", holder: "3s"})
        play(game, "3s")
        heard.append((told_to(game, 0), told_to(game, 3), legal(game)))
    assert heard[0] == heard[1]


def test_r7_2_length() -> None:
    assert games.build("chiamata-del-tre", {}).rules["hands"] == 4
    game = play_out(seeded(3, "chiamata-del-tre", target=21))
    assert game.result is not None and game.result.reason == "target"
    best = max(game.result.scores)
    assert best >= 21 and game.result.scores.count(best) == 1 == len(game.result.winners)
    assert Game(games.build("chiamata-del-tre", {}), SeededDeals("0" * 32)).forfeit(0).utility == (-132, 44, 44, 44)


# R8


def quadrigliati(hands: dict[int, str], bids: str, **rules: object) -> Game:
    return play(table("quadrigliati", hands, 4, None, "", **rules), *bids.split())


def test_r8_1_solo_ends_the_auction() -> None:
    game = quadrigliati({}, "")
    assert (asked(game).seat, asked(game).rule, legal(game)) == (0, "R8.1", ["pass", "chiamo", "solo"])
    play(game, "chiamo")
    assert legal(game) == ["pass", "solo"]
    play(game, "solo")
    assert (asked(game).seat, asked(game).kind) == (0, "play"), "the dealer's right leads"
    assert told_to(game, 0)[-1] == told.Contract(seat=1, bid="solo", value=3, leader=0)


@pytest.mark.parametrize(
    ("own", "choices"),
    [
        ("3b 2d", "2b 2c 3c 3d 2s 3s"),
        ("3b 3c 3d 3s 2b 2c 2d", "2s"),
        ("3b 3c 3d 3s 2b 2c 2d 2s Ad", "Ab Ac As"),
    ],
)
def test_r8_2_a_three_or_a_two_is_called(own: str, choices: str) -> None:
    game = quadrigliati({0: own}, "chiamo pass pass pass")
    assert (asked(game).rule, legal(game)) == ("R8.2", choices.split())


@pytest.mark.parametrize(("hand", "sign"), [(TOP, 1), (LOW, -1)])
def test_r8_2_the_holder_is_a_partner_and_says_so(hand: str, sign: int) -> None:
    """§5 of the study: with a partner each loser pays one winner."""
    game = quadrigliati({0: hand, 1: "3c 6d 6s 7c 7d 7s Jc Jd Js"}, "chiamo pass pass pass 3c")
    assert (asked(game).kind, asked(game).rule, legal(game)) == ("how", "R8.2", ["partner", "swap"])
    since = len(game.log)
    play(game, "partner")
    for seat in range(4):
        assert new_to(game, seat, since) == [told.How(seat=0, bid="partner"), told.Partner(seat=1)]
    assert game.state.sides == ((0, 1), (2, 3)) and asked(game).kind == "play"
    play_out(game)
    assert points(game) == [sign, sign, -sign, -sign] and hand_end(game).sides == ((0, 1), (2, 3))
    assert [event for event in told_to(game, 2) if isinstance(event, told.Partner)] == [told.Partner(seat=1)]


@pytest.mark.parametrize(("hand", "sign"), [(TOP, 1), (LOW, -1)])
def test_r8_2_swap(hand: str, sign: int) -> None:
    """§5 of the study: alone by exchange the stake is double."""
    game = quadrigliati({0: hand, 2: "3c"}, "chiamo pass pass pass 3c swap")
    assert (asked(game).kind, game.state.sides) == ("swap", ((0,), (1, 2, 3)))
    assert legal(game) == names(game.state.hands[0]).split()
    since = len(game.log)
    play(game, "4b")
    given = told.PassCard(from_=2, to=0, card="3c")
    seen = told.PassCard(from_=0, to=2, card="4b")
    assert new_to(game, 0, since) == [told.Swap(seat=0, card="4b"), given, seen]
    assert new_to(game, 2, since) == [told.Swap(seat=0), given, seen]
    assert new_to(game, 1, since) == new_to(game, 3, since) == [told.Swap(seat=0), given, told.PassCard(from_=0, to=2)]
    assert [hand.bit_count() for hand in game.state.hands] == [10] * 4
    play_out(game, prefer(s0=TOP))
    assert points(game) == [6 * sign, -2 * sign, -2 * sign, -2 * sign]


@pytest.mark.parametrize(("hand", "sign"), [(TOP, 1), (LOW, -1)])
def test_r8_3_solo(hand: str, sign: int) -> None:
    """§5 of the study: solo is triple, won or lost."""
    game = play_out(quadrigliati({0: hand}, "solo"))
    assert points(game) == [9 * sign, -3 * sign, -3 * sign, -3 * sign]


def test_r8_length_and_forfeit() -> None:
    variant = games.build("quadriglio", {})
    assert variant.name == "quadrigliati" and variant.rules["hands"] == 12
    assert Game(variant, SeededDeals("0" * 32)).forfeit(3).utility == (108, 108, 108, -324)


# R10, R11

MANY = [("quintiglio", 5), ("a-chiamare", 4), ("a-chiamare", 5), ("a-chiamare", 6), ("a-chiamare", 7)]
SIZE = {4: 10, 5: 8, 6: 6, 7: 6}


def shares(players: int, sign: int, value: int, partner: int | None, out: int | None = None) -> list[int | None]:
    """R11.2, written out: what seat 0 as declarer, his partner, the opponents and a dealer who sits out get."""
    active = players - (out is not None)
    lone = {4: 3, 5: 4, 6: 5}[active]
    with_partner = {4: 1, 5: 2, 6: 3}[active]
    own = lone if partner is None else with_partner
    entries: list[int | None] = [-sign * value] * players
    entries[0] = sign * value * own
    if partner is not None:
        entries[partner] = sign * value
    if out is not None:
        entries[out] = None
    return entries


@pytest.mark.parametrize(("name", "players"), MANY)
def test_the_auction_of_each_number_of_players(name: str, players: int) -> None:
    game = table(name, {}, players)
    deal = told_to(game, 0)[0]
    assert isinstance(deal, told.Deal)
    assert deal.counts == (SIZE[players],) * min(players, 6) + (0,) * (players - 6)
    assert deal.monte == (4 if players > 5 else None)
    bids = ["pass", "chiamo", "chiedo", "solo", *(["solissimo"] if players > 5 else [])]
    assert (asked(game).rule, legal(game)) == ("R10.1" if name == "quintiglio" else "R11.2", bids)
    play(game, bids[-1])
    if bids[-1] == "solo":
        assert asked(game).kind == "play", "without a monte nothing is taken"
    assert asked(game).seat == 0


@pytest.mark.parametrize(("name", "players"), MANY)
@pytest.mark.parametrize("sign", [1, -1])
def test_with_a_partner(name: str, players: int, sign: int) -> None:
    """§4 and §8.4 of the study: five players +2 +1 -1 -1 -1, six +3 +1 -1 -1 -1 -1."""
    size, out = SIZE[players], 6 if players == 7 else None
    hands = {0: top(size) if sign > 0 else low(size), 2: "3c 6d 7d 7s"}
    passes = ["pass"] * (min(players, 6) - 1)
    game = play(table(name, hands, players), "chiamo", *passes, "3c")
    assert asked(game).kind == "play" and game.state.sides is None
    play_out(game)
    assert points(game) == shares(players, sign, 1, 2, out)
    assert hand_end(game).sides == ((0, 2), tuple(seat for seat in range(players) if seat not in (0, 2, out)))


LONE_VALUES = {"chiedo": 2, "solo": 3, "solissimo": 4}
LONE = [(*game, bid) for game in MANY for bid in LONE_VALUES if bid != "solissimo" or game[1] > 5]


@pytest.mark.parametrize(("name", "players", "bid"), LONE)
@pytest.mark.parametrize("sign", [1, -1])
def test_alone(name: str, players: int, bid: str, sign: int) -> None:
    """§4 and §8.4 of the study: solo lost -12 +3 x 4 with five players, -15 +3 x 5 with six."""
    size, out = SIZE[players], 6 if players == 7 else None
    hand = top(size) if sign > 0 else low(size)
    game = play(table(name, {0: hand, 1: "3c"}, players, None, "6d 6s 7d 7s" if players > 5 else ""), bid)
    play_out(game, prefer(bid="pass", swap=hand.split()[-1], call="3c", discard="3c 6d 6s 7d 7s", s0=top(10)))
    assert points(game) == shares(players, sign, LONE_VALUES[bid], None, out)
    assert game.result is not None and sum(game.result.utility) == 0


@pytest.mark.parametrize("players", [6, 7])
@pytest.mark.parametrize(("sign", "value"), [(1, 4), (-1, 3)])
def test_the_called_card_in_the_monte(players: int, sign: int, value: int) -> None:
    hand = top(6) if sign > 0 else low(6)
    game = play(table("a-chiamare", {0: hand}, players, None, "3c 7d 7s 7c"), "chiamo", *["pass"] * 5, "3c")
    assert asked(game).kind == "play" and game.state.sides is None
    play_out(game)
    out = 6 if players == 7 else None
    assert points(game) == shares(players, sign, value, None, out)
    assert (hand_end(game).sides or ())[0] == (0,)


def test_chiedo_with_the_card_in_the_monte_for_six() -> None:
    game = play(table("a-chiamare", {0: top(6)}, 6, None, "3c 7d 7s 7c"), "chiedo", *["pass"] * 5, "Jb", "3c")
    play(game, "7d", "7s", "7c")
    assert asked(game).kind == "play" and game.state.hands[0].bit_count() == 6
    play_out(game)
    assert hand_end(game).hidden == ("Jb", "7c", "7d", "7s")


def test_r11_1_with_seven_the_dealer_sits_out() -> None:
    game = table("a-chiamare", {4: top(6)}, 7, 3)
    deal = told_to(game, 3)[0]
    assert isinstance(deal, told.Deal)
    assert deal.order == (0, 1, 2, 4, 5, 6) and deal.dealer == 3 and deal.cards == () and deal.counts[3] == 0
    speakers = []
    while asked(game).kind == "bid":
        speakers.append(asked(game).seat)
        play(game, "chiedo" if asked(game).seat == 6 else "pass")
    assert speakers == [4, 5, 6, 0, 1, 2] and asked(game).seat == 6
    play_out(game)
    end = hand_end(game, 3)
    assert end.thirds[3] is None and end.points[3] is None and end.declared[3] is None and end.scores[3] == 0
    assert game.result is not None and game.result.utility[3] == 0 and sum(game.result.utility) == 0
    assert end.sides == ((6,), (0, 1, 2, 4, 5))


def test_r11_1_with_seven_the_deal_goes_round_the_table() -> None:
    game = play_out(seeded(2, "a-chiamare", 7))
    assert len({hand.hand for hand in game.hands}) == 14
    assert [hand.dealer for hand in game.hands] == [(6 + number) % 7 for number in range(len(game.hands))]
    assert sum(hand.ended == "thrown_in" for hand in game.hands) == 6 * 14, "after six in a row the first must bid"


def test_r11_1_with_three_it_is_terziglio() -> None:
    for rules in ({}, {"lead": "soloist", "sweeps": False, "values": [1, 2, 3, 6, 12]}, {"score": "race"}):
        one, other = seeded(4, "terziglio", **rules), seeded(4, "a-chiamare", 3, **rules)
        for game in (one, other):
            play_out(game, lambda decision: decision.actions()[len(decision.legal()) // 2])
        assert one.log == other.log and one.variant.name != other.variant.name
        assert {key: one.variant.rules[key] for key in one.variant.rules} == {
            key: value for key, value in other.variant.rules.items() if key not in ("players", "callable")
        }


def test_r11_1_with_five_it_is_quintiglio() -> None:
    one, other = seeded(4, "quintiglio"), seeded(4, "a-chiamare", 5)
    for game in (one, other):
        play_out(game, lambda decision: decision.actions()[-1])
    assert one.log == other.log


def test_r11_2_options() -> None:
    hands = [games.build("a-chiamare", {}, players).rules["hands"] for players in (3, 4, 5, 6, 7)]
    assert hands == [12, 8, 10, 12, 14]
    rules = games.build("a-chiamare", {}, 6).rules
    assert (rules["callable"], rules["lead"], rules["sweeps"], rules["values"]) == ("threes", None, None, None)
    assert games.build("a-chiamare", rules).rules == rules, "complete rules build the same game"
    assert games.build("a-chiamare", {}, 3).rules["callable"] is None
    for refused in ({"sweeps": True}, {"lead": "soloist"}, {"score": "race"}, {"target": 21}):
        with pytest.raises(BadRules, match=r"R11"):
            games.build("a-chiamare", refused, 4)
    with pytest.raises(BadRules, match=r"R11\.1"):
        games.build("a-chiamare", {"callable": "any"}, 3)
    with pytest.raises(BadRules):
        games.build("a-chiamare", {}, 8)
    forfeits = [
        Game(games.build("a-chiamare", {"hands": 1}, n), SeededDeals("0" * 32)).forfeit(0) for n in (4, 5, 6, 7)
    ]
    assert [result.utility[0] for result in forfeits] == [-9 * 3, -9 * 4, -12 * 5, -12 * 6]
