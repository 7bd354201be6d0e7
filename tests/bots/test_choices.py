"""What the built-in bots choose, one maxim at a time."""

from typing import Any

import pytest

from bots import bidding, chance, greedy, rules
from bots.bidding import strength_of
from bots.cards import ITALIAN, NAMES, PIEDMONTESE, above, cards_of, mask_of, names_of, strongest, thirds_of
from bots.kit import Bot, Seat, View
from bots.laying import worth_of
from bots.position import CERTAIN, Position
from protocol.codec import Answer, decode_act
from protocol.events import Deal, Declare, Event, Play, Trick
from protocol.messages import State
from tests.bots.lines import act, game

BOTH = pytest.mark.parametrize("bot", [greedy.choose, rules.choose], ids=["greedy", "rules"])
ORDER = (0, 1, 2, 3)


def answer(bot: Bot, legal: str, hand: str = "", *, about: dict[str, Any] | None = None, **changes: Any) -> str:
    """Return what the bot answers in seat 2; cards and words are given as text with blanks."""
    seat = Seat(bot)
    seat.hear(game(**(about or {})))
    if "trick" in changes:
        changes["trick"] = tuple((int(card[0]), card[1:]) for card in changes["trick"].split())
    fields = {"trick": (), "events": (dealt(hand or legal),), **changes}
    line = seat.hear(act(4, legal=tuple(legal.split()), hand=tuple((hand or legal).split()), **fields))
    assert line is not None
    told = decode_act(line, 4)
    assert isinstance(told, Answer)
    return told.action


def dealt(cards: str, **changes: Any) -> Deal:
    fields: dict[str, Any] = {"cards": tuple(cards.split()), "counts": (10, 10, 10, 10), "order": ORDER, "dealer": 3}
    return Deal(hand=0, attempt=0, **{**fields, **changes})


def played(*tricks: str) -> tuple[Event, ...]:
    """Return the events of tricks, each given as `winner: seat and card, …`."""
    events: list[Event] = []
    for number, trick in enumerate(tricks, 1):
        winner, cards = trick.split(":")
        events += [Play(seat=int(card[0]), card=card[1:]) for card in cards.split()]
        events.append(Trick(winner=int(winner), number=number))
    return tuple(events)


def test_card_arithmetic() -> None:
    assert names_of(ITALIAN)[:10] == ["4b", "5b", "6b", "7b", "Jb", "Qb", "Kb", "Ab", "2b", "3b"]
    assert names_of(PIEDMONTESE)[-9:] == ["6s", "7s", "8s", "Js", "Qs", "Ks", "As", "9s", "Ts"]
    assert thirds_of(ITALIAN) == thirds_of(PIEDMONTESE) == 32
    assert (ITALIAN.bit_count(), PIEDMONTESE.bit_count()) == (40, 36)
    assert names_of(above(mask_of(["Kc"]).bit_length() - 1) & ITALIAN) == ["Ac", "2c", "3c"]
    assert NAMES[strongest(mask_of(["4d", "Ad", "Kd"]))] == "Ad"
    assert [NAMES[card] for card in cards_of(mask_of(["3s", "4b"]))] == ["4b", "3s"]


@BOTH
def test_everything_is_declared_and_a_bad_hand_is_dealt_again(bot: Bot) -> None:
    assert answer(bot, "napoli:b four:3 done", "3b 2b Ab", decision="declare") == "napoli:b"
    assert answer(bot, "keep redeal", "4b 5b", decision="redeal") == "redeal"


@BOTH
def test_a_decision_of_a_later_version_gets_the_first_action_that_is_no_claim(bot: Bot) -> None:
    line = act(4, decision="play", legal=("claim:game", "dance", "sing"), hand=("4b",)).replace(
        b'"play","leg', b'"party","leg'
    )
    seat = Seat(bot)
    seat.hear(game())
    assert seat.hear(line) == b'{"id":4,"action":"dance"}\n'


STRONG = "3b 2b Ab Kb 3c 2c Ac 3d 3s 2s"
WEAK = "4b 5b 6b 4c 5c 6c 4d 5d Kd 4s"


def test_strength_grows_with_the_hand() -> None:
    hands = [
        WEAK,
        "3b 4b 5b 4c 5c 6c 4d 5d Kd 4s",
        "3b 2b 5b 4c 5c 6c 4d 5d Kd 4s",
        "3b 2b Ab 4c 5c 6c 4d 5d Kd 4s",
        STRONG,
    ]
    strengths = [strength_of(mask_of(hand.split())) for hand in hands]
    assert strengths == sorted(set(strengths))


