"""Talk: what may be said with a lead, and when it is true (R1.10)."""

import pytest

from referee.rules.cards import CARD
from referee.rules.decision import IllegalAction
from referee.rules.engine import Game
from tests.rules.table import play, set_table


def offered(hand: str, card: str, **rules: object) -> tuple[str, ...]:
    """The sayings offered to the first leader with a card."""
    game = set_table([hand, "", "", ""], dealer=3, accuse="off", **{"talk": "full", **rules})
    assert game.decision is not None
    return (game.decision.say or {}).get(CARD[card], ())


W13 = "Kb 7b 5b 4d"


def full(hand: str, rest: str = "s") -> str:
    """Ten cards: the hand, filled up with low cards that do not matter here."""
    filler = [rank + rest for rank in "4567JQ"] + ["4c", "5c", "6c", "7c"]
    return " ".join([*hand.split(), *[card for card in filler if card not in hand.split()]][:10])


def test_w13() -> None:
    said = offered(full(W13), "5b")
    assert {"re-doppio-2", "conta-3", "striscio"} <= set(said)
    assert "volo" not in said


@pytest.mark.parametrize(
    ("hand", "card", "true", "false"),
    [
        ("5b", "5b", ["volo", "busso", "conta-1"], ["striscio", "conta-2"]),
        ("5b 3b", "5b", ["ho-3", "busso"], ["striscio", "volo", "conta-2", "ho-2"]),
        ("5b 4b", "5b", ["striscio", "conta-2", "conta-2-liscia"], ["volo"]),
        ("5b Qb", "5b", ["striscio", "conta-2"], ["conta-2-liscia"]),
        ("Qb 5b", "Qb", ["conta-2-liscia"], []),
        ("Ab 2b", "2b", ["ho-28", "ho-a", "ho-2", "voglio-3"], ["ho-29", "liscio-e-busso", "conta-2"]),
        ("Ab 3b", "3b", ["ho-29", "liscio-e-busso"], ["ho-28"]),
        ("3b 2b 4b 5b 6b", "4b", ["bussata-forte"], ["la-buona"]),
        ("3b 2b Ab 5b 6b", "5b", [], ["bussata-forte", "la-buona"]),
        ("Ab 2b 5b 6b", "5b", ["la-buona"], ["bussata-forte"]),
        ("Ab 5b 6b", "5b", [], ["la-buona"]),
        ("Kb 4b 5b 6b 7b Jb", "4b", ["re-doppio-4"], ["re-doppio-2", "re-doppio-3"]),
    ],
)
def test_truth_conditions(hand: str, card: str, true: list[str], false: list[str]) -> None:
    said = offered(full(hand), card)
    assert set(true) <= set(said)
    assert not set(false) & set(said)


def test_free_talk_offers_what_is_not_true() -> None:
    assert "volo" in offered(full(W13), "5b", talk_truth="free")


def test_a_list_of_sayings() -> None:
    assert offered(full(W13), "5b", talk=["busso", "conta-3"]) == ("busso", "conta-3")


def test_only_the_leader_speaks_and_only_one_saying() -> None:
    game = set_table([full(W13), "", "", ""], dealer=3, accuse="off", talk="gestures")
    with pytest.raises(IllegalAction, match=r"R1\.10"):
        game.act(CARD["5b"], ("busso", "striscio"))
    with pytest.raises(IllegalAction, match=r"R1\.10"):
        game.act(CARD["5b"], ("volo",))
    assert game.state.trick == [], "the state is as it was"
    game.act(CARD["5b"], ("busso",))
    assert game.decision is not None and game.decision.say is None


def test_words_only_when_the_suit_is_led_for_the_first_time() -> None:
    game = set_table(["3b 4b 5b 6b 7b Jb Qb 3c 4c 5c", "Kb", "", ""], dealer=3, accuse="off", talk="full")
    play(game, "3b")
    while game.state.trick:
        assert game.decision is not None
        game.act(game.decision.first())
    assert game.decision is not None and game.decision.say is not None
    assert "conta-6" not in game.decision.say[CARD["4b"]]
    assert set(game.decision.say[CARD["4b"]]) == {"busso", "striscio", "piombo-a-te"}
    assert "ho-3" in game.decision.say[CARD["3c"]]


def knocked() -> Game:
    """Seat 0 knocks with the 4 of bastoni; partner 2 wins with the 3 and keeps a bastoni."""
    game = set_table(
        ["4b 5b", "6b 4s", "3b Jb 4d 5d 6d 7d Jd Qd Kd Ad", "7b 5s"], dealer=3, accuse="off", talk="gestures"
    )
    play(game, "busso=4b", "6b", "3b", "7b")
    return game


def test_liscio_is_for_the_winner_of_his_partners_knock_with_a_lead_of_another_suit() -> None:
    game = knocked()
    assert game.decision is not None and game.decision.say is not None and game.decision.seat == 2
    assert "liscio" not in game.decision.say[CARD["Jb"]]
    assert "liscio" in game.decision.say[CARD["4d"]]
    play(game, "liscio=4d")
    assert game.state.knocked == {}, "only with the next lead of another suit"


def test_free_liscio_needs_the_knock_but_not_the_suit() -> None:
    """Seat 2 wins his partner's knock with his only bastoni: liscio would not be true."""
    hands = ["4b 5b", "6b 4s", "3b 4d 5d 6d 7d Jd Qd Kd Ad 2d", "7b 5s"]
    for truth, offered in (("enforced", False), ("free", True)):
        game = set_table(hands, dealer=3, accuse="off", talk="gestures", talk_truth=truth)
        play(game, "busso=4b", "6b", "3b", "7b")
        assert game.decision is not None and game.decision.say is not None
        assert ("liscio" in game.decision.say[CARD["4d"]]) is offered


def test_the_knock_is_remembered_while_the_suit_is_returned() -> None:
    game = knocked()
    play(game, "Jb")
    assert game.state.knocked == {2: 0}
