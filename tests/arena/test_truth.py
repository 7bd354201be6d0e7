"""What is known beforehand comes out of the statistics: chance is nothing, equals are equal, the better is better."""

import random
import subprocess
import sys
from pathlib import Path

import referee
from referee.arena.statistics.deal_result import Deal, table_of
from referee.arena.statistics.sample import Interval
from referee.arena.statistics.standings import standings
from referee.arena.statistics.tally import Tally
from referee.arena.tournament.bot_spec import entrants
from referee.rules.cards import cards_of
from referee.rules.deals import SeededDeals, game_seed
from referee.rules.engine import Game
from referee.rules.games import build
from tests.arena.conftest import Contest

ROOT = Path(referee.__file__).parent.parent
VARIANT = build("tressette", {}, 4)


def by_chance(seed: str, number: int, table: int) -> int:
    """What the first side of a table comes out with when all four play at random."""
    chance = random.Random(f"{seed} {number} {table}")
    game = Game(VARIANT, SeededDeals(game_seed(seed, number)))
    while game.decision is not None:
        game.act(chance.choice(cards_of(game.decision.cards)))
    assert game.result is not None
    return game.result.utility[0]


def chance_against_chance(seed: str, deals: int) -> Tally:
    tally = Tally()
    for number in range(deals):
        deal = Deal(f"{seed} {number}")
        for table, bots in enumerate((("a", "b", "a", "b"), ("b", "a", "b", "a"))):
            points = by_chance(seed, number, table)
            deal.tables.append(table_of(bots, (points, -points, points, -points), 1))
        tally.add(deal)
    return tally


def test_chance_against_itself_is_nothing_in_about_ninety_five_of_a_hundred_matches() -> None:
    intervals = [chance_against_chance(f"m-{number}", 25).scores["a"].deals.interval() for number in range(100)]
    held = sum(interval is not None and interval.holds(0) for interval in intervals)
    assert 91 <= held <= 99


def test_pairing_cuts_the_variance_as_it_does_in_this_game() -> None:
    ratio = chance_against_chance("pairing", 1_500).scores["a"].variance_ratio()
    assert ratio is not None and 0.35 <= ratio <= 0.75


def test_a_deterministic_bot_against_itself_is_exactly_nothing(contest: Contest) -> None:
    path = contest.begin(contest.match("hash", "hash", deals=6, block=3), "run")
    found = []
    contest.go_on(path, watch=lambda run, _workers: found.append(standings(run.book.statistics)))
    for line in found[-1].bots:
        assert line.utility is not None
        assert (line.utility.mean, line.utility.interval) == (0.0, Interval(0.0, 0.0))


def test_greedy_beats_random(contest: Contest) -> None:
    bots = entrants(["greedy", "random"], contest.folder)
    path = contest.begin(contest.match("first", "first", deals=50, block=25, bots=bots), "run")
    found = []
    contest.go_on(path, watch=lambda run, _workers: found.append(standings(run.book.statistics)))
    best = found[-1].bots[0]
    assert best.name == "greedy" and best.utility is not None and best.utility.interval is not None
    assert best.utility.interval.low > 0


def peak_kilobytes(folder: Path, deals: int) -> int:
    """The most memory that planning a contest takes."""
    file = folder / f"{deals}.toml"
    file.write_text(f'[match]\ndeals = {deals}\nformat = "round-robin"\n' + '[[bot]]\ncommand = "random"\n' * 6)
    program = (
        "import sys, resource; from referee.cli import main; main(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    arguments = [sys.executable, "-c", program, "tournament", str(file), "--dry-run"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT)
    return int(done.stdout.split()[-1])


def test_a_hundred_thousand_deals_take_no_more_memory_than_a_hundred(tmp_path: Path) -> None:
    assert peak_kilobytes(tmp_path, 100_000) < peak_kilobytes(tmp_path, 100) + 2_000