@BOTH
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bids_go_by_strength_and_a_forced_bid_is_the_lowest(bot: Bot, players: int) -> None:
    deal = dealt(STRONG, order=tuple(range(players)), counts=(8,) * players)
    high = list(bidding.NEEDED[players])[-1]
    words = ["pass", "chiamo", "chiedo", "solo", "solissimo"]
    allowed = " ".join(words[: words.index(high) + 1])
    assert answer(bot, allowed, STRONG, decision="bid", events=(deal,)) == high
    assert answer(bot, allowed, WEAK, decision="bid", events=(deal,)) == "pass"
    assert answer(bot, "chiamo solo", WEAK, decision="bid", events=(deal,)) == "chiamo"


@BOTH
def test_the_call_is_the_highest_card_of_the_best_suit(bot: Bot) -> None:
    hand = "4b 5b 3c 2d Ad Kd Qd 4s 5s 6s"
    assert answer(bot, "3b 3d 3s", hand, decision="call") == "3d"
    assert answer(bot, "Kb 2b 3b 3d 3s 2s", hand, decision="call") == "3d"
    assert answer(bot, "3b 3d", "4b 5b Qb 4d 5d Kd", decision="call") == "3d"
    assert answer(bot, "partner swap", WEAK, decision="how") == "partner"
    assert answer(bot, "partner swap", STRONG, decision="how") == "swap"
    assert answer(bot, "plain dividete scegliete", STRONG, decision="raise") == "plain"


@BOTH
def test_what_is_laid_away_is_what_is_missed_least(bot: Bot) -> None:
    hand = "4b 3c 2c Ac 7c Kd As"
    assert answer(bot, hand, decision="discard") == "4b"
    worths = [worth_of(card, mask_of(hand.split())) for card in cards_of(mask_of(hand.split()))]
    order = [name for _, name in sorted(zip(worths, names_of(mask_of(hand.split())), strict=True))]
    assert order[-3:] == ["Ac", "2c", "3c"]


@BOTH
def test_a_claim_is_made_when_it_is_certain_and_only_then(bot: Bot) -> None:
    about = {"rules": {"accuse": "off", "target": 21}}
    taken = played("2: 0Kb 1Ab 23b 32b", "2: 2Ac 34c 0Kc 15c")  # 3 + 1 + 1 + 1 and 3 + 1 thirds: 3 points
    hand = "4b 5d"
    for score, reached in ((18, True), (17, False)):
        state = State(hand=2, trick=3, scores=(score, 20), dealer=3)
        chosen = answer(bot, "4b 5d claim:game", hand, about=about, events=(dealt(hand), *taken), state=state)
        assert (chosen == "claim:game") is reached
    state = State(hand=0, trick=3, scores=(0, 0), dealer=3)
    for hand, certain in (("2b 3b", True), ("Ab 3b", False), ("3b 3c 2c", True), ("3b Kc", False)):
        chosen = answer(bot, f"{hand} claim:tricks", hand, events=(dealt(hand),), state=state)
        assert (chosen == "claim:tricks") is certain
    early = State(hand=0, trick=1, scores=(0, 0), dealer=3)
    about = {"rules": {"accuse": "ask"}}
    assert answer(bot, "2b 3b claim:tricks", "2b 3b", about=about, state=early) != "claim:tricks"


@BOTH
def test_the_partner_s_sure_trick_gets_the_points(bot: Bot) -> None:
    assert answer(bot, "4b Ad Kd 5s", trick="03c 15c") == "Ad"
    assert answer(bot, "4c Kc Ac", "4c Kc Ac 7s", trick="03c 15c") == "Ac"


@BOTH
def test_an_opponent_s_trick_gets_nothing(bot: Bot) -> None:
    assert answer(bot, "4b Ad Kd 5s", trick="3Kc 04c 13c") in ("4b", "5s")
    assert answer(bot, "4c Kc Ac", "4c Kc Ac 7s", trick="3Kc 04c 13c") == "4c"


@BOTH
def test_a_trick_with_points_is_won_as_cheaply_as_can_be_by_the_last_to_play(bot: Bot) -> None:
    assert answer(bot, "4c Kc 2c 3c", "4c Kc 2c 3c 7s", trick="3Jc 04c 1Qc") == "Kc"
    assert answer(bot, "4c 2c 3c", "4c 2c 3c 7s", trick="3Kc 0Jc 1Ac") == "2c"


