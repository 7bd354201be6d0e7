"""The games that the fewest points win: deal, count, slam and options (R12.1-R12.6)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD, NAMES, names_of
from referee.rules.deals import GivenDeals
from referee.rules.engine import Game
from referee.rules.events import Buried, Dealt, Drawn, HandEnded, TrickWon
from referee.rules.games.spec import GameSpec
from referee.rules.options import BadRules
from tests.rules.piles import counted, ended, take
from tests.rules.table import deck_for, play_out, seeded, told_to

EVEN = ("rovescino", "traversone")
SUITS_APART = ("4b 5b 6b 7b Jb Qb Kb Ab 2b 3b", "", "", "")
NINE_AND_ONE = ("5b 6b 7b Jb Qb Kb Ab 2b 3b 4d", "4b 5d 6d 7d Jd Qd Kd Ad 2d 3d", "4c 5c 6c 7c Jc Qc Kc Ac 2c 3c", "")


def spec_of(name: str) -> GameSpec:
    return games.spec(name)


# what the games are


def test_names_and_aliases() -> None:
    for alias, name in (
        ("tressette-a-perdere", "rovescino"),
        ("asso-di-mazzo", "traversone"),
        ("sola", "traversone"),
        ("ciapa-no", "ciapano"),
        ("mallardo", "ciapano"),
    ):
        assert games.resolve(alias) == name
    assert [name for name in games.names() if name in ("rovescino", "traversone", "lucana", "ciapano")] == list(
        games.names()[-4:]
    )


@pytest.mark.parametrize(
    ("name", "seats", "ace", "slam"),
    [
        ("rovescino", range(2, 9), 1, "give"),
        ("traversone", range(2, 9), 11, "sola"),
        ("lucana", range(3, 9), 11, "sola"),
        ("ciapano", (3,), 11, "give"),
    ],
)
def test_defaults(name: str, seats: range, ace: int, slam: str) -> None:
    assert spec_of(name).seats == tuple(seats)
    for players in seats:
        rules = games.build(name, {}, players).rules
        assert rules["ace_of_bastoni"] == ace and rules["slam"] == slam
        assert rules["hands"] == players and rules["target"] is None and rules["first_dealer"] == players - 1
        assert rules["end_mode"] == "first_bust" and rules["bust"] == "reach" and rules["rounding"] == "remainder"
        assert games.build(name, rules, players).rules == rules


def test_hands_go_by_the_number_of_players_unless_a_length_is_set() -> None:
    assert games.build("rovescino", {"players": 6}).rules["hands"] == 6
    assert games.build("rovescino", {"hands": 1}, 6).rules["hands"] == 1
    assert games.build("rovescino", {"target": 31}, 6).rules["hands"] is None


@pytest.mark.parametrize(
    ("name", "players", "rules", "reason"),
    [
        ("rovescino", 4, {"end_mode": "elimination"}, "needs a target"),
        ("rovescino", 4, {"bust": "exceed", "hands": 3}, "needs a target"),
        ("rovescino", 3, {"teams": "pairs"}, "for 4 players, not 3"),
        ("ciapano", 3, {"end_mode": "elimination", "target": 41}, "fewer players"),
        ("ciapano", 3, {"teams": "pairs"}, "no option teams"),
        ("lucana", 6, {"leftover": "monte"}, "no option leftover"),
        ("lucana", 2, {}, "for 3 to 8 players, not 2"),
        ("traversone", 9, {}, "for 2 to 8 players"),
        ("traversone", 4, {"ace_of_bastoni": 2}, "1 | 4 | 11"),
        ("traversone", 4, {"ace_of_bastoni": True}, "1 | 4 | 11"),
        ("traversone", 4, {"hands": 3, "target": 41}, "cannot both be set"),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, players: int, rules: dict[str, object], reason: str) -> None:
    with pytest.raises(BadRules) as refused:
        games.build(name, rules, players)
    assert reason in str(refused.value)


def test_options_are_read_from_text() -> None:
    for text, value in (("ace_of_bastoni=4", 4), ("players=5", 5), ("slam=none", "none"), ("target=none", None)):
        assert games.parse_option(spec_of("traversone"), text)[1] == value
    for text in ("ace_of_bastoni=5", "ace_of_bastoni=one", "players=9", "teams=trios"):
        with pytest.raises(BadRules):
            games.parse_option(spec_of("traversone"), text)


# the deal


@pytest.mark.parametrize("leftover", ["remove", "monte"])
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("name", EVEN)
def test_even_hands(name: str, players: int, leftover: str) -> None:
    """R12.2: 10 and a stock, 13, 10, 8, 6, 5, 5; what is left over is removed, or lies face down."""
    game = seeded(3, name, players, leftover=leftover, hands=1)
    dealt = game.log[0]
    assert isinstance(dealt, Dealt)
    assert {hand.bit_count() for hand in dealt.hands} == {{2: 10, 3: 13, 4: 10, 5: 8, 6: 6, 7: 5, 8: 5}[players]}
    removed = {3: "4c", 6: "4b 4c 4d 4s", 7: "4b 4c 4d 4s 5c"}.get(players, "").split()
    if leftover == "monte":
        assert len(dealt.monte) == len(removed) and not dealt.removed
        assert dealt.monte == tuple(game.hands[0].deck[len(game.hands[0].deck) - len(removed) :])
    else:
        assert sorted(NAMES[card] for card in dealt.removed) == sorted(removed) and not dealt.monte
    assert len(dealt.stock) == (20 if players == 2 else 0)
    for seat in range(players):
        deal = told_to(game, seat)[0]
        assert isinstance(deal, told.Deal)
        assert deal.cards == names_of(dealt.hands[seat])
        assert deal.removed == (tuple(NAMES[card] for card in dealt.removed) or None)
        assert deal.monte == (len(dealt.monte) or None)
    assert play_out(game).result is not None


def test_packets_of_five_the_last_one_smaller() -> None:
    """R12.2: 13 = 5+5+3, dealt from the dealer's right."""
    game = seeded(3, "rovescino", 3, first_dealer=1)
    deck, dealt = game.hands[0].deck, game.log[0]
    assert isinstance(dealt, Dealt)
    for place, seat in enumerate((2, 0, 1)):
        own = [*deck[5 * place :][:5], *deck[15 + 5 * place :][:5], *deck[30 + 3 * place :][:3]]
        assert dealt.hands[seat] == sum(1 << card for card in own)
    assert dealt.leader == 2


