"""The report: its contents from the records, and the page in a real browser."""

import json
import subprocess
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from referee.arena.report.contents import Contents, Program
from referee.arena.report.make_report import contents_of
from referee.arena.report.page import page
from referee.cli import main
from referee.records.format.record import encode
from tests.arena.games import pair_game
from tests.conftest import CASES

AB, BA = ("a", "b", "a", "b"), ("b", "a", "b", "a")
EVIL = "</script><script>document.title = 'owned'</script>"


def run(folder: Path, deals: int, first: str = "a") -> Path:
    """A duplicate run in blocks of ten, in which deal k is worth k % 7 points at the first table, with one fault."""
    records = []
    for start in range(0, deals, 10):
        for table, bots in enumerate(((first, "b") * 2, ("b", first) * 2)):
            for deal in range(start, min(start + 10, deals)):
                points = deal % 7 if table == 0 else 1
                times = [(0, deal % 40), (1, 1)]
                records.append(pair_game(deal, table, bots, points, times=times))
    records[3].faults.extend(pair_game(3, 0, AB, 0, faults=[(1, "illegal")]).faults)
    file = folder / "games.jsonl"
    file.write_bytes(b"".join(map(encode, records)))
    return file


def test_curves_spreads_tempos_and_faults(tmp_path: Path) -> None:
    contents = contents_of([str(run(tmp_path, 60))])
    assert contents.title == "a and b"
    assert [(curve.bot, curve.points[-1][0]) for curve in contents.curves] == [("a", 60), ("b", 60)]
    best = contents.standings.bots[0]
    assert best.utility is not None and best.anytime is not None
    assert contents.curves[0].points[-1] == (60, best.utility.mean, best.anytime.low, best.anytime.high)
    assert sum(count for _, count in contents.spreads[0].values) == 60
    assert contents.tempos[0].answers[:4] == (2, 62, 2, 4)
    assert sum(contents.tempos[0].answers) == 120
    assert [(offence.game, offence.bot, offence.fault) for offence in contents.offences] == [("3/0", "b", "illegal")]


def test_a_long_curve_is_thinned_evenly(tmp_path: Path) -> None:
    (curve, _) = contents_of([str(run(tmp_path, 1_000))]).curves
    deals = [point[0] for point in curve.points]
    assert 200 <= len(deals) <= 400
    assert len({later - earlier for earlier, later in pairwise(deals)}) == 1


def test_the_most_lopsided_deals_come_first_and_can_be_replayed() -> None:
    contents = contents_of([str(CASES / "g4.jsonl.zst")])
    margins = [deal.margin for deal in contents.lopsided]
    assert margins == sorted(margins, reverse=True) and len(margins) == 10
    assert {game for deal in contents.lopsided for game in deal.games} <= {replay.game for replay in contents.replays}
    kinds = [msgspec.to_builtins(event)["type"] for event in contents.replays[0].events]
    assert kinds.count("play") == 40 and kinds[0] == "deal" and kinds[-1] == "game_end"


def test_a_replay_on_the_page_has_the_sentences_of_a_replay() -> None:
    replay = contents_of([str(CASES / "g4.jsonl.zst")]).replays[0]
    events = [msgspec.to_builtins(event) for event in replay.events]
    ends = [event["told"] for event in events if event["type"] in ("hand_end", "game_end")]
    assert all(isinstance(line, str) and line for told in ends for line in told)
    assert ends[-1][0].startswith("the game is over: ") and ends[-1][1].startswith("it counts for the match: ")
    assert not any("told" in event for event in events if event["type"] in ("deal", "play", "trick"))


def test_a_game_that_is_chosen_can_be_replayed_first() -> None:
    contents = contents_of([str(CASES / "g4.jsonl.zst")], ["golden-g4.7"])
    assert contents.replays[0].game == "golden-g4.7"