def test_rules_keeps_its_winners_while_there_is_much_to_come() -> None:
    hand = "3b 4c 5c 7c Jd Kd 4d 5s 6s 7s"
    assert answer(rules.choose, hand) != "3b"
    assert answer(greedy.choose, hand) == "3b"


def test_rules_does_not_give_its_ace_away_by_leading_it() -> None:
    assert answer(rules.choose, "Ab 4c 5c 6c 4d 5d 7d 4s 5s Ks") != "Ab"


def test_rules_counts_the_cards() -> None:
    hand = "Kc 4d"
    gone = played("0: 03c 12c 24b 3Ac", "0: 03b 14b 25b 36b")
    assert answer(rules.choose, hand, events=(dealt(hand), *gone), trick="1Qc") == "Kc"


def test_chances_follow_from_what_was_seen() -> None:
    seen: dict[str, int] = {}

    def look(view: View) -> str:
        position = Position(view)
        for name, place, cards in (
            ("void", 3, "3c"),
            ("open", 0, "3c"),
            ("shown", 1, "3d 4d"),
            ("gone", 0, "Kc"),
            ("many", 0, "5b 6b 7b"),
        ):
            seen[name] = position.chance(place, mask_of(cards.split()))
        seen["one"] = position.chance(0, mask_of(["5b"]))
        return view.legal[0]

    hand = "5c 6d 7d Jd Kd 4s 5s 6s 7s"
    told = (
        dealt(hand + " 4c"),
        Declare(seat=1, points=3, cards=("3d", "2d", "Ad")),
        *played("0: 0Kc 1Qc 24c 34b"),
    )
    answer(look, hand, events=told)
    assert (seen["void"], seen["shown"], seen["gone"]) == (0, CERTAIN, 0)
    assert 0 < seen["open"] < CERTAIN
    assert 0 < seen["one"] < seen["many"] < CERTAIN


REVERSE: dict[str, Any] = {
    "variant": "traversone",
    "rules": {"ace_of_bastoni": 11, "target": 41, "bust": "reach"},
    "sides": ((0,), (1,), (2,), (3,)),
}


@BOTH
def test_where_points_are_bad_they_are_thrown_on_others(bot: Bot) -> None:
    assert answer(bot, "4b Ab 3s", "4b Ab 3s", about=REVERSE, trick="0Kc 13c") == "Ab"
    assert answer(bot, "4c Jc 3c", "4c Jc 3c 7s", about=REVERSE, trick="3Kc 05c 16c") == "Jc"
    assert answer(bot, "4c 7d", "4c 7d 3s", about=REVERSE, decision="play") in ("4c", "7d")


@BOTH
def test_where_points_are_bad_the_worst_card_is_given_away(bot: Bot) -> None:
    hand = "4b 5b Ad 4c 5c 6c"
    assert answer(bot, hand, about=REVERSE, decision="give") == "Ad"
    assert answer(bot, hand, about=REVERSE, decision="bury") == "Ad"


@BOTH
@pytest.mark.parametrize(
    ("scores", "choice"),
    [
        ((1, 1, 21, 25), "give"),  # seat 3 would be at 46: the game ends, and 21 is the lowest
        ((0, 0, 22, 25), "discount"),  # the others would be at 21
        ((0, 0, 21, 19), "discount"),  # nobody would reach 41
    ],
)
def test_all_the_points_are_given_when_that_wins_the_game(bot: Bot, scores: tuple[int, ...], choice: str) -> None:
    state = State(hand=3, trick=10, scores=scores, dealer=0)
    assert answer(bot, "discount give", "4b", about=REVERSE, decision="sola", state=state) == choice


@BOTH
def test_the_packets_turned_over_are_those_whose_cards_go_to_the_hand(bot: Bot) -> None:
    deal = dealt("", bottoms=("Kb", "3c", "4d", "2s"))
    pairs = "1+2 1+3 1+4 2+3 2+4 3+4"
    about = {"variant": "pizzichino", "players": ("p0", "p1", "p2"), "sides": None}
    assert answer(bot, pairs, "4b", about=about, decision="expose", events=(deal,)) == "2+4"


def test_random_may_take_anything() -> None:
    assert {answer(chance.Chance, "4b 3b claim:game", about={"seed": seed}) for seed in range(30)} == {
        "4b",
        "3b",
        "claim:game",
    }