def test_singly_in_the_first_hand() -> None:
    game = play_out(seeded(3, "rovescino", 4, first_packets="singly", hands=2))
    first, second = (event for event in game.log if isinstance(event, Dealt))
    deck = game.hands[0].deck
    assert [hand >> card & 1 for hand, card in zip(first.hands, deck[:4], strict=True)] == [1, 1, 1, 1]
    right = (second.dealer + 1) % 4
    assert all(second.hands[right] >> card & 1 for card in game.hands[1].deck[:5])


def test_two_players_draw_from_the_stock_and_show() -> None:
    """R2.2: after each trick, while the stock lasts, its winner and then the other; 20 tricks."""
    game = play_out(seeded(8, "traversone", 2, hands=1))
    log = game.log
    stock = [event.card for event in log if isinstance(event, Drawn)]
    assert stock == list(game.hands[0].deck[20:])
    for place, event in enumerate(log):
        if isinstance(event, TrickWon) and event.number <= 10:
            assert [after.seat for after in log[place + 1 : place + 3] if isinstance(after, Drawn)] == [
                event.winner,
                1 - event.winner,
            ]
    assert sum(isinstance(event, TrickWon) for event in log) == 20
    shown = [event.card for event in told_to(game, 0) if isinstance(event, told.Draw)]
    assert shown == [NAMES[card] for card in stock]


def test_two_players_with_all_the_cards() -> None:
    game = play_out(seeded(8, "rovescino", 2, two_player="all", hands=1))
    dealt = game.log[0]
    assert isinstance(dealt, Dealt) and not dealt.stock
    assert [hand.bit_count() for hand in dealt.hands] == [20, 20]
    assert not any(isinstance(event, Drawn) for event in game.log)


# the count


def test_w6_and_drop() -> None:
    assert counted("rovescino", (10, 7, 11, 4), 1) == (3, 4, 3, 1)
    assert counted("rovescino", (10, 7, 11, 4), 1, rounding="drop") == (3, 3, 3, 1)


def test_w7() -> None:
    assert counted("traversone", (35, 15, 12), 2) == (11, 5, 5)


def test_the_ace_of_bastoni_counts_for_who_took_it() -> None:
    """T = 10 + v, with an ace worth 1, 4 or 11 points."""
    for ace in (1, 4, 11):
        thirds = (3 * ace + 5, 8, 8, 8)
        assert counted("rovescino", thirds, 1, ace_of_bastoni=ace) == (ace + 1, 10 + ace - (ace + 1) - 4, 2, 2)


