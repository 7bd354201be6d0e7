"""`referee match` and `referee resume`: from the command line to the files and the exit code, with real bots."""

import json
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

import referee
from referee.cli import main
from referee.cli.run.start import fresh
from referee.records.format.reader import read
from referee.rules.deals import commitment
from tests.arena.programs import command, reopen, shut
from tests.host.programs import until

ROOT = Path(referee.__file__).parent.parent
SEED = "a-seed-that-is-long"


@pytest.fixture
def bots(tmp_path: Path) -> dict[str, str]:
    """BOT by conduct."""
    return {name: command(tmp_path, name) for name in ("first", "hash", "memory", "crash", "stall")}


def match(out: Path, *arguments: str) -> list[str]:
    return ["match", *arguments, "--sandbox", "none", "--seed", SEED, "--out", str(out)]


def test_a_match_as_people_see_it(bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    assert main(match(run, bots["first"], bots["hash"], "--deals", "4", "--block", "2")) == 0
    out, err = capsys.readouterr()
    assert "points a deal" in out and "8 games on 4 deals" in out
    assert f"seed {SEED}" in out and f"referee verify {run}" in out and f"referee replay {run} --game 0/0" in out
    assert err.startswith("first, hash: 4 deals of tressette, seating duplicate\n")
    assert main(["verify", str(run)]) == 0


def test_a_match_as_programs_see_it(bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    assert main(match(run, bots["first"], bots["hash"], "--deals", "2", "--json")) == 0
    out = capsys.readouterr().out
    document = json.loads(out)
    assert out.count("\n") == 1
    assert document == json.loads((run / "summary.json").read_text())
    assert (document["state"], document["planned"], document["seed"]) == ("finished", 4, SEED)
    assert [bot["name"] for bot in document["bots"]] == ["first", "hash"]
    assert list(document["bots"][0]["files"]) == [str(tmp_path / "bot.py")]
    assert main(["score", str(run), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == document["standings"]


def test_without_a_directory_it_makes_one(
    bots: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["match", bots["first"], bots["first"], "--deals", "1", "--sandbox", "none"]) == 0
    (run,) = (tmp_path / "runs").iterdir()
    out, err = capsys.readouterr()
    assert f"in runs/{run.name}," in err
    seed = json.loads((run / "summary.json").read_text())["seed"]
    assert f"seed {seed}\n" in out and len(seed) == 32


def test_a_dry_run_plays_nothing(bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    assert main(match(run, bots["first"], bots["hash"], "--deals", "60", "--dry-run", "--json")) == 0
    plan = json.loads(capsys.readouterr().out)
    assert (plan["games"], plan["tables_a_deal"], plan["blocks"], plan["processes"]) == (120, 2, 6, 24)
    assert not run.exists()


def test_one_deal_is_not_one_deals(bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = ("--seating", "fixed", "--tables", "1", "--dry-run")
    assert main(match(tmp_path / "run", bots["first"], bots["hash"], "--deals", "1", *plan)) == 0
    out = capsys.readouterr().out
    assert "1 deal of" in out and "1 game: " in out and "1 block of" in out and "1 table at once" in out
    assert "deal 0 at table 0" in out
    assert not any(wrong in out for wrong in ("1 deals", "1 games", "1 blocks", "1 tables"))


def test_a_commitment_comes_before_the_match_and_is_proved_after_it(
    bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    assert main(match(run, bots["first"], bots["first"], "--deals", "1", "--commit")) == 0
    document = json.loads((run / "summary.json").read_text())
    assert document["commitment"] == commitment(SEED, document["nonce"])
    assert f"commitment {document['commitment']}\n" in capsys.readouterr().err
    assert main(["verify", str(run)]) == 0
    changed = {**document, "seed": "another-seed-that-is-long"}
    (run / "summary.json").write_text(json.dumps(changed))
    assert main(["verify", str(run)]) == 1


@pytest.mark.parametrize(("strict", "code"), [(True, 1), (False, 0)])
def test_a_fault_is_told_and_strict_makes_it_a_failure(
    bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], strict: bool, code: int
) -> None:
    arguments = match(tmp_path / "run", bots["first"], bots["crash"], "--deals", "2")
    assert main([*arguments, "--strict"] if strict else arguments) == code
    assert "crash: 3 crashes in 3 games; disqualified, 1 game forfeited unplayed" in capsys.readouterr().out


def test_faults_have_the_consequence_that_is_asked_for(bots: dict[str, str], tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert main(match(run, bots["first"], bots["crash"], "--deals", "1", "--on", "crash=replace")) == 0
    for entry in read(run):
        assert {fault.consequence for fault in entry.record.faults} == {"replace"}
        assert entry.record.result is not None and entry.record.result.reason == "hands"


def test_the_time_that_is_given_is_the_time_there_is(bots: dict[str, str], tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert main(match(run, bots["first"], bots["stall"], "--deals", "1", "--move-ms", "50")) == 0
    assert [entry.record.faults[0].fault for entry in read(run)] == ["timeout", "timeout"]


def test_a_trace_has_every_line_of_a_game(bots: dict[str, str], tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert main(match(run, bots["first"], bots["hash"], "--deals", "1", "--trace")) == 0
    texts = [path.read_text() for path in (run / "traces").iterdir()]
    assert len(texts) == 2
    assert all(text.count('"type":"act"') == 40 and text.count('"action"') >= 40 for text in texts)


def test_given_deals(bots: dict[str, str], tmp_path: Path) -> None:
    deck = " ".join(rank + suit for suit in "sdcb" for rank in "32AKQJ7654")
    boards = tmp_path / "boards.jsonl"
    boards.write_text(json.dumps({"deck": deck, "dealer": 2}) + "\n" + json.dumps({"deck": deck}) + "\n")
    run = tmp_path / "run"
    assert main(match(run, bots["first"], bots["hash"], "--boards", str(boards))) == 0
    records = [entry.record for entry in read(run)]
    assert [(record.game, record.seed, record.hands[0].dealer) for record in records] == [
        ("0/0", None, 2),
        ("1/0", None, 3),
        ("0/1", None, 2),
        ("1/1", None, 3),
    ]
    assert {record.hands[0].deck for record in records} == {deck}
    assert main(["verify", str(run)]) == 0


def test_a_run_is_never_overwritten(bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    arguments = match(run, bots["first"], bots["first"], "--deals", "1")
    assert main(arguments) == 0
    before = (run / "games.jsonl").read_bytes()
    assert main(arguments) == 2
    assert f"holds a run already: go on with it by referee resume {run}" in capsys.readouterr().err
    assert (run / "games.jsonl").read_bytes() == before


def test_bots_that_cannot_take_part_are_refused_before_anything_is_played(
    bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken").write_bytes(b"\x7fELF no program at all")
    (tmp_path / "broken").chmod(0o755)
    choosy = tmp_path / "choosy.py"
    choosy.write_text(
        'print(\'{"id": %d, "games": ["ciapano"]}\' % __import__("json").loads(input())["id"], flush=True)\n'
    )
    for bot, message in ((str(tmp_path / "broken"), "cannot be launched"), (str(choosy), "does not play tressette")):
        assert main(match(tmp_path / "run", bots["first"], bot)) == 2
        out, err = capsys.readouterr()
        assert out == "" and message in err and err.count("\n") == 1
        assert not (tmp_path / "run").exists()


def test_a_bot_that_does_not_answer_is_warned_of_and_loses(
    bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dead.py").write_text("raise SystemExit(3)\n")
    assert main(match(tmp_path / "run", bots["first"], str(tmp_path / "dead.py"), "--deals", "2")) == 0
    out, err = capsys.readouterr()
    assert "warning: bot dead: no good answer to hello" in err
    assert "dead: 3 failed starts in 3 games" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["greedy"], "at least 2 bots"),
        (["greedy", "randm"], "did you mean random"),
        (["greedy", "random", "--game", "tresete"], "did you mean tressette"),
        (["greedy", "random", "--rule", "capotto=17"], "did you mean cappotto"),
        (["greedy", "random", "--rule", "partners=by_coins"], "four bots"),
        (["greedy", "random", "--preset", "s7"], "s0, s1, fitres"),
        (["greedy", "random", "--seating", "duplicat"], "did you mean duplicate"),
        (["greedy", "random", "--seating", "individual"], "four bots"),
        (["greedy", "random", "--on", "crahs=forfeit"], "did you mean crash"),
        (["greedy", "random", "--on", "crash=foreit"], "did you mean forfeit"),
        (["greedy", "random", "--on", "start=replace"], "--on start"),
        (["greedy", "random", "--clock", "sun"], "wall, cpu"),
        (["greedy", "random", "--sprt", "1,0"], "above"),
        (["greedy", "random", "rules", "--sprt", "0,1"], "two bots"),
        (["greedy", "random", "--deals", "0"], "--deals"),
        (["greedy", "random", "--tables", "none"], "--tables"),
        (["greedy", "random", "--move-ms", "99999999999999999999"], "--move-ms"),
        (["greedy", "random", "--move-ms", "9007199254740993"], "86,400,000"),
        (["greedy", "random", "--move-ms", "86400001"], "86,400,000"),
        (["greedy", "random", "--bank-ms", "86400001"], "--bank-ms"),
        (["greedy", "random", "--delay-ms", "86400001"], "--delay-ms"),
        (["greedy", "random", "--pace-ms", "86400001"], "--pace-ms"),
        (["greedy", "random", "--seed", "a b"], "1 to 64"),
        (["greedy", "random", "--boards", "nowhere"], "nowhere"),
        (["greedy", "random", "--executor", "cloud"], "local, dask"),
        (["greedy", "random", "--scheduler", "tcp://here:1"], "--scheduler is for --executor dask"),
        (["greedy", "random", "--executor", "dask", "--trace"], "--trace is for --executor local"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_run(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["match", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err
    assert not list(tmp_path.iterdir())


def test_a_seed_that_can_be_guessed_is_warned_of(
    bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "seed").write_text("abc\n")
    for seed, warned in (("abc", True), ("@" + str(tmp_path / "seed"), False), (SEED, False)):
        assert main(["match", bots["first"], bots["first"], "--seed", seed, "--dry-run"]) == 0
        assert ("can be guessed" in capsys.readouterr().err) is warned


def begun(out: Path, *arguments: str) -> "subprocess.Popen[str]":
    """A match in a process of its own, in which nobody loses on time."""
    return subprocess.Popen(
        [sys.executable, "-m", "referee", *match(out, "--move-ms", "600000", *arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_games(run: Path, games: int) -> None:
    """Until so many games are written."""
    file = run / "games.jsonl"
    until(lambda: file.exists() and file.read_bytes().count(b"\n") >= games)


def wait_for_a_block(run: Path) -> None:
    """Until a block is begun: then signals are listened to."""
    until(lambda: any((run / "journals").glob("*.jsonl")))


def digests(run: Path) -> list[str | None]:
    return [entry.record.digest for entry in read(run)]


def test_whatever_ends_it_resume_goes_on(bots: dict[str, str], tmp_path: Path) -> None:
    arguments = [bots["memory"], bots["hash"], "--deals", "8", "--block", "4"]
    with begun(tmp_path / "whole", *arguments) as child:
        child.communicate()
    run = tmp_path / "run"
    shut(tmp_path, 1)
    with begun(run, *arguments) as child:
        wait_for_games(run, 1)
        child.send_signal(signal.SIGINT)
        _out, err = child.communicate()
    assert child.returncode == 3
    assert re.search(rf"^go on with: \S+ -m referee resume {run}$", err, re.MULTILINE)
    assert json.loads((run / "summary.json").read_text())["seed"] is None
    shut(tmp_path, 3)
    with subprocess.Popen([sys.executable, "-m", "referee", "resume", str(run)], cwd=ROOT) as child:
        wait_for_games(run, 2)
        child.kill()
    reopen(tmp_path)
    assert main(["resume", str(run)]) == 0
    assert digests(run) == digests(tmp_path / "whole")


def test_a_second_signal_does_not_wait_for_a_bot_that_thinks(bots: dict[str, str], tmp_path: Path) -> None:
    with begun(tmp_path / "run", bots["stall"], bots["first"]) as child:
        assert child.stderr is not None
        assert "deals of tressette" in child.stderr.readline()
        wait_for_a_block(tmp_path / "run")
        while child.poll() is None:  # again and again, for a signal that comes before the last one is taken is lost
            child.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                child.wait(0.5)
    assert child.returncode == 3


def test_a_run_in_use_is_not_touched(bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    with begun(run, bots["stall"], bots["first"]) as child:
        wait_for_a_block(run)
        assert main(["resume", str(run)]) == 2
        child.send_signal(signal.SIGINT)
        child.communicate()
    assert f"in use by process {child.pid}" in capsys.readouterr().err


def test_there_must_be_something_to_go_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resume", str(tmp_path)]) == 2
    assert "holds no run" in capsys.readouterr().err
    (tmp_path / "match.json").write_text("{}")
    assert main(["resume", str(tmp_path)]) == 2
    assert "these are no settings of a match: game is missing" in capsys.readouterr().err


def test_a_slip_of_the_finger_plans_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "greedy", "random", "--deals", "99999999999", "--dry-run"]) == 2
    assert "1,000,000,000" in capsys.readouterr().err


def test_a_run_is_not_resumed_without_its_bots_or_with_others(
    bots: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, file = tmp_path / "run", tmp_path / "bot.py"
    assert main(match(run, bots["first"], bots["hash"], "--deals", "1")) == 0
    kept, text = (run / "games.jsonl").read_bytes(), file.read_text()
    file.unlink()
    assert main(["resume", str(run)]) == 2
    assert f"cannot read {file}" in capsys.readouterr().err
    file.write_text(text + "\n")
    assert main(["resume", str(run)]) == 2
    assert f"{file} has changed since the run began" in capsys.readouterr().err
    assert main(["resume", str(run), "--changed-bots"]) == 0
    assert f"warning: {file} has changed" in capsys.readouterr().err
    file.write_text(text)
    assert main(["resume", str(run)]) == 0
    assert (run / "games.jsonl").read_bytes() == kept


def test_two_starts_in_one_second_have_directories_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(time, "strftime", lambda _format: "now")
    assert [fresh("tressette").name for _ in range(3)] == ["now-tressette", "now-tressette-2", "now-tressette-3"]
