"""Thirds into points, and whole-game wins (R0.6-R0.8, R1.8, R1.9)."""

import pytest

from referee.rules.ends import claim_utility, whole_game_win
from referee.rules.phases.count import side_utility, single_utility
from referee.rules.scoring import place_thirds, remainder
from referee.rules.state import State
from tests.rules.table import mask, play_out, seeded, set_table

PAIRS = ((0, 2), (1, 3))


def won(tricks: list[int], *taken: str) -> State:
    """The end of a hand: tricks and cards won by seat."""
    state = State(len(taken), len(taken), 2, PAIRS if len(taken) == 4 else ((0,), (1,)))
    state.won = tricks
    state.taken = [mask(cards) for cards in taken]
    return state


@pytest.mark.parametrize("thirds", range(36))
def test_w1_w2_two_sides_always_make_eleven(thirds: int) -> None:
    assert thirds // 3 + (35 - thirds) // 3 == 11
    assert (18 // 3, 17 // 3) == (6, 5)  # W1
    assert (33 // 3, 2 // 3) == (11, 0)  # W2


def test_the_last_trick_counts_three_thirds_for_its_winner() -> None:
    state = won([4, 3, 2, 1], "Ab Kb", "3c", "", "4d")
    state.leader = 1
    assert place_thirds(state) == [4, 4, 0, 0]
    state.hands[0] = mask("Ks")
    assert place_thirds(state) == [4, 1, 0, 0], "not before all cards are played"


def test_w6_remainder_rounding() -> None:
    thirds = [10, 7 + 3, 11, 4]
    assert remainder(thirds, 11, 1) == [3, 4, 3, 1]


def test_w7_remainder_rounding_with_the_great_ace() -> None:
    assert remainder([35, 15, 12 + 3], 21, 2) == [11, 5, 5]


LOSERS = "Kb Jb"


@pytest.mark.parametrize("table", ["s1", "gelli"])
def test_w5_stramazzo(table: str) -> None:
    """A pair won nine tricks, each partner's cards worth at least 3 thirds; the other pair's trick holds K and J."""
    state = won([5, 1, 4, 0], "Ab Ac 3b", LOSERS, "Ad As 3c", "")
    assert whole_game_win(state, table) == ("stramazzo", 0)
    state.leader = 1  # also if that trick is the tenth (points 10 - 1)
    assert whole_game_win(state, table) == ("stramazzo", 0)


def test_whole_game_wins_in_their_order() -> None:
    assert whole_game_win(won([10, 0, 0, 0], "Ab Ac", "", "", ""), "s1") == ("cappottone", 0)
    assert whole_game_win(won([0, 4, 0, 6], "", "Ab", "", "Ac"), "s1") == ("cappotto", 1)
    assert whole_game_win(won([7, 1, 2, 0], "Ab Ac Ad", "Kb", "Jb", ""), "s1") == ("stramazzone", 0)
    assert whole_game_win(won([7, 1, 2, 0], "Ab Ac Ad", "Kb", "Jb Qb", ""), "s1") == ("stramazzo", 0)
    assert whole_game_win(won([7, 1, 2, 0], "Ab Ac Ad", "Kb Kc Kd", "Jb", ""), "s1") is None


def test_one_player_a_side_has_only_cappotto_and_stramazzo() -> None:
    assert whole_game_win(won([20, 0], "Ab Ac", ""), "s1") == ("cappotto", 0)
    assert whole_game_win(won([1, 19], "Kb Jb", "Ab Ac"), "s1") == ("stramazzo", 1)


def test_fitres_wants_all_eleven_points() -> None:
    state = won([9, 1, 0, 0], "Ab Ac Ad As", "Kb Jb", "", "")
    assert whole_game_win(state, "fitres") == ("all_points", 0)
    state.leader = 1  # the last trick is a point for the others
    assert whole_game_win(state, "fitres") is None


def test_utility_sums_to_zero() -> None:
    assert side_utility(PAIRS, [9, 5], 4) == [4, -4, 4, -4]
    assert side_utility(((1,), (0, 2)), [7, 4], 3) == [-3, 6, -3]  # W14
    assert single_utility([5, 6, None, 0], 4) == [4, 7, 0, -11]


def test_a_claim_is_worth_at_least_a_win() -> None:
    assert claim_utility(PAIRS, 0, [-3, 3, -3, 3]) == (1, -1, 1, -1)
    assert claim_utility(PAIRS, 0, [3, -3, 3, -3]) == (3, -3, 3, -3)
    assert claim_utility(((1,), (0, 2)), 0, [0, 0, 0]) == (-1, 2, -1)
    assert claim_utility(((1,), (0, 2)), 1, [0, 0, 0]) == (1, -2, 1)


def test_a_forfeit_costs_eleven_a_hand_or_the_target_or_the_largest_award() -> None:
    assert seeded(1).forfeit(1).utility == (22, -22, 22, -22)
    assert seeded(1, hands=3).forfeit(0).utility == (-66, 66, -66, 66)
    assert seeded(1, target=31).forfeit(3).utility == (62, -62, 62, -62)
    result = seeded(1, preset="s1").forfeit(2)
    assert (result.utility, result.winners, result.reason) == ((-16, 16, -16, 16), (1, 3), "forfeit")


STRONG = ["3b 2b Ab Kb Qb 3c 2c Ac Kc Qc", "", "3d 2d Ad Kd Qd 3s 2s As Ks Qs", ""]


@pytest.mark.parametrize(("cappotto", "points"), [("11", (11, 0)), ("17", (17, 0)), ("cancels", (11, 0))])
def test_r1_8_cappotto(cappotto: str, points: tuple[int, int]) -> None:
    game = play_out(set_table(STRONG, dealer=3, cappotto=cappotto), lambda decision: decision.actions()[-1])
    assert (game.hands[0].points, game.hands[0].declared) == (points, (12, 0))


def test_r1_8_cancels_takes_the_declarations_of_the_side_with_no_point() -> None:
    """Seat 0 has all the bastoni and takes every trick; seat 1 has declared a napoletana of coppe in vain."""
    bastoni = "3b 2b Ab Kb Qb Jb 7b 6b 5b 4b"
    hands = [bastoni, "3c 2c Ac 4c 4d 5d 6d 7d Jd Qd", "3d 2d Ad Kd 3s 2s As Ks Qs Js", ""]
    for cappotto, declared in (("11", (6 + 3, 3)), ("cancels", (6 + 3, 0))):
        game = play_out(set_table(hands, dealer=3, cappotto=cappotto), lambda decision: decision.actions()[-1])
        assert (game.hands[0].points, game.hands[0].declared) == ((11, 0), declared)
