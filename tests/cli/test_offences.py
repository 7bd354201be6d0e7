"""Faulty games at the end of a match: each told with its evidence, and with a command that shows it."""

import shlex
import sys
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.run.fault_report import last_line, offence_lines
from tests.arena.games import pair_game
from tests.arena.programs import command

AB = ("a", "b", "a", "b")


def test_the_first_games_are_told_and_the_others_counted() -> None:
    games = [pair_game(deal, 0, AB, 0, faults=[(1, "illegal"), (3, "crash")]) for deal in range(2)]
    games[0].faults[0].evidence.update(reason="no such\x1b card", stderr="first\nlast \x1b[2J\n\n")
    lines = offence_lines(games, 3, Path("my runs"))
    assert lines[:2] == [
        "game 0/0: b, seat 1, hand 0, action 0: illegal; the game is forfeited: no such\\x1b card; last on stderr: "
        "last \\x1b[2J (and 1 more fault in this game)",
        "  referee replay 'my runs' --game 0/0 --notes",
    ]
    assert lines[2].startswith("game 1/0: b,") and "stderr" not in lines[2]
    assert lines[4:] == ["and 1 more faulty game, which a page lists:", "  referee score 'my runs' --html page.html"]
    assert offence_lines([], 0, Path("run")) == []


@pytest.mark.parametrize(
    ("evidence", "asked"),
    [
        ({"received_bytes": 0}, True),
        ({"received_bytes": 3}, False),
        ({"received_bytes": 0, "ended": "exit status 1"}, False),
    ],
)
def test_a_bot_that_says_nothing_from_the_start_is_asked_whether_it_flushes(
    evidence: dict[str, object], asked: bool
) -> None:
    game = pair_game(0, 0, AB, 0, faults=[(1, "start")])
    game.faults[0].evidence.update(evidence, reason="no answer within 10000 ms")
    told = offence_lines([game], 1, Path("run"))[0]
    assert told.endswith("; nothing came at all: is stdout flushed after each answer?") is asked


def test_what_a_bot_did_not_get_ready_for_was_no_decision() -> None:
    game = pair_game(0, 0, AB, 0, faults=[(1, "timeout")])
    game.faults[0].evidence["asked"] = "game"
    assert offence_lines([game], 1, Path("run"))[0].startswith("game 0/0: b, seat 1, asked to be ready for the game: ")


def test_a_line_with_nothing_in_it_is_not_the_last_one() -> None:
    assert (last_line("one\ntwo\n \n"), last_line(" \n"), last_line("")) == ("two", "", "")


def test_a_bot_that_does_not_start_is_told_with_its_last_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.py").write_text("import sys\nprint('early', file=sys.stderr)\nraise ValueError('no weights')\n")
    run = tmp_path / "run"
    broken = f"broken={sys.executable} -I -S -E {tmp_path / 'broken.py'}"
    assert (
        main(["match", command(tmp_path, "first"), broken, "--deals", "10", "--sandbox", "none", "--out", str(run)])
        == 0
    )
    out, err = capsys.readouterr()
    assert "it will lose its games; last on stderr: ValueError: no weights\n" in err
    told = [line for line in out.splitlines() if line.startswith("game ")]
    assert len(told) == 3, "the bot is disqualified after three"
    assert told[0].startswith("game 0/0: broken, seat 1, at its start: start; the game is forfeited: ")
    again = shlex.split(next(line for line in out.splitlines() if line.startswith("  referee replay")))
    assert main(again[1:]) == 0
    assert "no weights" in capsys.readouterr().out
