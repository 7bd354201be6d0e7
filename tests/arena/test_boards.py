"""Boards: deals given in a file, put together to games, and refused by line where they are none (G9)."""

import json
from pathlib import Path

import pytest

from referee.arena.schedule.boards import BadBoards, Boards, read_boards
from referee.rules.cards import DECKS, NAMES
from referee.rules.engine import Variant
from referee.rules.games import build

DECK = [NAMES[card] for card in DECKS["italian40"]]
ONE_HAND, THREE_HANDS, TARGET = (build("tressette", rules, 4) for rules in ({}, {"hands": 3}, {"target": 21}))


def line(deck: list[str] = DECK, **more: object) -> bytes:
    return json.dumps({"deck": " ".join(deck), **more}).encode() + b"\n"


def boards(*lines: bytes, variant: Variant = ONE_HAND) -> Boards:
    return Boards("boards.jsonl", lines, variant)


def test_each_line_is_a_game_of_one_hand() -> None:
    found = boards(line(), b"\n", line(DECK[::-1], dealer=2))
    assert len(found) == 2
    assert found.game(0) == ((tuple(DECKS["italian40"]), None),)
    assert found.game(1) == ((tuple(DECKS["italian40"][::-1]), 2),)


def test_the_example_of_the_page_makes_games() -> None:
    page = (Path(__file__).parents[2] / "referee" / "arena" / "ARENA.md").read_text("utf-8")
    example = page.partition("```json\n")[2].partition("```")[0]
    found = boards(*example.encode().splitlines(keepends=True))
    assert [[dealer for _, dealer in found.game(number)] for number in range(len(found))] == [[2], [None]]


def test_lines_in_a_row_are_the_hands_of_a_game() -> None:
    found = boards(*[line(dealer=number % 4) for number in range(6)], variant=THREE_HANDS)
    assert [[dealer for _, dealer in found.game(game)] for game in range(2)] == [[0, 1, 2], [3, 0, 1]]


def test_with_a_target_each_line_names_its_game() -> None:
    found = boards(line(game=0), line(game=0), line(game=1), variant=TARGET)
    assert [len(found.game(game)) for game in range(len(found))] == [2, 1]


def test_cards_that_the_game_leaves_out_are_left_out() -> None:
    variant = build("rovescino", {"hands": 1}, 3)
    without = [card for card in DECK if card != "4c"]
    assert len(boards(line(without), variant=variant)) == 1
    with pytest.raises(BadBoards, match="39 cards: look at 4c"):
        boards(line(), variant=variant)


@pytest.mark.parametrize(
    ("lines", "variant", "message"),
    [
        ([], ONE_HAND, "no board"),
        ([b"{\n"], ONE_HAND, "line 1"),
        ([line(), b'{"cards": ""}\n'], ONE_HAND, "line 2"),
        ([line(color="red")], ONE_HAND, "color"),
        ([line(DECK[1:])], ONE_HAND, "40 cards: look at 4b"),
        ([line([*DECK[1:], "5b"])], ONE_HAND, "5b is there twice"),
        ([line(["4x", *DECK[1:]])], ONE_HAND, "'4x' in the deck is no card"),
        ([line(dealer=4)], ONE_HAND, "dealer 4 is no seat"),
        ([line(), line()], THREE_HANDS, "the last game has 2 hands, and is to have 3"),
        ([line()], TARGET, 'needs "game"'),
        ([line(game=0), line(game=2)], TARGET, "out of order"),
        ([line(game=1)], TARGET, "out of order"),
    ],
)
def test_what_is_no_board_is_named_by_line(lines: list[bytes], variant: Variant, message: str) -> None:
    with pytest.raises(BadBoards, match=message):
        boards(*lines, variant=variant)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadBoards, match="No such file"):
        read_boards(tmp_path / "none", ONE_HAND)


def test_a_byte_order_mark_is_skipped() -> None:
    assert len(boards(b"\xef\xbb\xbf" + line(), line())) == 2
