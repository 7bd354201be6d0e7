"""Declarations: what a hand holds, when it is declared and what is told (R1.5-R1.7)."""

import pytest

from protocol import events as told
from referee.rules.declarations import combos_in, open_combos
from tests.rules.table import mask, play, set_table, told_to

THREES = "3b 3c 3d 4b 5b 6b 7b Jb Qb Kb"
NAPOLI = "3s 2s As 4c 5c 6c 7c Jc Qc Kc"


def points(hand: str) -> int:
    return sum(points for _, points in open_combos(mask(hand), "italian40", ()))


def test_w3() -> None:
    assert points("3b 2b Ab 3s 2s As 2d Ad 7c 6c") == 12
    assert combos_in(mask("3b 2b Ab 3s 2s As 2d Ad 7c 6c"), "italian40") == (
        "napoli:b",
        "napoli:s",
        "tris:2:c",
        "tris:A:c",
    )


def test_w4() -> None:
    assert points("3b 3c 3d 3s 2b 2c 2d Ab Ac Ad") == 19


def test_a_card_may_serve_in_several() -> None:
    """Napoletana of coppe and four 2s make 7 (S1); with the 2s of spade and bastoni only, 6 (club rules)."""
    assert points("3c 2c Ac 2b 2d 2s 4b 5b 6b 7b") == 7
    assert points("3c 2c Ac 2b 2s 4b 5b 6b 7b Jb") == 6


def test_the_largest_hands() -> None:
    """19 in one hand of ten; 18 in one of nine with the Piedmontese deck."""
    assert sum(value for _, value in open_combos(mask("Tb Tc Td Ts 9b 9c 9d Ab Ac"), "piemontese36", ())) == 4 + 3 + 6
    assert sum(value for _, value in open_combos(mask("Tb Tc Td 9b 9c 9d Ab Ac Ad"), "piemontese36", ())) == 18


def test_a_fourth_card_adds_one() -> None:
    four = mask("3b 3c 3d 3s")
    assert open_combos(four, "italian40", ("tris:3:s",)) == [("four:3", 1)]
    assert open_combos(four, "italian40", ("tris:3:s", "four:3")) == []


def test_auto_declares_at_the_own_turn_and_counts_at_once() -> None:
    game = set_table(["", THREES, "", NAPOLI], dealer=3)
    assert game.state.declared == [0, 0, 0, 0], "seat 0 is to lead, and has nothing"
    assert game.decision is not None
    game.act(game.decision.first())
    assert game.state.declared == [0, 3, 0, 0]


@pytest.mark.parametrize(
    ("how", "combos", "shown"),
    [
        ("cards", ("tris:3:s",), ("3b", "3c", "3d")),
        ("named", ("tris:3:s",), None),
        ("kind", ("tris:3",), None),
        ("on_request", None, None),
    ],
)
def test_what_is_told(how: str, combos: tuple[str, ...] | None, shown: tuple[str, ...] | None) -> None:
    game = set_table([THREES, "", "", ""], dealer=3, accuse_told=how)
    for seat in range(4):
        declared = [event for event in told_to(game, seat) if isinstance(event, told.Declare)]
        assert declared == [told.Declare(seat=0, points=3, combos=combos, cards=shown)]


def test_on_request_is_answered_as_in_named() -> None:
    game = set_table(["Ks", THREES, "", ""], dealer=3, accuse_told="on_request", talk="gestures")
    assert game.decision is not None
    assert "ask:1" not in str(game.decision.say), "not in trick 1"
    while game.state.number == 1:
        game.act(game.decision.first())
    decision = game.decision
    assert decision.say is not None
    card = decision.actions()[0]
    assert isinstance(card, int)
    offered = decision.say[card]
    assert ("ask:1" in offered) == (decision.seat != 1)
    if decision.seat != 1:
        game.act(card, ("busso", "ask:1"))
        revealed = [event for event in told_to(game, 3) if isinstance(event, told.Reveal)]
        assert revealed == [told.Reveal(seat=1, combos=("tris:3:s",))]


def test_ask_one_at_a_time_until_done() -> None:
    game = set_table(["3b 2b Ab 3s 2s As 2d Ad 7c 6c", "", "", ""], dealer=3, accuse="ask")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.legal()) == (
        "declare",
        ["napoli:b", "napoli:s", "tris:2:c", "tris:A:c", "done"],
    )
    play(game, "tris:2:c")
    assert game.state.declared == [3, 0, 0, 0]
    assert game.decision.legal() == ["napoli:b", "napoli:s", "tris:A:c", "done"]
    play(game, "done")
    assert game.decision.kind == "play"


def test_a_player_with_nothing_to_declare_is_not_asked() -> None:
    game = set_table(["4c", THREES, "", ""], dealer=3, accuse="ask")
    assert game.decision is not None and (game.decision.seat, game.decision.kind) == (0, "play")


def test_the_holder_of_four_may_not_declare_three() -> None:
    game = set_table(["3b 3c 3d 3s", "", "", ""], dealer=3, accuse="ask")
    assert game.decision is not None and game.decision.legal() == ["four:3", "done"]


def test_until_third_done_closes_one_turn_only() -> None:
    game = set_table([THREES, "", "", ""], dealer=3, accuse="ask", accuse_when="until_third")
    turns = []
    while game.decision and game.state.number <= 4:
        if game.decision.kind == "declare":
            turns += [game.state.number] if game.decision.seat == 0 else []
            play(game, "done")
        else:
            game.act(game.decision.first())
    assert turns == [1, 2, 3]


def test_after_the_first_trick_in_turn_order_from_its_winner() -> None:
    game = set_table([THREES, NAPOLI, "", ""], dealer=3, accuse="ask", accuse_when="after_first_trick")
    asked = []
    while game.decision and game.state.number <= 2 and len(game.state.trick) < 4:
        if game.decision.kind == "declare":
            assert game.state.number == 2 and not game.state.trick
            asked.append(game.decision.seat)
            play(game, "done")
        elif game.state.number == 2:
            break
        else:
            game.act(game.decision.first())
    winner = game.state.leader
    assert asked == sorted((0, 1), key=lambda seat: (seat - winner) % 4)


def test_r1_11_nothing_is_declared_once_all_is_laid_down() -> None:
    """Whoever kept silent after the first trick is not asked again when the leader of the second takes all the rest."""
    long = "3b 2b Ab Kb Qb Jb 7b 6b 5b 4b"
    rules = {"accuse": "ask", "accuse_when": "after_first_trick", "lay_down": "exact"}
    game = set_table([long, "3c 2c Ac 3d 2d 4s 5s 6s 7s Js", "", ""], dealer=3, **rules)
    play(game, "3b", "4s")
    while game.decision and game.decision.kind == "play" and game.state.number == 1:
        game.act(game.decision.first())
    play(game, "done", "done", "done", "claim:tricks")
    assert game.decision is None
    assert game.state.declared == [0, 0, 0, 0]
    assert game.result is not None and game.result.scores == (11, 0)