def test_the_monte_goes_to_the_winner_of_the_last_trick() -> None:
    """R12.2, with the ace of bastoni in it: he has its points."""
    deck = [card for card in deck_for(("",) * 3, 2, (5, 5, 3)) if card != CARD["Ab"]] + [CARD["Ab"]]
    game = Game(games.build("traversone", {"leftover": "monte", "hands": 1}, 3), GivenDeals([(deck, 2)]))
    play_out(game)
    end = ended(game)
    assert end.hidden == 1 << CARD["Ab"]
    last = next(event for event in reversed(game.log) if isinstance(event, TrickWon)).winner
    assert (end.thirds[last] or 0) >= 36
    assert [event.hidden for event in told_to(game, 0) if isinstance(event, told.HandEnd)] == [("Ab",)]


def test_lucana_with_buried_cards_worth_seven_thirds() -> None:
    """Seven players, tricks 6 5 4 3 3 2 2, the first seat last: 7, 1, 1, 1, 1, 0, 0 (rules_reverse 7)."""
    game = seeded(0, "lucana", 7, ace_of_bastoni=1)
    take(game, (6, 5, 4, 3, 3, 2, 2), 0, buried=7)
    assert ended(game).points == (7, 1, 1, 1, 1, 0, 0)
    assert ended(game).thirds == (16, 5, 4, 3, 3, 2, 2)


# all the points


def slam(name: str, before: tuple[int, ...], answer: str | None = None, **rules: object) -> tuple[bool, list[int]]:
    """Seat 0 has all the points with the last trick: whether he was asked, and the totals after it."""
    game = seeded(0, name, len(before), None, **rules)
    game.state.scores = list(before)
    ace = int(str(game.variant.rules["ace_of_bastoni"]))
    others = (2, 2, 2)[: len(before) - 1]
    asked = take(game, (29 + 3 * ace - sum(others), *others), 0, answer=answer)
    end = ended(game)
    assert end.awards == ("slam",) and sum(end.utility) == 0
    return asked is not None, game.state.scores


def test_w8_and_the_give_of_eleven() -> None:
    assert slam("traversone", (18, 20, 19, 36), slam="give") == (False, [18, 41, 40, 57])
    assert slam("rovescino", (14, 9, 20, 28)) == (False, [14, 20, 31, 39])


def test_w9() -> None:
    """R12.4 sola: a choice only from T on."""
    assert slam("traversone", (35, 1, 2, 3), "discount", target=41) == (True, [14, 1, 2, 3])
    assert slam("traversone", (35, 1, 2, 3), "give", target=41) == (True, [35, 22, 23, 24])
    assert slam("traversone", (20, 1, 2, 3), target=41) == (False, [20, 22, 23, 24])
    assert slam("traversone", (21, 1, 2, 3), "discount", target=41) == (True, [0, 1, 2, 3])
    assert slam("traversone", (21, 1, 2, 3), "give", target=41) == (True, [21, 22, 23, 24])
    assert slam("traversone", (18, 5, 12, 30), target=41) == (False, [18, 26, 33, 51])


def test_none_has_no_effect() -> None:
    game = seeded(0, "traversone", 4, slam="none")
    take(game, (56, 2, 2, 2), 0)
    assert ended(game).points == (21, 0, 0, 0) and ended(game).awards == ()


def test_a_slam_is_about_points_not_tricks_and_needs_the_last_trick() -> None:
    """The others may hold up to two thirds each; with the last trick anyone else has a point (rules_reverse 3)."""
    assert counted("traversone", (56, 2, 2, 2), 0, slam="give") == (0, 21, 21, 21)
    assert counted("rovescino", (25, 2, 2, 1, 2), 0) == (0, 11, 11, 11, 11)
    assert counted("rovescino", (31, 1), 1) == (10, 1)
    assert counted("traversone", (55, 3, 2, 2), 0) == (20, 1, 0, 0)


def test_a_slam_where_thirds_are_dropped() -> None:
    """R0.8 drop: all the points are those that are left, 63 thirds of 65."""
    assert counted("traversone", (60, 1, 1, 0), 0, rounding="drop", slam="give") == (0, 21, 21, 21)
    assert counted("traversone", (59, 1, 1, 1), 0, rounding="drop", slam="give") == (20, 0, 0, 0)
    assert counted("rovescino", (31, 1), 1, rounding="drop") == (10, 1)


def test_sola_in_a_whole_game() -> None:
    """Two hands of 19 points; then all the points, and seat 0 is asked; then again, now below 21, and he is not."""
    nine, ten = deck_for(NINE_AND_ONE, 3), deck_for(SUITS_APART, 3)
    game = Game(games.build("traversone", {"hands": 4}, 4), GivenDeals([(nine, 3), (nine, 3), (ten, 3), (ten, 3)]))
    while game.decision and game.decision.kind == "play":
        game.act(game.decision.first())
    assert game.state.scores == [38, 4, 0, 0]
    decision = game.decision
    assert decision is not None and decision.kind == "sola" and decision.seat == 0 and decision.rule == "R12.4"
    assert decision.legal() == ["discount", "give"]
    assert told_to(game, 0)[-1] == told.Count(seat=0, points=21)
    game.act("discount")
    assert game.hands[2].points == (-21, 0, 0, 0) and game.hands[2].scores == (17, 4, 0, 0)
    result = play_out(game).result
    assert game.hands[3].points == (0, 21, 21, 21)
    assert result is not None and result.winners == (0,) and result.scores == (17, 25, 21, 21)
    assert result.utility == (16, -16, 0, 0) and result.reason == "hands"


