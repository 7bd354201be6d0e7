"""Tressette for two with a stock: draws, windows for declarations, ends, and what is told (R2)."""

import pytest

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD
from referee.rules.decision import IllegalAction
from referee.rules.engine import Game
from referee.rules.events import Declared, Drawn, TrickWon
from referee.rules.options import BadRules
from tests.rules.small_tables import at_random, counts, played_so_that, shuffled, with_stock
from tests.rules.table import play, play_out, seeded, told_to

# Seat 0 takes every trick: it holds the five highest cards of each suit, and draws first.
HIGH, LOW = "Qb Kb Ab 2b 3b Qc Kc Ac 2c 3c", "4b 5b 6b 7b Jb 4c 5c 6c 7c Jc"
HIGH_FIRST = "Qd 4d Kd 5d Ad 6d 2d 7d 3d Jd Qs 4s Ks 5s As 6s 2s 7s 3s Js"

# Three 2s and nothing else, and no trick that seat 1 can take.
TWOS = "2b 2c 2d Kb Kc Jd Qd Kd Qb Qc"


def declarations(game: Game) -> list[tuple[int, int, tuple[str, ...], int]]:
    """What was declared: seat, trick, combinations, points."""
    found, trick = [], 1
    for event in game.log:
        if isinstance(event, TrickWon):
            trick = event.number + 1
        if isinstance(event, Declared):
            found.append((event.seat, trick, event.combos, event.points))
    return found


def legal(game: Game) -> list[str]:
    """What may be answered now."""
    assert game.decision is not None
    return game.decision.legal()


def test_r2_1_ten_each_and_a_stock_of_twenty_that_nobody_sees() -> None:
    game = with_stock("3b", "3c", "3d 3s", accuse="off")
    assert told_to(game, 0)[0] == told.Deal(
        hand=0,
        attempt=0,
        order=(0, 1),
        dealer=1,
        leader=0,
        cards=("4b", "5b", "6b", "7b", "Jb", "Qb", "Kb", "Ab", "2b", "3b"),
        counts=(10, 10),
        stock=20,
    )
    other = told_to(game, 1)[0]
    assert isinstance(other, told.Deal)
    assert other.cards == ("4c", "5c", "6c", "7c", "Jc", "Qc", "Kc", "Ac", "2c", "3c")
    assert game.variant.sides == ((0,), (1,)) and game.variant.unit == "side"


def test_r2_2_winner_and_then_loser_draw_and_show_and_the_winner_leads() -> None:
    game = with_stock("4b", "5b 6b 7b", "Kd Qd", accuse="off")
    play(game, "4b", "7b")
    for seat in (0, 1):
        assert told_to(game, seat)[-3:] == [
            told.Trick(winner=1, number=1),
            told.Draw(seat=1, card="Kd"),
            told.Draw(seat=0, card="Qd"),
        ]
    assert game.decision is not None and game.decision.seat == 1
    assert "Kd" in legal(game), "what is drawn can be played at once"


def test_r2_2_following_suit_is_compulsory_while_the_stock_lasts() -> None:
    """Study 2 (S1, LOF, CUP): compulsory from the first trick; a void may be cured by a later draw."""
    hands = "4b 5b 4d 5d 6d 7d Jd Qd Kd Ad", "4c 5c 6c 7c Jc Qc Kc Ac 2c 3c"
    game = play(with_stock(*hands, "4s 6b", accuse="off"), "4b")
    assert legal(game) == hands[1].split(), "void of bastoni: any card"
    play(game, "4c", "5b")
    assert legal(game) == ["6b"], "he drew it, so he must follow with it"
    with pytest.raises(IllegalAction) as refused:
        game.act(CARD["5c"])
    assert refused.value.rule == "R0.4"


@pytest.mark.parametrize(("deck", "tricks", "drawn"), [("italian40", 20, 20), ("piemontese36", 18, 18)])
def test_r2_2_number_of_tricks_and_of_draws(deck: str, tricks: int, drawn: int) -> None:
    """Study 2 and 10: ten drawing tricks and ten more; with 36 cards nine each, stock 18, 18 tricks; 11 points."""
    game = play_out(seeded(5, "in-due", deck=deck), at_random(5))
    assert sum(isinstance(event, Drawn) for event in game.log) == drawn
    assert sum(game.state.won) == tricks
    points = game.hands[0].points
    assert points is not None and points[0] is not None and points[1] is not None and points[0] + points[1] == 11


