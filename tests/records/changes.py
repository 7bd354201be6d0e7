"""Every single change of a card, a seat or a number in a record, one by one."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from referee.rules.cards import DECKS, NAMES

CARDS = tuple(NAMES[card] for card in DECKS["italian40"])
Path = tuple[str | int, ...]


def changes(record: dict[str, object], every_card: bool = False) -> Iterator[tuple[str, bytes]]:
    """What was changed, and the line with that change: each number by one, each card to the next of the deck or, with
    `every_card`, to every other; actions left out and doubled. Times are left alone.
    """
    for path, value in leaves(record):
        if path[-3:-2] == ("actions",) and path[-1] == 2:
            continue
        for other in others(value, every_card):
            yield f"{path}: {value!r} -> {other!r}", changed(record, path, other)
    hands = record["hands"]
    assert isinstance(hands, list)
    for number, hand in enumerate(hands):
        actions = hand["actions"]
        for index in range(len(actions)):
            without, doubled = [*actions], [*actions]
            del without[index]
            doubled.insert(index, actions[index])
            for what, new in (("left out", without), ("doubled", doubled)):
                yield f"hand {number}, action {index} {what}", changed(record, ("hands", number, "actions"), new)


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every value in a record that holds no other, with the way to it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, place))
    else:
        yield path, value


def others(value: object, every_card: bool) -> Iterator[object]:
    """What a value may be changed to."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, str) and value in CARDS:
        yield from other_cards(value, every_card)
    elif isinstance(value, str) and set(value.split(" ")) <= set(CARDS):
        deck = value.split(" ")
        for place, card in enumerate(deck):
            for other in other_cards(card, every_card):
                yield " ".join([*deck[:place], other, *deck[place + 1 :]])


def other_cards(card: str, every_card: bool) -> list[str]:
    place = CARDS.index(card)
    rest = [*CARDS[place + 1 :], *CARDS[:place]]
    return rest if every_card else rest[:1]


def changed(record: dict[str, object], path: Path, value: object) -> bytes:
    """The line of a record with one value changed."""
    new = copy.copy(record)
    node: Any = new
    for step in path[:-1]:
        node[step] = copy.copy(node[step])
        node = node[step]
    node[path[-1]] = value
    return json.dumps(new).encode()