# teams


def test_pairs_pool_their_tricks() -> None:
    game = seeded(0, "rovescino", 4, teams="pairs")
    assert game.variant.unit == "side" and game.variant.sides == ((0, 2), (1, 3))
    take(game, (10, 7, 11, 4), 1)
    end = ended(game)
    assert end.thirds == (21, 14) and end.points == (7, 4) and end.declared == (0, 0)
    assert end.utility == (-3, 3, -3, 3)


def test_a_pair_gives_to_the_other_once_and_the_winner_of_the_last_trick_chooses() -> None:
    game = seeded(0, "traversone", 4, teams="pairs", target=100)
    take(game, (58, 1, 2, 1), 2)
    assert game.state.scores == [0, 21]
    game.state.scores = [21, 5]
    asked = take(game, (58, 1, 2, 1), 2, answer="discount")
    assert asked is not None and asked.seat == 2
    assert game.state.scores == [0, 5] and ended(game).utility == (21, -21, 21, -21)


def test_pairs_win_together() -> None:
    result = play_out(seeded(5, "traversone", 4, teams="pairs", hands=3)).result
    assert result is not None and len(result.scores) == 2
    low = result.scores.index(min(result.scores))
    assert result.winners == ((0, 2), (1, 3))[low]
    assert seeded(5, "rovescino", 4, teams="pairs", hands=2).forfeit(3).utility == (44, -44, 44, -44)


def test_a_forfeit_costs_the_points_of_all_hands_or_the_target() -> None:
    assert seeded(5, "traversone", 3, hands=2).forfeit(1).utility == (42, -84, 42)
    assert seeded(5, "rovescino", 3).forfeit(1).utility == (33, -66, 33)
    assert seeded(5, "rovescino", 3, target=31).forfeit(0).utility == (-62, 31, 31)


# lucana


@pytest.mark.parametrize("players", range(3, 9))
def test_lucana_deals_all_and_the_long_hands_bury(players: int) -> None:
    """R12.6: the first r seats from the dealer's right have one card more, and each puts one face down."""
    game = seeded(4, "lucana", players, first_dealer=1, hands=1)
    dealt, long = game.log[0], 40 % players
    assert isinstance(dealt, Dealt) and not (dealt.removed or dealt.monte or dealt.stock)
    turn = [(2 + place) % players for place in range(players)]
    assert [dealt.hands[seat].bit_count() - 40 // players for seat in turn] == [1] * long + [0] * (players - long)
    buried = []
    for seat in turn[:long]:
        decision = game.decision
        assert decision is not None and (decision.kind, decision.seat, decision.rule) == ("bury", seat, "R12.6")
        assert decision.cards == dealt.hands[seat]
        buried.append(decision.actions()[-1])
        game.act(buried[-1])
    assert game.decision is not None and game.decision.kind == "play" and game.decision.seat == 2
    assert {hand.bit_count() for hand in game.state.hands} == {40 // players}
    play_out(game)
    end = ended(game)
    assert end.hidden == sum(1 << card for card in buried if isinstance(card, int))


def test_a_buried_card_is_seen_by_its_owner_alone() -> None:
    game = seeded(4, "lucana", 3, hands=1)
    assert game.decision is not None
    card = game.decision.cards.bit_length() - 1
    game.act(card)
    assert [told_to(game, seat)[-1] for seat in range(3)] == [
        told.Bury(seat=0, card=NAMES[card]),
        told.Bury(seat=0),
        told.Bury(seat=0),
    ]
    assert isinstance(game.log[-1], Buried)


def test_every_hand_makes_the_total_and_the_utility_sums_to_zero() -> None:
    for players in range(2, 9):
        game = play_out(seeded(9, "traversone", players, target=100, slam="none"))
        ends = [event for event in game.log if isinstance(event, HandEnded)]
        assert all(sum(points for points in end.points if points is not None) == 21 for end in ends)
        assert game.result is not None and sum(game.result.utility) == 0
        assert game.result.utility == tuple(
            sum(21 - players * (end.points[seat] or 0) for end in ends) for seat in range(players)
        )
