"""Contests: files as users write them, and whole tournaments with bots that go wrong."""

from pathlib import Path

import pytest

from referee.arena.run.run import Run
from referee.arena.run.summary import summary
from referee.arena.schedule.pairing import Format
from referee.arena.statistics.standings import standings
from referee.arena.tournament.match import Match
from referee.arena.tournament.rounds import Rounds
from referee.arena.tournament.tournament_file import ContestError, match_of, read_contest
from referee.arena.workers.workers import Workers
from referee.host.processes.bot import Quota
from referee.host.timing.clock import Times
from referee.records.verify.verify import verify
from tests.arena.conftest import SEED, Contest, digests
from tests.arena.programs import command

TWO = '[[bot]]\ncommand = "greedy"\n[[bot]]\ncommand = "random"\n'


def contest(folder: Path, text: str) -> Match:
    file = folder / "contest.toml"
    file.write_text(text)
    return match_of(read_contest(file), folder, SEED, None)


def test_everything_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "maestro").write_text("#!/bin/sh\n")
    (tmp_path / "maestro").chmod(0o755)
    match = contest(
        tmp_path,
        """
        [match]
        game = "tressette"
        format = "swiss"
        rounds = 2
        deals = 500
        seating = "rotate"
        block = 50
        anonymous = false
        [match.rules]
        cappotto = 17
        [clock]
        move_ms = 200
        kind = "cpu"
        [faults]
        timeout = "substitute"
        max_faults = 9
        [sandbox]
        mode = "none"
        memory_mb = 512
        [[bot]]
        name = "maestro"
        command = ["./maestro", "--level", "3"]
        [bot.quota]
        memory_mb = 64
        [[bot]]
        command = "greedy"
        """,
    )
    assert (match.tournament, match.rounds, match.deals, match.block, match.seating) == ("swiss", 2, 500, 50, "rotate")
    assert (match.rules["cappotto"], match.anonymous, match.sandbox) == ("17", False, "none")
    assert (match.times.move_ms, match.times.kind) == (200, "cpu")
    assert (match.policy.timeout, match.policy.max_faults) == ("substitute", 9)
    assert [bot.quota for bot in match.bots] == [Quota(memory_mb=64), Quota(memory_mb=512)]
    assert match.bots[0].command == (str(tmp_path / "maestro"), "--level", "3")


def test_what_is_left_out_has_its_default(tmp_path: Path) -> None:
    match = contest(tmp_path, TWO)
    assert (match.game, match.tournament, match.deals, match.seating) == ("tressette", "round-robin", 100, "duplicate")
    assert match.times == Times()


def test_games_for_several_numbers_follow_the_number_of_bots(tmp_path: Path) -> None:
    assert contest(tmp_path, '[match]\ngame = "rovescino"\n' + TWO).players == 2
    assert contest(tmp_path, '[match]\ngame = "rovescino"\nplayers = 5\n' + TWO).players == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[match]\ndeels = 5\n" + TWO, r"\[match\] has no key deels: there are game, .*; did you mean deals"),
        ("[mtach]\n" + TWO, r"no table \[mtach\]: there are match, .*; did you mean match"),
        ("[clock]\nmove = 5\n" + TWO, "did you mean move_ms"),
        (
            "[clock]\nmove_ms = 9007199254740993\n" + TWO,
            r"move_ms in \[clock\] is to be a whole number, 86400000 or less",
        ),
        ("[clock]\nstart_ms = 0\n" + TWO, r"start_ms in \[clock\] is to be a whole number, 1 or more"),
        (
            '[clock]\nkind = "wal"\n' + TWO,
            r"kind = wal in \[clock\] is not possible: it may be wall, cpu; did you mean wall",
        ),
        ('[faults]\ncrash = "forefit"\n' + TWO, "did you mean forfeit"),
        ('[faults]\ntimeuot = "forfeit"\n' + TWO, "did you mean timeout"),
        ('[faults]\ntimeout = "forgive"\n' + TWO, "forgive"),
        (
            '[[bot]]\ncommand = "greedy"\ncolour = "red"\n',
            r"\[\[bot\]\] has no key colour: there are command, build, name, ",
        ),
        ("[match]\ndeals = 0\n" + TWO, r"deals in \[match\] is to be a whole number, 1 or more"),
        ('[match]\ndeals = "many"\n' + TWO, r"deals in \[match\] is to be a whole number, and is text"),
        ('[match]\nformat = "swis"\n' + TWO, r"format = swis in \[match\]"),
        ('[match]\ngame = "tressete"\n' + TWO, "did you mean tressette"),
        ("[match.rules]\ncapotto = 17\n" + TWO, "did you mean cappotto"),
        ('[[bot]]\ncommand = "greedy"\n', "at least 2 bots"),
        ('[[bot]]\ncommand = "gredy"\n' + TWO, "number 1: there is no bot gredy: .*; did you mean greedy"),
        ("[match.sprt]\nh0 = 1\nh1 = 0\n" + TWO, "above"),
        ('[[team]]\nname = "x"\nbots = ["greedi"]\n' + TWO, "did you mean greedy"),
        ('[[team]]\nname = "x"\nbots = ["greedy"]\n' + TWO, "bot random is in no team"),
        ('[[team]]\nname = "x"\nbots = ["greedy", "greedy"]\n' + TWO, "in a team already"),
        ("deals = ", "contest.toml"),
    ],
)
def test_what_is_wrong_is_named_with_what_would_be_right(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ContestError, match=message):
        contest(tmp_path, text)


