"""Command lines that are wrong: each in one line of our own words, with what is allowed and the nearest of it."""

import re
import shlex
from pathlib import Path

import pytest

from referee.cli import COMMANDS, main
from referee.cli.dispatch import function
from referee.cli.usage import complaint, parameters

MOVE = "it is to be a whole number from 1 to 86,400,000"
BOTS = "built in are random, greedy, rules"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("match a b --deals x", "--deals x is not possible: it is to be a whole number from 1 to 1,000,000,000"),
        ("match a b --deals=0", "--deals 0 is not possible: it is to be a whole number from 1 to 1,000,000,000"),
        ("match a b --deals", "--deals needs a value: --deals N, a whole number from 1 to 1,000,000,000"),
        ("match a b --dealz 3", "there is no option --dealz; see referee match --help; did you mean --deals?"),
        ("match a b --move-ms 0", f"--move-ms 0 is not possible: {MOVE}"),
        ("match a b --move-ms 1e3", f"--move-ms 1e3 is not possible: {MOVE}"),
        ("match a b --json=yes", "--json takes no value, and 'yes' is given"),
        ("match a b -q", "there is no option -q; see referee match --help"),
        ("match", "BOTS is missing: referee match BOTS…; see referee match --help"),
        ("match greedy", "a match needs at least 2 bots, not 1"),
        ("match greedy nobody", f"there is no bot nobody: {BOTS}"),
        ("match a b --clock sun", "there is no bot a: built in are"),
        ("match greedy random --clock wal", "--clock wal is not possible: it may be wall, cpu; did you mean wall?"),
        ("match greedy random --on crash=no", "--on crash=no is not possible: it may be forfeit, substitute, replace"),
        ("match greedy random --on crsh=forfeit", "--on crsh is not possible: it may be crash, timeout, malformed, "),
        ("match greedy random --seating dup", "--seating dup is not possible: it may be duplicate, all, individual, "),
        ("match greedy random --sprt nan,2", "--sprt: H0 and H1 are to be numbers of points a deal"),
        ("match greedy random --rule hand=3", "tressette has no option hand; see referee games tressette; did you "),
        ("match greedy random --rule hands=x", "hands = x is not possible: it may be 1 to 1000, or none [R0.13 (D)]"),
        ("match greedy random --preset contst", "tressette has no preset contst: it has contest, s0, s1, fitres; did "),
        ("match greedy random --game tressete", "there is no game tressete; see referee games; did you mean tressette"),
        ("match greedy random --boards no", "cannot read the boards in no: No such file or directory"),
        ("tournament", "FILE is missing: referee tournament FILE; see referee tournament --help"),
        ("tournament a b", "b is one argument too many: referee tournament FILE; see referee tournament --help"),
        ("replay a --hand -1", "--hand -1 is not possible: it is to be a whole number, 0 or more"),
        ("score a --by bots", "--by bots is not possible: it may be bot, seat, game, date; did you mean bot?"),
        ("score a --by", "--by needs a value: bot, seat, game, date"),
        ("deal --seed a --players x", "--players x is not possible: it is to be a whole number"),
        ("explain a --action", "--action needs a value: --action N, a whole number, 0 or more"),
        ("schema recrod", "there is no schema recrod: there are protocol, record, "),
        ("new-bot rusty x", "there is no sample in rusty: there are python, "),
        ("games a b", "b is one argument too many: referee games NAME; see referee games --help"),
    ],
)
def test_in_our_own_words(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, *arguments = line.split()
    code = main([command, *arguments])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith(f"referee {command}: {said}")
    assert err.count("\n") == 1
    assert not re.search(r"[Ii]nput should|[Ii]nvalid value|[Nn]o such option|[Gg]ot unexpected", err)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_parameter_is_known_to_who_complains(command: str) -> None:
    """What the help names is what is looked at, so that no right command line is complained of."""
    names = {each.name for each in parameters(function(command))}
    text = (Path(main.__code__.co_filename).parent / "help" / f"{command}.txt").read_text("utf-8")
    assert set(re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE)) == {name for name in names if name.startswith("--")}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_the_help_is_a_right_command_line(command: str) -> None:
    text = (Path(main.__code__.co_filename).parent / "help" / f"{command}.txt").read_text("utf-8")
    calls = [shlex.split(part) for part in text.splitlines()[-1].split("&&") if part.strip().startswith("referee ")]
    assert calls[0][1] == command
    assert [complaint(call[1], function(call[1]), call[2:]) for call in calls] == [None] * len(calls)


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("match", "a b c --deals 5 --rule x=1 --rule y=2 --strict --out - --seed=@x"),
        ("replay", "- --step --hand 0"),
        ("score", "a b - --by seat"),
        ("deal", "--seed -x"),
        ("play", ""),
        ("verify", "-- --odd-name"),
    ],
)
def test_nothing_is_said_against_what_is_right(command: str, line: str) -> None:
    assert complaint(command, function(command), line.split()) is None
