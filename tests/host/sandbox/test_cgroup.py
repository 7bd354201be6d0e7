"""Control groups, on folders that look like them: limits and verdicts that need a kernel's controllers elsewhere."""

import os
from pathlib import Path

import pytest

from referee.host.sandbox import cgroup
from referee.host.sandbox.cgroup import Group
from referee.host.sandbox.level import Cgroup, Limits

LIMITS = Limits(memory_mb=256, processes=64)
BOTH = ("memory", "pids")


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The base of a tree in which a new group has the files that a kernel gives it."""
    make = Path.mkdir

    def with_files(path: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        make(path, mode, parents, exist_ok)
        (path / "cpu.stat").write_text("usage_usec 1234\nuser_usec 1000\nsystem_usec 234\n")

    monkeypatch.setattr(Path, "mkdir", with_files)
    monkeypatch.setattr(cgroup, "_empty", lambda folder: None)
    return tmp_path


def test_limits_are_written_before_anything_runs(made: Path) -> None:
    group = Group(Cgroup(str(made), BOTH), "bot", LIMITS)
    written = {name: (made / "bot" / name).read_text() for name in os.listdir(made / "bot") if name != "cpu.stat"}
    group.close()
    assert written == {
        "memory.max": str(256 << 20),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": str(64 + 2),  # and those of bubblewrap
    }


def test_what_there_is_no_controller_for_is_not_written(made: Path) -> None:
    group = Group(Cgroup(str(made)), "bot", LIMITS)
    assert os.listdir(made / "bot") == ["cpu.stat"]
    group.close()


def test_without_limits_nothing_is_limited(made: Path) -> None:
    group = Group(Cgroup(str(made), BOTH), "bot", None)
    assert os.listdir(made / "bot") == ["cpu.stat"]
    group.close()


def test_processor_time_is_in_nanoseconds(made: Path) -> None:
    group = Group(Cgroup(str(made)), "bot", LIMITS)
    assert group.cpu_ns() == 1_234_000
    group.close()


@pytest.mark.parametrize(
    ("events", "verdict"),
    [
        ({}, None),
        ({"memory.events": "low 0\nhigh 0\nmax 12\noom 0\noom_kill 0\n", "pids.events": "max 0\n"}, None),
        ({"memory.events": "low 0\nhigh 0\nmax 9\noom 1\noom_kill 7\noom_group_kill 1\n"}, "memory: killed at 256 MB"),
        ({"pids.events": "max 3\n"}, "processes: refused at 64"),
        ({"memory.events": "oom_kill 1\n", "pids.events": "max 3\n"}, "memory: killed at 256 MB"),
    ],
)
def test_what_the_kernel_ended_it_for(made: Path, events: dict[str, str], verdict: str | None) -> None:
    group = Group(Cgroup(str(made), BOTH), "bot", LIMITS)
    for name, text in events.items():
        (made / "bot" / name).write_text(text)
    assert group.ended_for() == verdict
    group.close()


@pytest.mark.needs("cgroup")
def test_groups_of_referees_that_are_no_more_are_swept() -> None:
    first = cgroup.find()
    assert first is not None
    base = Path(first.base)
    gone = 4_194_305  # more than any process has
    old = base.with_name(base.name.replace(str(os.getpid()), str(gone)))
    old.mkdir()
    (old / "bot-1").mkdir()
    again = cgroup.find()
    assert again is not None
    assert again.base == first.base
    assert not old.exists()
    cgroup.remove(again)
    assert not base.exists()