def test_a_contest_of_a_hundred_thousand_deals_is_planned_at_once(tmp_path: Path) -> None:
    rounds = Rounds(contest(tmp_path, "[match]\ndeals = 100_000\n" + TWO))
    assert (rounds.games, rounds.blocks) == (200_000, 8_000)


def field(contest: Contest, format: Format, entrants: int) -> Match:
    """Up to eight entrants, one that always crashes, one that cheats, and three pairs of the same name."""
    conducts = ("first", "hash", "crash", "illegal", "first", "hash", "memory", "memory")[:entrants]
    return contest.match(*conducts, deals=1, block=1, tournament=format)


def outcome(contest: Contest, path: Path) -> tuple[object, object]:
    """The final table, and the lines of the standings without their times."""
    seen: list[object] = []

    def look(run: Run, _workers: Workers) -> None:
        table = summary(run, "finished").places
        lines = [(line.name, line.games, line.utility, line.faults) for line in standings(run.book.statistics).bots]
        seen[:] = [table, lines]

    contest.go_on(path, watch=look)
    return seen[0], seen[1]


@pytest.mark.parametrize(
    ("format", "entrants", "games"),
    [
        ("swiss", 5, 12),
        ("knockout", 5, 8),
        ("gauntlet", 4, 6),
        ("round-robin", 4, 12),
        ("individual", 4, 12),
        pytest.param("swiss", 8, 22, marks=pytest.mark.slow),
        pytest.param("knockout", 8, 14, marks=pytest.mark.slow),
        pytest.param("gauntlet", 8, 14, marks=pytest.mark.slow),
        pytest.param("round-robin", 8, 56, marks=pytest.mark.slow),
        pytest.param("individual", 8, 168, marks=pytest.mark.slow),
    ],
)
def test_every_format_ends_with_a_table_whatever_its_bots_do(
    contest: Contest, format: Format, entrants: int, games: int
) -> None:
    match = field(contest, format, entrants)
    one = contest.play(match, "one", tables=1)
    assert len(one) == games
    for record in one:
        verify(record)
    path = contest.begin(match, "two")

    def stop(run: Run, _workers: Workers) -> None:
        """At the first game: no more than four blocks of one game each have been handed out by then."""
        if contest.kept(path) and not run.stopping.times:
            run.stopping()

    assert contest.go_on(path, 2, stop) == "stopped"
    assert 0 < contest.kept(path) < games
    assert contest.go_on(path, 2) == "finished"
    assert digests(contest.records(path)) == digests(one)
    assert outcome(contest, path) == outcome(contest, contest.folder / "one")


def test_partners_play_as_a_team(contest: Contest) -> None:
    bots = "".join(
        f"[[bot]]\nname = {name!r}\ncommand = {command(contest.folder, name)!r}\n"
        for name in ("first", "hash", "memory", "slow")
    )
    teams = '[[team]]\nname = "north"\nbots = ["first", "hash"]\n[[team]]\nname = "south"\nbots = ["memory", "slow"]\n'
    file = contest.folder / "contest.toml"
    file.write_text(f"[match]\ndeals = 2\n{bots}{teams}")
    match = match_of(read_contest(file), contest.folder, SEED, None)
    records = contest.play(match, "run")
    assert [[player.bot for player in record.players] for record in records[::2]] == [
        ["b0", "b2", "b1", "b3"],
        ["b2", "b0", "b3", "b1"],
    ]
    assert {player.name for player in records[0].players} == {"north", "south"}
