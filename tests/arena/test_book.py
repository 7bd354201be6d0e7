"""The book of a run: what it notes besides the statistics."""

from referee.arena.run.ledger import OFFENDING
from referee.arena.run.run import Run
from referee.arena.workers.workers import Workers
from referee.host.faults import Policy
from tests.arena.conftest import Contest


def test_the_first_faulty_games_are_kept_and_all_are_counted(contest: Contest) -> None:
    path = contest.begin(contest.match("first", "illegal", deals=6, policy=Policy(max_faults=100)), "run")
    seen: list[tuple[int, list[str]]] = []

    def look(run: Run, _workers: Workers) -> None:
        seen.append((run.book.offences, [record.game for record in run.book.offending]))

    assert contest.go_on(path, watch=look) == "finished"
    faulty = [record.game for record in contest.records(path) if record.faults]
    assert len(faulty) == 12 and seen[-1] == (12, faulty[:OFFENDING])