def test_r0_1_the_piedmontese_deck() -> None:
    """Study 10: ten ranks above nine, nine above ace; the napula is A, 9, 10; nine cards hold at most 18 points."""
    game = with_stock("Tb 9b Ab Tc 9c Ac Td 9d Ad", "", deck="piemontese36")
    assert declarations(game) == [(0, 1, ("napoli:b", "napoli:c", "napoli:d", "tris:T:s", "tris:9:s", "tris:A:s"), 18)]
    deal = told_to(game, 1)[0]
    assert isinstance(deal, told.Deal) and deal.counts == (9, 9) and deal.stock == 18
    stronger = with_stock("9b", "Tb", deck="piemontese36", accuse="off")
    play(stronger, "9b", "Tb")
    assert stronger.state.leader == 1, "ten beats nine"


def test_r2_3_worked_example_of_the_study() -> None:
    """Study 2: A has 19 thirds with the last trick, B 16: 6-5; A declared three 2s in trick 2: 9-5 for the deal."""

    def table() -> Game:
        game = with_stock("2b 2c 4b 5b 6b 7b Jb Qb 4c 5c", "Kb Kc Kd Ks Ac Jc Jd Js Qc Qs", "4d 2s")
        return play(game, "Qb", "Kb", "Kc", "4c")

    game = played_so_that(table, lambda game: counts(game)[0].thirds == (19, 16))
    assert declarations(game) == [(0, 2, ("tris:2:d",), 3)]
    assert (counts(game)[0].points, counts(game)[0].declared, counts(game)[0].scores) == ((6, 5), (3, 0), (9, 5))
    assert game.result is not None and game.result.utility == (4, -4)


@pytest.mark.parametrize(
    ("window", "declared"),
    [
        ("three_tricks", [(0, 1, ("tris:2:s",), 3), (0, 2, ("tris:A:d",), 3)]),
        ("dealt_only", [(0, 1, ("tris:2:s",), 3)]),
        ("on_draw", [(0, 1, ("tris:2:s",), 3), (0, 2, ("tris:A:d",), 3), (0, 5, ("napoli:b",), 3)]),
        ("after_first_trick", [(0, 2, ("tris:2:s",), 3)]),
    ],
)
def test_r2_3_windows(window: str, declared: list[tuple[int, int, tuple[str, ...], int]]) -> None:
    """Seat 0 is dealt three 2s, draws a third ace after trick 1, and the 3 of a napoletana after trick 4."""
    hands = "2b 2c 2d Ac As Kb Kc Kd Qd Jd", LOW
    game = with_stock(*hands, "Ab 4d 4s 5d 5s 6d 3b 6s", accuse_window=window)
    play(game, "Kb", "4b", "Kc", "4c", "Kd", "4d", "Qd", "5d", "Jd", "6d")
    assert declarations(game) == declared


def test_r2_3_after_the_first_trick_the_cards_dealt_count_and_are_told_before_the_draw() -> None:
    game = with_stock("2b 2c 2d", "Ab Ac Ad", "3b 3c", accuse_window="after_first_trick", accuse_told="named")
    play(game, "2b", "Ab")
    assert told_to(game, 1)[-5:] == [
        told.Trick(winner=0, number=1),
        told.Declare(seat=0, points=3, combos=("tris:2:s",)),
        told.Declare(seat=1, points=3, combos=("tris:A:s",)),
        told.Draw(seat=0, card="3b"),
        told.Draw(seat=1, card="3c"),
    ], "the winner first, and though a card of each has been played"


def test_r2_3_a_fourth_card_adds_one_if_all_four_are_held_together() -> None:
    game = with_stock(TWOS, LOW, "2s")
    play(game, "Kb", "4b")
    assert declarations(game) == [(0, 1, ("tris:2:s",), 3), (0, 2, ("four:2",), 1)]
    assert game.state.declared == [4, 0]


def test_r2_3_no_fourth_card_if_one_of_the_three_is_gone() -> None:
    """R2.3 keeps a scored rank scored; some would count a new three (study 2, LOF), the rules do not."""
    game = with_stock(TWOS, LOW, "2s", accuse_window="on_draw")
    play(game, "2b", "4b")
    assert declarations(game) == [(0, 1, ("tris:2:s",), 3)]
    play_out(game)
    assert len([combos for _, _, combos, _ in declarations(game) if "2" in combos[0]]) == 1


