"""Open files: a run that may not have as many as it needs is refused before it begins; with as many, it is played."""

import resource
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from referee.arena.workers.descriptors import needed
from referee.records.format.reader import read
from tests.unbreakable.commands import ran


def limited(files: int) -> Callable[[], None]:
    """What makes a process one with so many open files at most, though its bots may have more."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, most))


def words(folder: Path, sandbox: str) -> list[str]:
    """A small match of eight players, of which each is started with all others."""
    settings = ["--game", "traversone", "--deals", "1", "--seating", "fixed", "--tables", "1", "--seed", "x" * 20]
    return ["match", *["random"] * 8, *settings, "--sandbox", sandbox, "--out", str(folder / "run")]


def test_a_run_that_needs_more_than_it_may_have_is_refused_before_it_begins(tmp_path: Path) -> None:
    end = ran(*words(tmp_path, "none"), before=limited(needed(8, 1) - 1))
    assert end.code == 4
    assert f"1 table of 8 bots: {needed(8, 1)} open files are needed, {needed(8, 1) - 1} allowed" in end.err
    assert end.out == "" and end.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("sandbox", ["none", pytest.param("bwrap", marks=pytest.mark.needs("bwrap"))])
def test_as_many_as_it_says_are_enough(tmp_path: Path, sandbox: str) -> None:
    end = ran(*words(tmp_path, sandbox), before=limited(needed(8, 1)))
    assert end.code == 0, end.err
    (entry,) = read(tmp_path / "run")
    assert entry.record.faults == []


def test_tables_count_too() -> None:
    assert needed(4, 1) == needed(4, 2) < needed(4, 100)