def test_the_programs_that_played_are_told_where_a_summary_is(tmp_path: Path) -> None:
    file = run(tmp_path, 10)
    assert contents_of([str(file)]).programs == ()
    summary = file.with_name("summary.json")
    summary.write_text("no summary")
    assert contents_of([str(file)]).programs == ()
    bot = {"id": "b0", "name": "a", "command": ["java", EVIL], "version": "2", "files": {"/bots/a.jar": "5c" * 32}}
    summary.write_text(json.dumps({"format": "tressette-summary", "bots": [bot, {**bot, "id": "b1", "name": "b"}]}))
    contents = contents_of([str(file), str(file)])
    assert contents.programs == tuple(
        Program(name, ("java", EVIL), "2", {"/bots/a.jar": "5c" * 32}) for name in ("a", "b")
    )
    assert EVIL not in page(contents).decode()


def test_games_of_several_files_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    contents = contents_of([str(run(tmp_path / "one", 10)), str(run(tmp_path / "two", 10))])
    assert contents.offences[0].game == f"{tmp_path}/one/games.jsonl 3/0"


def test_what_records_say_is_never_markup(tmp_path: Path) -> None:
    document = page(contents_of([str(run(tmp_path, 10, EVIL))])).decode()
    assert EVIL not in document
    text = document.partition('id="contents">')[2].partition("</script>")[0]
    assert msgspec.json.decode(text, type=Contents).standings.bots[0].name == EVIL


def test_a_page_of_a_thousand_deals_is_small(tmp_path: Path) -> None:
    assert len(page(contents_of([str(run(tmp_path, 1_000))]))) < 2_000_000
    assert len(page(contents_of([str(CASES / "g4.jsonl.zst")]))) < 2_000_000


def test_nothing_is_fetched(tmp_path: Path) -> None:
    document = page(contents_of([str(run(tmp_path, 10))])).decode()
    assert "default-src 'none'" in document
    assert "http" not in document.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_the_command_writes_the_page_and_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = run(tmp_path, 20), tmp_path / "page.html"
    assert main(["score", str(file), "--html", str(out)]) == 0
    assert out.read_bytes().startswith(b"<!doctype html>")
    assert "20 deals" in capsys.readouterr().out
    for wrong in (["-", "--html", str(out)], [str(file), "--html", str(tmp_path / "no" / "page.html")]):
        assert main(["score", *wrong]) == 2


PROBE = """
<script>
const said = [];
const click = (label) => document.querySelector(`[aria-label="${label}"]`).click();
said.push(document.documentElement.scrollWidth <= document.documentElement.clientWidth);
click("one step on");
said.push(document.querySelector("[aria-live]").textContent);
for (let step = 0; step < 400; step++) click("one step on");
said.push(document.querySelector("[aria-live]").textContent);
said.push([...document.querySelectorAll("section")].filter((part) => !part.hidden).map((part) => part.id).join(" "));
const probe = document.createElement("pre");
probe.id = "probe";
probe.textContent = JSON.stringify(said);
document.body.append(probe);
</script>
"""


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("case", ["g4", "g2", "gev"])
def test_in_a_browser_it_renders_without_an_error_and_games_can_be_stepped_through(
    tmp_path: Path, width: int, case: str
) -> None:
    file = tmp_path / "page.html"
    document = page(contents_of([str(CASES / f"{case}.jsonl.zst")])).replace(b"</body>", PROBE.encode() + b"</body>")
    file.write_bytes(document)
    browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    done = subprocess.run(
        [*browser, f"--window-size={width},900", "--enable-logging=stderr", "--dump-dom", f"file://{file}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "CONSOLE" not in done.stderr
    fits, second, last, sections = json.loads(done.stdout.partition('<pre id="probe">')[2].partition("</pre>")[0])
    assert fits
    assert "plays" in second or "declares" in second or ":" in second
    assert last.startswith("The game is over")
    many = {"g2": "", "g4": "meetings ", "gev": "meetings ratings "}[case]  # partners are fixed in g4
    assert sections == f"standings progress {many}spread lopsided replay tempo faults"
