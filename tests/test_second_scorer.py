"""The referee held to a second, independent reading of the rules, in every game, with options and choices at random.

The second scorer must find nothing wrong with what the referee let be played, and at each decision it must offer the
same choices; of a record with one thing changed it must say so.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from referee.records.format.reader import lines
from referee.rules import games
from tests.second_scorer import Offer, recount
from tests.second_scorer.shuffle import deck_of
from tests.second_scorer.written import read
from tests.steered import Played, draw_rules, play

CASES: Final = Path(__file__).parent / "cases"
GOLDEN: Final = sorted((Path(__file__).parent / "golden" / "records").glob("*.jsonl"))
TABLES: Final = [(name, players) for name in games.names() for players in games.spec(name).seats]
LADDERS: Final = {
    ("terziglio", 3): ("chiamo", "solo", "solissimo"),
    ("quadrigliati", 4): ("chiamo", "solo"),
    ("mediatore", 4): ("chiamo", "chiedo", "solo", "solissimo"),
    ("quintiglio", 5): ("chiamo", "chiedo", "solo"),
    ("a-chiamare", 3): ("chiamo", "solo", "solissimo"),
    ("a-chiamare", 4): ("chiamo", "chiedo", "solo"),
    ("a-chiamare", 5): ("chiamo", "chiedo", "solo"),
    ("a-chiamare", 6): ("chiamo", "chiedo", "solo", "solissimo"),
    ("a-chiamare", 7): ("chiamo", "chiedo", "solo", "solissimo"),
}
CONTRACTS: Final = [(*table, bid) for table, bids in LADDERS.items() for bid in (*bids, "pass")]
RARE: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("tressette", 4, {"target": 5, "end": "immediate", "cappotto": "17", "lay_down": "exact"}),
    ("tressette", 4, {"target": 16, "end": "claim_on_lead", "stakes": "gelli", "accuse": "ask"}),
    ("tressette", 4, {"target": 11, "end": "claim", "stakes": "fitres", "lay_down": "provable"}),
    ("tressette", 4, {"hands": 1, "stakes": "s1", "cappotto": "cancels", "lay_down": "exact"}),
    ("tressette", 4, {"hands": 2, "partners": "by_coins", "redeal": ["at_most_one"], "talk": "full"}),
    ("tressette", 4, {"hands": 2, "accuse": "ask", "accuse_when": "until_third", "accuse_told": "on_request"}),
    ("tressette", 4, {"target": 21, "cappotto": "17"}),
    ("tressette", 4, {"target": 21, "cappotto": "cancels"}),
    ("tressette", 4, {"hands": 1, "stakes": "gelli"}),
    ("tressette", 4, {"hands": 2, "lay_down": "provable", "talk": "full"}),
    ("in-due", 2, {"target": 8, "end": "immediate", "accuse_window": "on_draw", "accuse": "ask"}),
    ("in-due", 2, {"hands": 3, "accuse_window": "on_draw", "lay_down": "provable"}),
    ("in-due", 2, {"hands": 1, "stakes": "s1", "lay_down": "provable", "deck": "piemontese36"}),
    ("pizzichino", 2, {"target": 5, "end": "immediate"}),
    ("pizzichino", 2, {"target": 8, "end": "claim", "accuse": "ask", "accuse_when": "after_first_trick"}),
    ("tocca", 3, {"target": 11, "end": "claim", "accuse": "auto"}),
    ("tocca", 3, {"target": 11, "end": "immediate", "accuse": "ask", "accuse_when": "until_third"}),
    ("terziglio", 3, {"score": "race", "target": 21}),
    ("rovescino", 4, {"target": 40, "teams": "pairs", "end_mode": "elimination", "slam": "sola"}),
    ("rovescino", 3, {"target": 60, "slam": "sola", "bust": "exceed"}),
    ("traversone", 7, {"target": 40, "end_mode": "elimination", "leftover": "monte", "two_player": "all"}),
    ("traversone", 3, {"target": 60, "slam": "sola", "rounding": "drop"}),
    ("lucana", 8, {"target": 40, "end_mode": "elimination"}),
    ("ciapano", 3, {"target": 60, "slam": "sola", "passing": "dealer"}),
]
"""Rules under which rare things happen."""


def agree(played: Played) -> None:
    """Both see the same choices at every decision, and the same game in the end."""
    seen: list[Offer] = []
    difference = recount(played.record, seen.append)
    context = played.record["rules"]
    for mine, theirs in zip(seen, played.offers, strict=False):
        assert (mine.place, mine.kind, set(mine.words)) == (theirs.place, theirs.kind, set(theirs.words)), context
        assert _sets(mine.say) == _sets(theirs.say), context
    assert difference is None, context
    assert len(seen) == len(played.offers)


@pytest.mark.parametrize("file", ["g2", "g4", "gev"])
def test_nothing_is_wrong_with_the_cases(file: str) -> None:
    for _, line in lines(CASES / f"{file}.jsonl.zst"):
        assert recount(msgspec.json.decode(line)) is None


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_nothing_is_wrong_with_the_golden_records(file: Path) -> None:
    for _, line in lines(file):
        assert recount(msgspec.json.decode(line)) is None


def test_the_decks_are_those_of_the_vectors() -> None:
    vectors = msgspec.json.decode((Path(__file__).parent / "rules" / "deals.json").read_bytes())["vectors"]
    for each in vectors:
        deck = deck_of(each["game_seed"], each["hand"], each["attempt"], each["deck"], each["removed"])
        assert " ".join(deck) == each["order"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_agree_on_games_with_options_at_random(name: str, players: int) -> None:
    for number in range(8):
        agree(_at_random(name, players, number))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_agree_on_given_decks(name: str, players: int) -> None:
    for number in range(2):
        agree(_at_random(name, players, number, given=True))


@pytest.mark.parametrize(("name", "players", "bid"), CONTRACTS)
def test_both_agree_on_every_contract(name: str, players: int, bid: str) -> None:
    played = [_with_contract(name, players, bid, number) for number in range(3)]
    for each in played:
        agree(each)
    assert any(
        action.word == bid for each in played for attempt in read(each.record).attempts for action in attempt.actions
    )


@pytest.mark.parametrize(("name", "players", "rules"), RARE)
def test_both_agree_on_what_is_rare(name: str, players: int, rules: dict[str, object]) -> None:
    for number in range(20):
        agree(play(name, rules, players, Random(f"rare {name} {rules} {number}")))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_agree_on_two_thousand_games(name: str, players: int) -> None:
    for number in range(8, 2008):
        agree(_at_random(name, players, number, given=number % 10 == 0))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "bid"), CONTRACTS)
def test_both_agree_on_two_thousand_games_of_every_contract(name: str, players: int, bid: str) -> None:
    for number in range(3, 2003):
        agree(_with_contract(name, players, bid, number))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "rules"), RARE)
def test_both_agree_on_a_thousand_rare_games(name: str, players: int, rules: dict[str, object]) -> None:
    for number in range(20, 1020):
        agree(play(name, rules, players, Random(f"rare {name} {rules} {number}")))


def _at_random(name: str, players: int, number: int, given: bool = False) -> Played:
    """A game with options at random; in given decks the cards that are removed cannot change when somebody leaves."""
    rng = Random(f"{name} {players} {number} {given}")
    leaves = any(option.key == "end_mode" for option in games.spec(name).options)
    fixed = {"end_mode": "first_bust"} if given and leaves else None
    return play(name, draw_rules(name, players, rng, fixed), players, rng, given)


def _with_contract(name: str, players: int, bid: str, number: int) -> Played:
    rng = Random(f"{name} {players} {bid} {number}")
    return play(name, draw_rules(name, players, rng, {"hands": 3}), players, rng, contract=bid)


def _sets(say: Mapping[str, tuple[str, ...]]) -> dict[str, set[str]]:
    return {card: set(words) for card, words in say.items()}
