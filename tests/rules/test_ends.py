"""How a game ends: races, claims, laying down, whole-game wins (R0.13, R0.14, R1.9, R1.11)."""

import pytest

from protocol import events as told
from referee.rules.cards import DECKS, mask_of
from referee.rules.claims import counted_now, stands
from referee.rules.engine import Game
from referee.rules.state import State
from tests.rules.table import mask, play, play_out, seeded, set_table, told_to

DECK = mask_of(DECKS["italian40"])


def test_hands() -> None:
    game = play_out(seeded(1, hands=3))
    assert len(game.hands) == 3 and game.result is not None and game.result.reason == "hands"
    assert tuple(game.result.scores) == game.hands[-1].scores
    difference = game.result.scores[0] - game.result.scores[1]
    assert game.result.utility == (difference, -difference, difference, -difference)


def test_target_after_a_complete_hand() -> None:
    game = play_out(seeded(2, target=21))
    assert game.result is not None and game.result.reason == "target"
    best = max(game.result.scores)
    assert best >= 21 and all(max(hand.scores or ()) < 21 for hand in game.hands[:-1])
    assert game.result.winners == ((0, 2) if game.result.scores[0] == best else (1, 3))


def test_max_hands_ends_a_race() -> None:
    game = play_out(seeded(3, target=1000, max_hands=4))
    assert len(game.hands) == 4 and game.result is not None and game.result.reason == "hands"


def test_ties_share() -> None:
    for seed in range(200):
        result = play_out(seeded(seed, hands=2)).result
        if result and result.scores[0] == result.scores[1]:
            assert result.winners == (0, 1, 2, 3) and result.utility == (0, 0, 0, 0)
            return
    pytest.fail("no tie was reached")


def near(score: int, thirds_taken: str, **rules: object) -> Game:
    """A game to 21 in which side 0 stands at `score` and seat 0 has taken these cards so far."""
    game = set_table(["", "", "", ""], dealer=3, accuse="off", target=21, **rules)
    game.state.scores[0] = score
    taken = mask(thirds_taken)
    for place, hand in enumerate(game.state.hands):
        game.state.hands[place] = hand & ~taken
    game.state.taken[0] = taken
    return game


FIFTEEN = "Ab Ac Ad As 3b 3c 3d"
FOURTEEN = "Ab Ac Ad As 3b 3c"


def test_w11_a_claim_is_counted_as_for_immediate() -> None:
    assert counted_now(near(16, FIFTEEN).state, 0) == 21
    assert counted_now(near(16, FOURTEEN).state, 0) == 20


@pytest.mark.parametrize(("taken", "right"), [(FIFTEEN, True), (FOURTEEN, False)])
@pytest.mark.parametrize("end", ["claim", "claim_on_lead"])
def test_w11_right_wins_and_wrong_loses(taken: str, right: bool, end: str) -> None:
    game = near(16, taken, end=end)
    assert game.decision is not None and game.decision.legal()[-1] == "claim:game"
    play(game, "claim:game")
    assert game.result is not None and game.result.reason == "claim"
    assert game.result.winners == ((0, 2) if right else (1, 3))
    assert game.hands[0].ended == "claim" and game.hands[0].points == ((5, 0) if right else (4, 0))
    assert game.result.scores == ((21, 0) if right else (20, 0))
    assert game.result.utility == ((5, -5, 5, -5) if right else (-1, 1, -1, 1))
    assert told.Claim(seat=0, claim="game", right=right) in told_to(game, 1)


def test_claim_on_lead_is_for_the_leader_only() -> None:
    for end, offered in (("claim", True), ("claim_on_lead", False)):
        game = set_table(["", "", "", ""], dealer=3, accuse="off", target=21, end=end)
        assert game.decision is not None and "claim:game" in game.decision.words
        game.act(game.decision.first())
        assert ("claim:game" in game.decision.words) is offered


def test_immediate_wins_in_the_middle_of_a_hand() -> None:
    reached = 0
    for seed in range(20):
        game = play_out(seeded(seed, target=11, end="immediate"))
        assert game.result is not None and game.result.reason == "immediate"
        assert game.hands[-1].ended == "immediate"
        winner = 0 if game.result.winners == (0, 2) else 1
        assert game.result.scores[winner] >= 11
        reached += sum(game.state.won) < 10
    assert reached > 10, "most of them before the tenth trick"


