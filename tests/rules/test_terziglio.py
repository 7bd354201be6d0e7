"""Terziglio: auction, exchange by contract, who leads, what is won (R6), and hands thrown in (R0.17)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD, DECKS, cards_of
from referee.rules.deals import GivenDeals, SeededDeals, deck_order
from referee.rules.decision import IllegalAction
from referee.rules.engine import Game
from referee.rules.events import ThrownIn
from referee.rules.options import BadRules
from referee.rules.why import why_illegal
from tests.rules.bidding_table import asked, deck_of, hand_end, legal, new_to, points, prefer, table
from tests.rules.table import names, play, play_out, seeded, told_to

# Seat 0 has all bastoni, so it leads them and the others throw 20 cards worth 10 thirds; then they win the rest.
EIGHTEEN = {
    0: "3b 2b Ab Kb Qb Jb 7b 6b 5b 4b 4c 5c",
    1: "2c Kc Qc Jc Kd 6c 7c 4d 5d 6d Ac 3c",
    2: "Qd Jd Ks Qs Js 7d 4s 5s 6s 7s Ad As",
}
MONTE = "3d 2d 3s 2s"
LEADS = "3b 2b Ab Kb Qb Jb 7b 6b 5b 4b"
THROWN = {"s1": EIGHTEEN[1][:-6], "s2": EIGHTEEN[2][:-6]}

ALL_TRICKS = {0: "3b 2b Ab Kb Qb Jb 7b 6b 5b 4b 3c 2c"}
ALL_BUT_A_WORTHLESS_TRICK = {0: "3b 2b Ab Kb Qb Jb 7b 6b 5b 3d 2d 4c", 1: "5c 7c 4d 5d", 2: "6c Jd Qd Kd"}
LOW = {0: "4b 5b 6b 4c 5c 6c 4d 5d 6d 4s 5s 6s"}
LOW_BUT_A_THREE = {0: "3b 6b 4c 5c 6c 4d 5d 6d 4s 5s 6s 7s", 1: "4b", 2: "5b"}
LOW_ANSWERS = {"s1": "4b 5c 7d", "s2": "5b 6c"}


def terziglio(hands: dict[int, str], bids: str, monte: str = "", dealer: int | None = None, **rules: object) -> Game:
    return play(table("terziglio", hands, 3, dealer, monte, **rules), *bids.split())


def test_r6_1_twelve_each_and_a_monte_of_four() -> None:
    game = terziglio({1: "3b"}, "", dealer=0)
    deal = told_to(game, 1)[0]
    assert isinstance(deal, told.Deal)
    assert deal.counts == (12, 12, 12) and deal.monte == 4 and deal.leader is None and "3b" in deal.cards
    assert asked(game).seat == 1, "the dealer's right speaks first"
    packets = [[*range(4), *range(12, 16), *range(24, 28)], [*range(4, 8), *range(16, 20), *range(28, 32)]]
    deck = list(DECKS["italian40"])
    dealt = Game(games.build("terziglio", {}), GivenDeals([(deck, 2)]))
    assert cards_of(dealt.state.hands[0]) == sorted(deck[place] for place in packets[0])
    assert cards_of(dealt.state.hands[1]) == sorted(deck[place] for place in packets[1])
    assert dealt.state.monte == deck[36:]


def test_r6_2_each_speaks_once_and_bids_higher() -> None:
    game = terziglio({}, "")
    assert (asked(game).kind, asked(game).rule, legal(game)) == ("bid", "R6.2", ["pass", "chiamo", "solo", "solissimo"])
    play(game, "chiamo")
    assert (asked(game).seat, legal(game)) == (1, ["pass", "solo", "solissimo"])
    with pytest.raises(IllegalAction):
        game.act("chiamo")
    assert why_illegal(game.state, asked(game), "chiamo") == ("R6.2", "it is no bid, or not higher than the last one")
    play(game, "pass")
    assert (asked(game).seat, legal(game)) == (2, ["pass", "solo", "solissimo"])
    assert (game.state.contract, game.state.declarer) == ("chiamo", 0)
    play(game, "solo")
    assert [event for event in told_to(game, 1) if isinstance(event, told.Bid | told.Contract)] == [
        told.Bid(seat=0, bid="chiamo"),
        told.Bid(seat=1, bid="pass"),
        told.Bid(seat=2, bid="solo"),
        told.Contract(seat=2, bid="solo", value=2, leader=0),
    ]
    assert game.state.sides == ((2,), (0, 1))


def test_r6_2_solissimo_ends_the_auction_and_is_raised() -> None:
    game = terziglio({}, "pass solissimo")
    assert (asked(game).seat, asked(game).kind, legal(game)) == (1, "raise", ["plain", "dividete", "scegliete"])


def test_r6_3_chiamo_with_the_card_in_another_hand() -> None:
    game = terziglio({0: "Ab", 2: "3b 3c"}, "chiamo pass pass", monte="4s 5s 6s 7s")
    held = cards_of(game.state.hands[0])
    assert (asked(game).kind, asked(game).rule) == ("call", "R6.3")
    assert asked(game).actions() == [card for card in DECKS["italian40"] if card not in held], (
        "any card he does not hold"
    )
    since = len(game.log)
    play(game, "3b")
    shown = [
        told.Call(seat=0, card="3b"),
        told.PassCard(from_=2, to=0, card="3b"),
        told.Monte(seat=0, cards=("4s", "5s", "6s", "7s")),
    ]
    assert [new_to(game, seat, since) for seat in range(3)] == [shown] * 3, "all see the card given, and the monte"
    assert (asked(game).seat, asked(game).kind, game.state.hands[0].bit_count()) == (0, "return", 17)
    assert set(legal(game)) == set(names(game.state.hands[0]).split()) - {"3b"}, "any card but the called one"
    with pytest.raises(IllegalAction) as refused:
        game.act(CARD["3b"])
    assert refused.value.rule == "R6.3"
    since = len(game.log)
    play(game, "Ab")
    assert [new_to(game, seat, since) for seat in range(3)] == [[told.PassCard(from_=0, to=2, card="Ab")]] * 3
    assert game.state.hands[2] >> CARD["Ab"] & 1


def test_r6_3_the_new_monte_is_seen_by_the_declarer_alone() -> None:
    game = terziglio({0: "Ab", 2: "3b 3c"}, "chiamo pass pass 3b Ab", monte="4s 5s 6s 7s")
    since = len(game.log)
    for card in ("3b", "7s", "6s", "5s"):
        assert asked(game).kind == "discard" and legal(game) == names(game.state.hands[0]).split()
        play(game, card)
    assert [event.card for event in new_to(game, 0, since) if isinstance(event, told.Discard)] == [
        "3b",
        "7s",
        "6s",
        "5s",
    ]
    for seat in (1, 2):
        assert new_to(game, seat, since) == [told.Discard(seat=0)] * 4
    assert asked(game).kind == "play" and asked(game).seat == 0
    assert [hand.bit_count() for hand in game.state.hands] == [12, 12, 12]
    play_out(game)
    assert hand_end(game, 1).hidden == ("3b", "5s", "6s", "7s")


def test_r6_3_chiamo_with_the_card_in_the_monte() -> None:
    game = terziglio({}, "chiamo pass pass", monte="3b 5s 6s 7s")
    since = len(game.log)
    play(game, "3b")
    assert new_to(game, 2, since) == [
        told.Call(seat=0, card="3b"),
        told.Monte(seat=0, cards=("3b", "5s", "6s", "7s")),
    ], "nobody gives and nobody gets"
    assert asked(game).kind == "discard" and game.state.hands[0].bit_count() == 16


def test_what_may_be_called_says_nothing_about_who_holds_it() -> None:
    own = "3b 2b Ab Kb Qb Jb 7b 6b 5b 4b 3c 2c"
    worlds = [
        terziglio({0: own, 1: "3d Ad"}, "chiamo pass pass", monte="3s 2s As Ks"),
        terziglio({0: own, 2: "3s Ad"}, "chiamo pass pass", monte="3d 2s As Ks"),
        terziglio({0: own, 1: "3s 2s"}, "chiamo pass pass", monte="Ad 5d 6d 7d"),
    ]
    assert len({tuple(legal(world)) for world in worlds}) == 1


def test_r6_3_solo_takes_the_monte_unseen() -> None:
    game = terziglio({}, "pass pass solo", monte="3b 5s 6s 7s")
    taken = [event for event in told_to(game, 2) if isinstance(event, told.Monte)]
    assert taken == [told.Monte(seat=2, cards=("3b", "5s", "6s", "7s"))]
    for seat in (0, 1):
        assert [event for event in told_to(game, seat) if isinstance(event, told.Monte)] == [told.Monte(seat=2)]
    play(game, "3b", "5s", "6s", "7s")
    assert asked(game).kind == "play" and names(game.state.hands[2]) and len(game.state.monte) == 4


def test_r6_3_solissimo_leaves_the_monte() -> None:
    game = terziglio({}, "solissimo plain", monte="3b 5s 6s 7s")
    assert asked(game).kind == "play"
    assert game.state.monte == [CARD[name] for name in ("3b", "5s", "6s", "7s")]
    assert not [event for event in told_to(game, 0) if isinstance(event, told.Monte)]
    assert told.Raise(seat=0, bid="plain") in told_to(game, 2)
    play_out(game)
    assert hand_end(game).hidden == ("3b", "5s", "6s", "7s")


def test_r6_3_dividete_gives_two_cards_to_each_opponent() -> None:
    game = terziglio({1: "Ab", 2: "3c 2c", 0: "As Ks"}, "pass solissimo dividete", monte="6s 5s 7s Js")
    since = len(game.log)
    assert told_to(game, 2)[-1] == told.Monte(seat=2, cards=("5s", "6s")), "first the one at declarer's right"
    assert told_to(game, 0)[-1] == told_to(game, 1)[-1] == told.Monte(seat=2)
    assert (asked(game).seat, asked(game).kind) == (2, "discard")
    play(game, "3c", "2c")
    assert new_to(game, 0, since) == [
        told.Discard(seat=2),
        told.Discard(seat=2),
        told.Monte(seat=0, cards=("7s", "Js")),
    ], "the other takes the last two, not what the first laid down"
    assert new_to(game, 1, since) == [told.Discard(seat=2), told.Discard(seat=2), told.Monte(seat=0)]
    play(game, "As", "Ks")
    assert asked(game).kind == "play"
    assert sorted(game.state.monte) == sorted(CARD[name] for name in ("3c", "2c", "As", "Ks"))


def test_r6_3_scegliete_gives_the_whole_monte_to_each_opponent() -> None:
    game = terziglio({1: "Ab", 2: "3c 2c", 0: "As Ks"}, "pass solissimo scegliete", monte="6s 5s 7s Js")
    assert told_to(game, 2)[-1] == told.Monte(seat=2, cards=("5s", "6s", "7s", "Js"))
    since = len(game.log)
    play(game, "3c", "2c", "5s", "6s")
    assert new_to(game, 0, since)[-1] == told.Monte(seat=0, cards=("2c", "3c", "5s", "6s"))
    assert new_to(game, 1, since) == [told.Discard(seat=2)] * 4 + [told.Monte(seat=0)]
    assert new_to(game, 2, since)[-1] == told.Monte(seat=0), "what was taken again is the taker's"
    play(game, "3c", "As", "5s", "6s")
    assert asked(game).kind == "play" and len(game.state.monte) == 4


@pytest.mark.parametrize(
    ("lead", "bids", "leader"),
    [
        ("soloist_in_solissimo", "pass solo pass", 0),
        ("soloist_in_solissimo", "pass solissimo plain", 1),
        ("soloist_in_solissimo", "pass solissimo dividete", 1),
        ("soloist_in_solissimo", "pass chiamo pass", 0),
        ("dealer_right", "pass solissimo plain", 0),
        ("dealer_right", "pass solissimo scegliete", 0),
        ("soloist", "pass solo pass", 1),
        ("soloist", "pass pass chiamo", 2),
        ("soloist", "pass solissimo plain", 1),
    ],
)
def test_r6_4_who_leads(lead: str, bids: str, leader: int) -> None:
    game = terziglio({}, bids, lead=lead)
    contract = next(event for event in told_to(game, 0) if isinstance(event, told.Contract))
    assert contract.leader == leader
    while asked(game).kind != "play":
        game.act(asked(game).first())
    assert asked(game).seat == leader


@pytest.mark.parametrize("values", [[1, 2, 4, 8, 16], [1, 2, 3, 6, 12]])
def test_r6_6_the_contract_tells_its_nominal_value(values: list[int]) -> None:
    said = []
    for bids in (
        "chiamo pass pass",
        "solo pass pass",
        *(f"solissimo {word}" for word in ("plain", "dividete", "scegliete")),
    ):
        game = terziglio({}, bids, values=values)
        said += [(event.bid, event.value) for event in told_to(game, 1) if isinstance(event, told.Contract)]
    assert said == [*zip(("chiamo", "solo", "solissimo", "dividete", "scegliete"), values, strict=True)]


def play_on(
    hands: dict[int, str],
    bids: str,
    leads: str = "",
    monte: str = "",
    keep: dict[str, str] | None = None,
    **rules: object,
) -> Game:
    """Play the hand with seat 0 leading these cards; a monte that is taken is laid away as it was."""
    game = terziglio(hands, bids, monte, None, **rules)
    taken = names(sum(1 << card for card in game.hands[0].deck[36:]))
    return play_out(game, prefer(discard=taken, s0=leads, **(keep or {})))


def utility(game: Game) -> tuple[int, ...]:
    assert game.result is not None
    return game.result.utility


def test_w10_solo_with_eighteen_thirds() -> None:
    """W10, and §3.6 of the study: 18 thirds win +4 -2 -2, in a race +2."""
    game = play_on(EIGHTEEN, "solo pass pass", LEADS, MONTE, THROWN)
    assert hand_end(game).thirds == (18, 17, 17)
    assert points(game) == [4, -2, -2]
    assert utility(game) == (4, -2, -2) and game.result is not None and game.result.winners == (0,)
    assert hand_end(game).sides == ((0,), (1, 2)) and hand_end(game).awards is None
    race = play_on(EIGHTEEN, "solo pass pass", LEADS, MONTE, THROWN, score="race")
    assert points(race) == [2, 0, 0] and utility(race) == (4, -2, -2)


def test_chiamo_is_worth_one() -> None:
    for score, won in (("stakes", [2, -1, -1]), ("race", [1, 0, 0])):
        game = play_on(EIGHTEEN, "chiamo pass pass 3d", LEADS, MONTE, THROWN, score=score)
        assert hand_end(game).thirds == (18, 17, 17) and points(game) == won


def test_solo_with_seventeen_thirds_is_lost() -> None:
    """§3.6 of the study: 17 thirds lose -4 +2 +2; in a race each opponent scores."""
    hands = {**EIGHTEEN, 0: EIGHTEEN[0].replace("5c", "Js"), 2: EIGHTEEN[2].replace("Js", "5c")}
    thrown = {**THROWN, "s2": THROWN["s2"].replace("Js", "5c")}
    game = play_on(hands, "solo pass pass", LEADS, MONTE, thrown)
    assert hand_end(game).thirds == (17, 18, 18)
    assert points(game) == [-4, 2, 2] == [*utility(game)]
    race = play_on(hands, "solo pass pass", LEADS, MONTE, thrown, score="race")
    assert points(race) == [0, 2, 2] and utility(race) == (-4, 2, 2)


@pytest.mark.parametrize(("last", "other", "thirds"), [("7d", "7s", 20), ("7s", "7d", 14)])
def test_r6_5_the_monte_goes_to_the_last_trick(last: str, other: str, thirds: int) -> None:
    """§3.6 of the study: 14 thirds before the last trick, which holds 1, the monte 2: 20 if it is won, else 14."""
    thrown = {"s1": "5b Kc 7c 6c 5c 4c 2d Qd 3c 2c Ac", "s2": f"4b Jd 5d 4d Qs Js 6s {other} Ad As Kd"}
    hands = {0: "3b 2b Ab Kb Qb Jb 7b 6b Jc Qc Ks 3d", 1: f"{thrown['s1']} {last}", 2: f"{thrown['s2']} 6d"}
    game = play_on(hands, "solo pass pass", hands[0], "3s 2s 4s 5s", thrown)
    assert hand_end(game).thirds == (thirds, 35 - thirds, 35 - thirds)
    assert hand_end(game).hidden == ("4s", "5s", "2s", "3s")
    assert points(game) == ([4, -2, -2] if thirds == 20 else [-4, 2, 2])


def test_r6_6_dividete_made() -> None:
    """§3.5 and §3.6 of the study: with the values 1 2 3 6 12 a dividete made brings +12 -6 -6."""
    game = play_on(ALL_TRICKS, "solissimo dividete", values=[1, 2, 3, 6, 12], sweeps=False)
    assert points(game) == [12, -6, -6] and game.hands[0].contract == "dividete"


@pytest.mark.parametrize(
    ("hands", "leads", "award", "won"),
    [
        (ALL_TRICKS, LEADS, "all_tricks", 6),
        (ALL_BUT_A_WORTHLESS_TRICK, "4c 3d", "all_points", 4),
        (LOW, "4b", "all_tricks", -6),
        (LOW_BUT_A_THREE, "3b", "all_points", -4),
    ],
)
def test_r6_6_sweeps_either_way(hands: dict[int, str], leads: str, award: str, won: int) -> None:
    game = play_on(hands, "solo pass pass", leads, keep=LOW_ANSWERS)
    assert hand_end(game).awards == (award,)
    assert points(game) == [2 * won, -won, -won]
    plain = 2 if won > 0 else -2
    without = play_on(hands, "solo pass pass", leads, keep=LOW_ANSWERS, sweeps=False)
    assert points(without) == [2 * plain, -plain, -plain] and hand_end(without).awards is None
    race = play_on(hands, "solo pass pass", leads, keep=LOW_ANSWERS, score="race")
    assert points(race) == ([won, 0, 0] if won > 0 else [0, -won, -won])


def test_r6_7_a_race_goes_to_its_target() -> None:
    """Level at the top another hand is played; the winner has the target and is ahead of all."""
    game = play_on(LOW, "solo pass pass", "4b", keep=LOW_ANSWERS, score="race", target=6, sweeps=True)
    assert game.result is not None
    assert game.hands[0].scores == (0, 6, 6) and len(game.hands) > 1, "two at the target, neither ahead"
    assert game.result.reason in ("target", "hands") and max(game.result.scores) >= 6


def test_r6_7_lengths() -> None:
    assert games.build("terziglio", {}).rules["hands"] == 12
    race = games.build("terziglio", {"score": "race"}).rules
    assert (race["hands"], race["target"]) == (None, 21)
    assert games.build("terziglio", {"score": "race", "hands": 5}).rules["target"] is None
    assert len(play_out(seeded(5, "terziglio"), lambda each: each.actions()[-1]).hands) == 12
    with pytest.raises(BadRules, match=r"R6\.7"):
        games.build("terziglio", {"target": 21})
    with pytest.raises(BadRules, match=r"R6\.6"):
        games.build("terziglio", {"values": [1, 2, 4, 3, 16]})
    with pytest.raises(BadRules):
        games.build("terziglio", {"values": [1, 2, 4]})
    assert games.resolve("calabresella") == "terziglio"
    assert games.build("terziglio", {}, preset="contest").rules == games.build("calabresella", {}).rules


def test_the_forfeit_costs_three_times_the_highest_value_for_each_hand() -> None:
    """P9, in both ways of counting; a race to a target costs the target."""
    for rules, size in (({"hands": 2}, 96), ({"hands": 2, "score": "race"}, 96), ({"score": "race"}, 21)):
        game = Game(games.build("terziglio", rules), SeededDeals("0" * 32))
        assert game.forfeit(1).utility == (size, -2 * size, size)
    values = Game(games.build("terziglio", {"hands": 1, "values": [1, 2, 3, 6, 12]}), SeededDeals("0" * 32))
    assert values.forfeit(0).utility == (-72, 36, 36)


def test_r0_17_thrown_in_hands() -> None:
    game = seeded(1, "terziglio")
    for attempt in range(3):
        assert (game.hands[-1].hand, game.hands[-1].attempt) == (0, attempt)
        assert asked(game).seat == attempt, "each time under the next dealer"
        play(game, "pass", "pass", "pass")
        assert game.hands[attempt].ended == "thrown_in" and game.hands[attempt].points is None
        assert told.ThrownIn(reason="all_passed") in told_to(game, 2)
    assert (asked(game).rule, legal(game)) == ("R0.17", ["chiamo", "solo", "solissimo"])
    rule, reason = why_illegal(game.state, asked(game), "pass")
    assert rule == "R0.17" and "thrown in" in reason
    with pytest.raises(IllegalAction):
        game.act("pass")
    play(game, "chiamo")
    assert legal(game)[0] == "pass", "only the first speaker must bid"
    while game.state.hand == 0:
        game.act(asked(game).first())
    assert legal(game)[0] == "pass", "a hand played out begins the count anew"
    assert game.state.hand == 1 and game.hands[-1].attempt == 0


def test_r0_17_on_given_deals_a_hand_passed_out_counts_with_nothing() -> None:
    decks = [(deck_order("0" * 32, hand, 0), None) for hand in range(5)]
    game = Game(games.build("terziglio", {"hands": 5}), GivenDeals(decks))
    for hand in range(5):
        assert (game.hands[-1].hand, game.hands[-1].attempt) == (hand, 0)
        assert legal(game)[0] == "pass", "no step towards a first speaker who must bid"
        play(game, "pass", "pass", "pass")
        assert game.hands[hand].points == (0, 0, 0) and game.hands[hand].ended == "thrown_in"
    assert utility(game) == (0, 0, 0)
    assert sum(isinstance(event, ThrownIn) for event in game.log) == 5


def test_the_deck_helper_deals_what_it_is_told() -> None:
    deck = deck_of("terziglio", {1: "3b Kd"}, 3, 0, "As 2s")
    assert sorted(deck) == sorted(DECKS["italian40"]) and deck[36:38] == [CARD["As"], CARD["2s"]]
