"""The second scorer can be trusted only if it finds what is wrong: records with one thing changed, in every game."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import pytest

from tests.second_scorer import recount
from tests.second_scorer.cards import full_deck
from tests.second_scorer.written import Attempt, read
from tests.steered import Played, play

Path = tuple[str | int, ...]
GAMES: Final[list[tuple[str, int, dict[str, object]]]] = [
    ("tressette", 4, {"hands": 2, "talk": "full", "accuse": "ask", "redeal": ["at_most_one"]}),
    ("tressette", 4, {"hands": 1, "partners": "by_coins", "stakes": "s1", "accuse_when": "after_first_trick"}),
    ("in-due", 2, {"hands": 1, "accuse": "ask", "accuse_window": "on_draw"}),
    ("pizzichino", 2, {"hands": 1, "accuse": "auto"}),
    ("col-morto", 3, {}),
    ("tocca", 3, {"target": 21, "accuse": "ask"}),
    ("tocca", 3, {"hands": 2, "lone": "each_hand", "accuse": "auto"}),
    ("terziglio", 3, {"hands": 3}),
    ("chiamata-del-tre", 4, {"hands": 2, "callable": "no_ace"}),
    ("quadrigliati", 4, {"hands": 3}),
    ("mediatore", 4, {"hands": 3, "callable": "honours"}),
    ("quintiglio", 5, {"hands": 3}),
    ("a-chiamare", 7, {"hands": 3}),
    ("rovescino", 6, {"hands": 1, "leftover": "monte"}),
    ("traversone", 4, {"target": 40, "end_mode": "elimination"}),
    ("lucana", 3, {"hands": 2}),
    ("ciapano", 3, {"hands": 2}),
]
CARD_GOES: Final = ("play", "discard", "return", "swap", "give", "bury")
"""Decisions at which a card leaves a hand that is played out: with any other card it could not be played later."""


@pytest.mark.parametrize(("name", "players", "rules"), GAMES)
def test_one_wrong_number_is_found(name: str, players: int, rules: dict[str, object]) -> None:
    record = _sample(name, players, rules).record
    assert recount(record) is None
    counted = [path for path, _ in _leaves(record) if path[0] in ("sides", "hands", "result") and "actions" not in path]
    assert len(counted) > 15
    for path in counted:
        assert recount(_changed(record, path)) is not None, path


@pytest.mark.parametrize(("name", "players", "rules"), GAMES)
def test_one_wrong_action_is_found_where_it_is_done_or_after(name: str, players: int, rules: dict[str, object]) -> None:
    played = _sample(name, players, rules)
    rng = Random(name)
    for attempt, action, path in rng.sample(list(_goings(played)), 40):
        found = recount(_changed(played.record, path, rng))
        assert found is not None, path
        assert (found.hand or 0, found.attempt or 0) >= (attempt.hand, attempt.attempt), (path, found)
        if (found.hand, found.attempt) == (attempt.hand, attempt.attempt):
            assert found.action is not None
            assert found.action >= action, (path, found)


@pytest.mark.parametrize(("name", "players", "rules"), GAMES)
def test_a_missing_or_added_part_is_found(name: str, players: int, rules: dict[str, object]) -> None:
    record = _sample(name, players, rules).record
    hands = _list(record["hands"])
    last = _list(_at(record, ("hands", len(hands) - 1, "actions")))
    for actions in (last[:-1], [*last, last[-1]], [*last[1:]], []):
        assert recount(_put(record, ("hands", len(hands) - 1, "actions"), actions)) is not None
    for changed in (hands[:-1], hands[1:], [*hands, hands[-1]]):
        assert recount({**record, "hands": changed}) is not None


def test_a_saying_that_is_not_true_is_found() -> None:
    record = _sample("tressette", 4, {"hands": 1, "talk": "full"}).record
    path: Path = ("hands", 0, "actions", 0)
    lead = _list(_at(record, path))[:3]
    for said in (["liscio"], ["conta-10"], ["ask:1"], ["hello"], ["busso", "piombo-a-te"]):
        found = recount(_put(record, path, [*lead, {"say": said}]))
        assert found is not None
        assert (found.what, found.action) == ("say", 0)
    assert recount(_put(record, path, [*lead, {"say": "busso"}])) is None


def test_a_claim_that_is_wrong_ends_nothing() -> None:
    record = _sample("tressette", 4, {"hands": 1, "lay_down": "exact"}, without="claim:tricks").record
    path: Path = ("hands", 0, "actions")
    actions = _list(_at(record, path))
    claim = [_at(record, (*path, 0, 0)), "claim:tricks", 0]
    assert recount(_put(record, path, [claim, *actions])) is None
    found = recount(_put(record, path, [claim]))
    assert found is not None
    assert (found.what, found.action) == ("action", 1)
    found = recount(_put(record, path, [claim, claim, *actions]))
    assert found is not None
    assert (found.what, found.action) == ("action", 1)


def test_what_is_no_record_is_refused() -> None:
    record = _sample("ciapano", 3, {"hands": 1}).record
    for key in ("variant", "rules", "players", "hands"):
        assert recount({each: value for each, value in record.items() if each != key}) is not None
    assert recount({**record, "variant": "briscola"}) is not None
    assert recount(_put(record, ("hands", 0, "dealer"), "2")) is not None


def test_a_game_given_up_is_recounted_up_to_there() -> None:
    record = _sample("tressette", 4, {"hands": 1}).record
    ten = _list(_at(record, ("hands", 0, "actions")))[:10]
    up_to_there = _put(_put(record, ("hands", 0, "actions"), ten), ("hands", 0, "ended"), "forfeit")
    assert recount(up_to_there) is None
    swapped = [*ten[:4], ten[5], ten[4], *ten[6:]]
    assert recount(_put(up_to_there, ("hands", 0, "actions"), swapped)) is not None


def _sample(name: str, players: int, rules: dict[str, object], without: str = "redeal") -> Played:
    """A game without this word in it, and with more than one kind of decision where there can be."""
    candidates = [play(name, rules, players, Random(f"{name} {rules} {number}")) for number in range(12)]
    fitting = [each for each in candidates if all(without not in offer.words for offer in each.offers)] or candidates
    return max(fitting, key=lambda each: len({offer.kind for offer in each.offers}))


def _goings(played: Played) -> Iterator[tuple[Attempt, int, Path]]:
    """The seat of every action, and every card that leaves a hand, with the attempt it belongs to and its number."""
    offers = iter(played.offers)
    for index, attempt in enumerate(read(played.record).attempts):
        for number in range(len(attempt.actions)):
            path: Path = ("hands", index, "actions", number)
            yield attempt, number, (*path, 0)
            if next(offers).kind in CARD_GOES:
                yield attempt, number, (*path, 1)


def _leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    if not isinstance(value, dict | list):
        yield path, value
    for step, each in _parts(value):
        yield from _leaves(each, (*path, step))


def _changed(record: dict[str, object], path: Path, rng: Random | None = None) -> dict[str, object]:
    """The record with one leaf changed: a number by one, a card to another, a text to none."""
    old = _at(record, path)
    if isinstance(old, int):
        return _put(record, path, old + 1)
    if rng is not None:
        return _put(record, path, rng.choice([card for card in full_deck("italian40") if card != old]))
    return _put(record, path, 0 if old is None else f"{old}?")


def _at(value: object, path: Path) -> object:
    for step in path:
        value = dict(_parts(value))[step]
    return value


def _parts(value: object) -> Iterator[tuple[str | int, object]]:
    """The named or numbered parts of a JSON value; none, if it is a leaf."""
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _put(record: dict[str, object], path: Path, new: object) -> dict[str, object]:
    """A copy that has `new` at the path."""
    changed = _replaced(record, path, new)
    assert isinstance(changed, dict)
    return changed


def _replaced(value: object, path: Sequence[str | int], new: object) -> object:
    if not path:
        return new
    if isinstance(value, list):
        return [_replaced(each, path[1:], new) if at == path[0] else each for at, each in enumerate(value)]
    assert isinstance(value, dict)
    return {**value, path[0]: _replaced(value.get(path[0]), path[1:], new)}


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