def test_immediate_counts_a_declaration_at_once() -> None:
    game = set_table(["3b 3c 3d 3s", "", "", ""], dealer=3, target=4, end="immediate")
    assert game.result is not None
    assert (game.result.winners, game.result.scores, game.result.reason) == ((0, 2), (4, 0), "immediate")


def hand_state(mine: str, *others: str) -> State:
    state = State(4, 4, 2, ((0, 2), (1, 3)))
    state.hands = [mask(mine), *[mask(other) for other in others]]
    for _ in range(4 - len(state.hands)):
        state.hands.append(0)
    return state


@pytest.mark.parametrize(
    ("mine", "others", "right"),
    [
        ("3b 2b", ["Ab Kb"], True),
        ("3b Ab", ["2b 4c"], True),  # the 3 takes the only card that beats the ace
        ("3b Ab", ["2b 4b"], False),
        ("2b", ["3b"], False),
        ("3b 4b", ["5c"], True),
        ("3b 4b", ["5b"], True),
        ("3b 4b", ["5b 6b"], False),
        ("3b 3c", ["2b 2c", "Ab Ac", "Kb Kc"], True),
        ("3b 7c", ["4c", "5c", "Jc"], False),  # also a card of his partner's beats him
    ],
)
def test_r1_11_exact(mine: str, others: list[str], right: bool) -> None:
    assert stands(hand_state(mine, *others), 0, provable=False, deck=DECK) is right


def test_r1_11_provable_knows_only_what_was_seen() -> None:
    state = hand_state("3b Ab", "2b 4c")
    assert not stands(state, 0, provable=True, deck=DECK), "the king and others of the suit might lie together"
    state.shown = DECK & ~mask("2b")
    assert stands(state, 0, provable=True, deck=DECK)
    assert not stands(hand_state("2b", "4c"), 0, provable=True, deck=DECK), "the 3 has not been seen"


STRONG = ["3b 2b Ab Kb Qb Jb 7b 6b 5b 4b", "", "", ""]


def test_r1_11_a_claim_that_stands_takes_everything() -> None:
    game = set_table(STRONG, dealer=3, accuse="off", lay_down="exact")
    assert game.decision is not None and game.decision.legal()[-1] == "claim:tricks"
    play(game, "claim:tricks")
    assert game.hands[0].points == (11, 0) and game.hands[0].ended is None
    claim = next(event for event in told_to(game, 2) if isinstance(event, told.Claim))
    assert claim.right and claim.cards is not None and len(claim.cards) == 10
    assert game.state.won == [10, 0, 0, 0]


def test_r1_11_a_claim_that_does_not_stand_shows_the_hand_and_is_not_offered_again() -> None:
    game = set_table(["3b", "2b", "", ""], dealer=3, accuse="off", lay_down="exact")
    hand = game.state.hands[0]
    play(game, "claim:tricks")
    claim = told_to(game, 1)[-1]
    assert isinstance(claim, told.Claim) and not claim.right and claim.cards is not None and len(claim.cards) == 10
    assert game.state.shown == hand
    assert game.decision is not None and (game.decision.seat, game.decision.words) == (0, ())
    play_out(game)
    assert sum(points or 0 for points in game.hands[0].points or ()) == 11


def test_r1_9_a_whole_game_win_ends_the_game_whatever_the_score() -> None:
    game = set_table(STRONG, dealer=3, accuse="off", target=31, stakes="s1")
    play_out(game, lambda decision: decision.actions()[-1])
    assert game.result is not None
    assert (game.result.reason, game.result.stakes, game.result.utility) == ("stakes", 6, (6, -6, 6, -6))
    assert game.hands[-1].ended == "stakes"
    end = next(event for event in told_to(game, 0) if isinstance(event, told.HandEnd))
    assert end.awards == ("cappottone",)


def test_with_stakes_an_ordinary_win_is_worth_one_game() -> None:
    for seed in range(10):
        result = play_out(seeded(seed, target=21, stakes="gelli")).result
        assert result is not None
        if result.reason == "target":
            assert result.utility in ((1, -1, 1, -1), (-1, 1, -1, 1)) and result.stakes == 1
            return
    pytest.fail("no ordinary win was reached")
