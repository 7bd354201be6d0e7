"""The examination: a good bot passes it whole, and each broken one fails at its point, with the hint that helps."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.arena.check.candidate import Terms
from referee.arena.check.examination import examine
from referee.arena.check.finding import CATEGORIES, Point, Report
from referee.arena.check.positions import RARE
from referee.host.game.seat import Host
from referee.host.processes.bot import Bot
from referee.rules.games import names
from tests.arena.check.broken import ANSWERS, BOT, BROKEN, START, Broken
from tests.arena.check.patience import PATIENT, be_unhurried, watch_its_work

HOST = Host()
COMMAND = (sys.executable, "-I", "-S", "-c")


def report_of(change: str, terms: Terms) -> Report:
    return examine(Bot("b0", "broken", (*COMMAND, f"{BOT}\n{change}\nmain()")), terms, HOST)


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.name)
def test_each_broken_bot_fails_at_its_point_with_the_right_hint(
    broken: Broken, marked_bots: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if broken.point == "rest while nobody asks":
        watch_its_work(monkeypatch)
    report = report_of(broken.change, replace(broken.terms, categories=broken.only))  # only its category, to be quick
    found = [point for point in report.points if point.name == broken.point]
    assert [point.verdict for point in found] == [broken.verdict]
    assert broken.hint in (found[0].hint or "")
    assert found[0].evidence.isprintable()
    others = [point for point in report.points if point.name != broken.point]
    assert [point for point in others if point.verdict == "fault" or _notable(point)] == []
    assert report.fit is (broken.verdict != "fault")


def _notable(point: Point) -> bool:
    """Whether it is a note that no busy machine can be the cause of."""
    return point.verdict == "note" and point.category not in ("processes", "burden")


def test_there_are_enough_of_them_and_no_two_are_the_same() -> None:
    assert len({broken.name for broken in BROKEN}) == len({broken.change for broken in BROKEN}) == len(BROKEN)
    assert sum(broken.verdict == "fault" for broken in BROKEN) >= 25


@pytest.fixture(scope="module")
def good() -> Iterator[Report]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        be_unhurried(monkeypatch)
        yield report_of("", Terms(rounds=1, times=PATIENT))


def test_a_good_bot_passes_in_every_point(good: Report) -> None:
    assert [point for point in good.points if point.verdict in ("fault", "left out") or _notable(point)] == []
    assert good.fit
    assert {point.category for point in good.points} == set(CATEGORIES)
    assert [point.name for point in good.points if point.category == "play"] == list(names())


def test_every_point_of_the_broken_is_one_of_the_good(good: Report) -> None:
    seldom = {"the games it plays", "notes", "stderr"}  # only where there is something to say
    assert {broken.point for broken in BROKEN} <= {point.name for point in good.points} | seldom


def test_the_good_bot_was_asked_everything(good: Report) -> None:
    asked = {"bid", "bury", "call", "declare", "discard", "expose", "give", "how", "play", "raise", "return", "swap"}
    assert asked <= set(good.decisions)
    assert {kind for kinds in RARE.values() for kind in kinds} <= asked | {"sola"}
    assert good.times is not None
    assert good.times.answers == sum(good.decisions.values())
    assert good.times.median_ms <= good.times.p95_ms <= good.times.p99_ms <= good.times.longest_ms
    assert good.memory_mb


def test_the_same_examination_asks_the_same(unhurried_bots: None) -> None:
    terms = Terms(games=("terziglio", "in-due"), rounds=2, categories=("play",), seconds=3_600, times=PATIENT)
    first, second = (report_of("", terms) for _ in range(2))
    assert first.points[2:] == second.points[2:]
    assert first.decisions == second.decisions
    other = report_of("", replace(terms, seed="other"))
    assert other.decisions != first.decisions


def test_a_program_that_cannot_be_run_is_a_fault_at_the_start(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("no program")
    program.chmod(0o755)
    report = examine(Bot("b0", "bot", (str(program),)), Terms(), HOST)
    assert [(point.name, point.verdict) for point in report.points] == [(START, "fault")]
    assert "build line" in (report.points[0].hint or "")


NODE = """
def act(m):
    sys.stderr.write("bot.js:5\\n  b.c()\\n    ^\\n\\nTypeError: b is undefined\\n")
    sys.stderr.write("".join(f"    at f{i} (node:internal/modules/loader:{i}:14)\\n" for i in range(9)))
    sys.stderr.write("\\nNode.js v20.0.0\\n")
    sys.exit(1)
"""
PYTHON = "def act(m): return {}['gone']"


@pytest.mark.parametrize(
    ("change", "told"),
    [(NODE, ["b.c() | TypeError: b is undefined | Node.js v20.0.0"]), (PYTHON, ["in act | ", " | KeyError: 'gone'"])],
)
def test_the_last_lines_of_stderr_are_evidence(change: str, told: list[str], unhurried_bots: None) -> None:
    report = report_of(change, Terms(games=("tressette",), rounds=1, categories=("start",)))
    (point,) = [point for point in report.points if point.verdict == "fault"]
    for part in told:
        assert part in point.evidence
    assert "^" not in point.evidence


def test_a_bot_is_examined_in_the_games_it_plays(unhurried_bots: None) -> None:
    change = "def hello(m): return {'id': m['id'], 'games': ['ciapano', 'tocca']}"
    report = report_of(change, Terms(rounds=1, categories=("play",)))
    assert [point.name for point in report.points] == [START, "the games it plays", ANSWERS, "tocca", "ciapano"]
    report = report_of(change, Terms(games=("tressette",), categories=("play",)))
    assert (report.points[1].name, report.points[1].verdict) == ("the games it plays", "fault")
