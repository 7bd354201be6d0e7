"""Traces of a run: a file a game in its directory, and nothing else is different."""

from referee.arena.run.run import Run
from referee.arena.run.run_directory import Directory
from referee.arena.tournament.match import load
from referee.arena.workers.workers import Workers
from tests.arena.conftest import Contest, digests


def test_a_traced_run_has_a_file_for_every_game_and_the_same_records(contest: Contest) -> None:
    match = contest.match("first", "hash", deals=4)
    plain = contest.play(match, "plain")
    path = contest.begin(match, "traced")
    with Directory.open(path) as directory, Workers(2) as workers:
        run = Run(load(directory.settings), directory, tables=2, trace=True)
        try:
            assert run.play(workers) == "finished"
        finally:
            run.close()
        traces = sorted(directory.traces.iterdir())
    assert [file.name for file in traces] == sorted(f"{record.game.replace('/', '-')}.trace" for record in plain)
    assert all('"type":"act"' in file.read_text() for file in traces)
    assert digests(contest.records(path)) == digests(plain)
    assert not (contest.folder / "plain" / "traces").exists()