def test_r2_3_four_at_once_use_up_the_rank() -> None:
    game = with_stock(TWOS.replace("Qc", "2s"), LOW, accuse_window="on_draw")
    play(game, "2b", "4b", "Kb", "5b")
    assert declarations(game) == [(0, 1, ("four:2",), 4)], "the three that are left are no three"


def test_r2_3_done_closes_one_turn_only() -> None:
    game = with_stock(TWOS, LOW, "4d 5d 4s 6d", accuse="ask")
    assert game.decision is not None and game.decision.kind == "declare"
    assert legal(game) == ["tris:2:s", "done"]
    play(game, "done", "Kb", "4b")
    assert legal(game) == ["tris:2:s", "done"], "asked again in trick 2"
    play(game, "done", "Kc", "4c", "tris:2:s")
    assert declarations(game) == [(0, 3, ("tris:2:s",), 3)]


def test_r2_3_after_trick_three_nobody_is_asked() -> None:
    game = with_stock(TWOS, LOW, "4d 5d 4s 6d", accuse="ask")
    play(game, "done", "Kb", "4b", "done", "Kc", "4c", "done", "Qb", "5b")
    assert game.decision is not None and game.decision.kind == "play" and game.state.declared == [0, 0]


def test_r2_4_declarations_on_request_are_told_with_a_lead() -> None:
    game = with_stock("2b 2c 2d Kb", "Ac Ad As 4b 5b", accuse_told="on_request")
    play(game, "Kb", "4b")
    assert told.Declare(seat=1, points=3) in told_to(game, 0)
    assert game.decision is not None and game.decision.say is not None
    assert set(game.decision.say.values()) == {("ask:1",)}
    play(game, "ask:1=2b")
    assert told_to(game, 0)[-1] == told.Reveal(seat=1, combos=("tris:A:b",))


def test_r2_4_annulment_before_the_first_lead() -> None:
    tables = (seeded(seed, "in-due", redeal=["three_sevens"], accuse="off") for seed in range(100))
    game = next(game for game in tables if game.decision and game.decision.kind == "redeal")
    assert game.decision is not None
    seat = game.decision.seat
    play(game, "redeal")
    assert game.hands[0].ended == "annulled" and game.hands[1].attempt == 1
    assert game.hands[1].dealer == game.hands[0].dealer
    shown = next(event for event in told_to(game, 1 - seat) if isinstance(event, told.Annul))
    assert shown.cards is not None and sum(card[0] == "7" for card in shown.cards) >= 3


def test_r1_11_laying_down_is_offered_once_the_stock_is_empty() -> None:
    game = with_stock(HIGH, LOW, HIGH_FIRST, accuse="off", lay_down="exact")
    while game.state.stock:
        assert "claim:tricks" not in legal(game)
        play(game, legal(game)[0])
    assert legal(game)[-1] == "claim:tricks" and game.state.number == 11
    play(game, "claim:tricks")
    shown = next(event for event in told_to(game, 1) if isinstance(event, told.Claim))
    assert shown.right and shown.cards == ("Qd", "Kd", "Ad", "2d", "3d", "Qs", "Ks", "As", "2s", "3s")
    assert counts(game)[0].thirds == (35, 0) and game.state.won == [20, 0]


def test_r1_9_all_tricks_are_a_cappotto() -> None:
    game = play_out(with_stock(HIGH, LOW, HIGH_FIRST, accuse="off", stakes="s1"))
    assert counts(game)[0].awards == ("cappotto",) and game.state.won == [20, 0]
    assert game.result is not None
    assert (game.result.stakes, game.result.utility, game.result.reason) == (2, (2, -2), "stakes")


def test_r1_9_under_three_thirds_and_a_trick_are_a_stramazzo() -> None:
    """With one player a side there is no stramazzone. Seat 1 makes one trick, K and Q."""
    stock = HIGH_FIRST.replace("Kd", "--").replace("Jd", "Kd").replace("--", "Jd")
    game = with_stock(HIGH, LOW, stock, accuse="off", stakes="gelli")
    while game.state.stock:
        play(game, legal(game)[0])
    play_out(play(game, "Qd", "Kd", "4d", "Jd"))
    assert counts(game)[0].thirds == (33, 2) and counts(game)[0].awards == ("stramazzo",)
    assert game.result is not None and game.result.stakes == 3 and game.result.winners == (0,)


