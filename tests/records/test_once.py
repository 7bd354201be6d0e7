"""No game twice: by the order of a schedule, and where there is none, by what is remembered."""

from itertools import count

import msgspec
import pytest

from referee.arena.schedule.balanced_groups import draws
from referee.arena.schedule.schedule import Schedule
from referee.arena.schedule.seatings import Seating, Shape
from referee.records.format.record import encode
from referee.records.verify.duplicates import Once
from referee.records.verify.verify import Told, Verified, games_of, verify_lines
from tests.records.samples import sample

GAME = verify_lines("run", [(1, encode(sample()))]).verified[0]


def game(line: int, deal: int | None, table: int | None, seed: str = "s") -> Verified:
    return msgspec.structs.replace(GAME, line=line, deal=deal, table=table, game=f"{deal}/{table}", seed=seed)


def told(each: Verified) -> Told:
    return each.seed, each.game, each.bots


def lines_of_repeated(games: list[Verified]) -> tuple[list[int], list[int]]:
    """The lines of games that were there before; and the lines at which the file was read again."""
    read: list[int] = []

    def before(line: int) -> list[Told]:
        read.append(line)
        return [told(each) for each in games if each.line < line]

    once = Once(before)
    return [each.line for each in games if once.repeated(each)], read


@pytest.mark.parametrize("seating", ["duplicate", "all", "rotate", "fixed"])
def test_a_schedule_is_told_by_its_order_alone(seating: Seating) -> None:
    shape = Shape(4, ((0, 2), (1, 3)))
    schedule = Schedule(shape, draws(3, 2), deals=23, block=5, seating=seating)
    numbers = count(1)
    games = [
        game(next(numbers), deal, sitting.table)
        for sitting in schedule
        for deal in range(sitting.first, sitting.first + sitting.count)
    ]
    assert lines_of_repeated(games) == ([], [])
    for place in range(1, len(games), 7):
        for earlier in range(0, place, 5):
            twice = [*games[:place], msgspec.structs.replace(games[earlier], line=1000), *games[place:]]
            assert 1000 in lines_of_repeated(twice)[0], (place, earlier)


def test_games_in_another_order_are_remembered() -> None:
    games = [game(1, 3, 0), game(2, 1, 0), game(3, 2, 0), game(4, 1, 0), game(5, 3, 0)]
    assert lines_of_repeated(games) == ([4, 5], [2])


def test_the_same_deals_from_another_seed_are_other_games() -> None:
    games = [game(1, 0, 0, "a"), game(2, 1, 0, "a"), game(3, 0, 0, "b"), game(4, 1, 0, "b"), game(5, 1, 0, "a")]
    assert lines_of_repeated(games) == ([5], [3])


def test_what_has_no_place_in_a_schedule_is_remembered() -> None:
    games = [msgspec.structs.replace(game(line, None, None), game=name) for line, name in enumerate("abca", 1)]
    assert lines_of_repeated(games) == ([4], [1])


def test_what_cannot_be_read_again_is_remembered_from_the_first() -> None:
    once = Once(None)
    assert [once.repeated(each) for each in (game(1, 0, 0), game(2, 1, 0), game(3, 0, 0))] == [False, False, True]


def test_earlier_games_are_those_that_count() -> None:
    lines = [(1, encode(sample())), (2, b"damaged\n"), (3, encode(sample(game_id="1/0")))]
    assert [name for _, name, _ in games_of(lines, 3)] == ["0/0"]
    assert [name for _, name, _ in games_of(lines, 9)] == ["0/0", "1/0"]