def test_r1_8_cappotto_17() -> None:
    game = play_out(with_stock(HIGH, LOW, HIGH_FIRST, accuse="off", cappotto="17"))
    assert counts(game)[0].points == (17, 0) and counts(game)[0].awards == ("cappotto",)
    assert play_out(with_stock(HIGH, LOW, HIGH_FIRST, accuse="off")).state.scores == [11, 0]


def test_r0_14_immediate_ends_with_the_declaration_that_reaches_the_target() -> None:
    game = with_stock(HIGH, LOW, HIGH_FIRST, target=6, end="immediate")
    assert game.result is not None and game.result.reason == "immediate" and game.result.winners == (0,)
    assert game.hands[0].ended == "immediate"
    assert (game.hands[0].points, game.hands[0].declared, game.result.utility) == ((0, 0), (6, 0), (6, -6))


def test_r0_14_immediate_ends_with_the_trick_that_reaches_the_target_before_the_draw() -> None:
    game = with_stock(HIGH, LOW, HIGH_FIRST, target=1, end="immediate", accuse="off")
    play(game, "Ab", "4b")
    assert game.result is not None and game.result.scores == (1, 0)
    assert not any(isinstance(event, Drawn) for event in game.log)


@pytest.mark.parametrize(("target", "winner", "utility"), [(6, 0, (6, -6)), (7, 1, (-1, 1))])
def test_r0_14_a_claim_wins_or_loses(target: int, winner: int, utility: tuple[int, ...]) -> None:
    """Two napoletane are 6; a wrong claim loses, though the points are the other way."""
    game = with_stock(HIGH, LOW, HIGH_FIRST, target=target, end="claim")
    assert legal(game)[-1] == "claim:game"
    play(game, "claim:game")
    assert game.result is not None and game.result.reason == "claim"
    assert (game.result.winners, game.result.utility) == ((winner,), utility)
    assert told_to(game, 1)[-3] == told.Claim(seat=0, claim="game", right=winner == 0)


@pytest.mark.parametrize(
    ("rules", "size"),
    [({}, 11), ({"hands": 3}, 33), ({"target": 31}, 31), ({"stakes": "gelli"}, 8)],
)
def test_p9_forfeit(rules: dict[str, object], size: int) -> None:
    game = shuffled("in-due", rules)
    assert game.forfeit(1).utility == (size, -size) and game.hands[0].ended == "forfeit"


def test_the_deal_alternates() -> None:
    game = play_out(seeded(3, "in-due", hands=4))
    assert [hand.dealer for hand in game.hands] == [1, 0, 1, 0]
    assert [event.leader for event in told_to(game, 0) if isinstance(event, told.Deal)] == [0, 1, 0, 1]


def test_r2_4_presets_aliases_and_defaults() -> None:
    spec = games.spec("pizzico")
    assert spec is games.spec("tressette-in-due") is games.spec("in-due") and spec.seats == (2,)
    default = games.build("in-due", {}).rules
    assert (default["hands"], default["target"], default["accuse_window"]) == (1, None, "three_tricks")
    s0, s1 = (games.build("in-due", {}, preset=preset).rules for preset in ("s0", "s1"))
    assert s0 == {**default, "hands": None, "target": 31}
    assert s1 == {
        **default,
        "hands": None,
        "target": 21,
        "accuse_window": "after_first_trick",
        "accuse_told": "named",
        "stakes": "s1",
        "end": "claim",
    }


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({"end": "claim"}, "needs a target"),
        ({"end": "immediate", "target": 21, "cappotto": "cancels"}, "cappotto"),
        ({"end": "immediate", "target": 21, "stakes": "s1"}, "stakes"),
        ({"stakes": "s1", "hands": 2}, "hands = 1"),
        ({"talk": "full"}, "no option talk"),
        ({"accuse_window": "always"}, "three_tricks"),
        ({"first_dealer": 2}, "no seat"),
    ],
)
def test_what_makes_no_sense_is_refused(rules: dict[str, object], reason: str) -> None:
    with pytest.raises(BadRules, match=reason):
        games.build("in-due", rules)


@pytest.mark.parametrize("players", [1, 3, 4])
def test_r0_18_two_players(players: int) -> None:
    with pytest.raises(BadRules, match=r"R0\.18"):
        games.build("in-due", {}, players)
