"""The trial before the first game: it passes what holds, and names what does not."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.host.processes import roots
from referee.host.processes.bot import Bot
from referee.host.processes.launch import Launcher
from referee.host.processes.process import Process
from referee.host.sandbox import Sandbox, Unavailable, bwrap, cgroup, choose, give_back, seccomp, trial
from referee.host.sandbox import command_prefix as wrap
from referee.host.sandbox import select_level as choice
from referee.host.sandbox.level import Cgroup, Limits
from tests.host.sandbox.places import BWRAP_WAYS, ROOT, place

OWN_WAY = BWRAP_WAYS[1:] if ROOT else BWRAP_WAYS
"""Bubblewrap as the one who runs the tests calls it: his Python is within reach."""


@pytest.mark.parametrize("way", ["none", "limits", *OWN_WAY])
def test_every_level_passes_its_trial(way: str) -> None:
    with place(way) as at:
        assert trial.failure(at.sandbox) is None


@pytest.mark.parametrize("way", ["none", "limits", *OWN_WAY])
def test_what_is_left_of_a_killed_one_lies_where_it_is_swept_away(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    places = []

    class Watched(Process):
        def __init__(self, bot: Bot, launcher: Launcher, root: str | None = None) -> None:
            super().__init__(bot, launcher, root)
            places.append((Path(self.scratch).parent, root))

    monkeypatch.setattr(trial, "Process", Watched)
    with place(way) as at:
        assert trial.failure(at.sandbox) is None
    ((folder, root),) = places
    assert root is not None and folder == Path(root)
    assert roots._NAME.fullmatch(folder.name)


@pytest.mark.parametrize("way", OWN_WAY)
def test_a_network_is_found(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    namespaces = bwrap._namespaces

    def shared(sandbox: Sandbox) -> list[str]:
        words = namespaces(sandbox)
        return [word for word in words if word != "--unshare-net"] if ROOT else [*words, "--share-net"]

    monkeypatch.setattr(bwrap, "_namespaces", shared)
    with place(way) as at:
        failure = trial.failure(at.sandbox)
    assert failure is not None
    assert "to see a network" in failure[0]


@pytest.mark.parametrize("way", OWN_WAY)
def test_a_hidden_folder_that_is_not_hidden_is_found(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bwrap, "_under", lambda path, folders: False)
    with place(way) as at:
        failure = trial.failure(at.sandbox)
    assert failure is not None
    assert "to read a hidden file in a folder it may read" in failure[0]


def filter_of_nothing(machine: str, *, memory_counted: bool) -> bytes:
    return seccomp._step(0x06, seccomp.ALLOW)


@pytest.mark.parametrize("way", OWN_WAY)
def test_a_filter_that_lets_everything_through_is_found(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "program", filter_of_nothing)
    with place(way) as at:
        failure = trial.failure(at.sandbox)
    assert failure is not None
    for attempt in ("to open a socket of family 2", "to open a socket of family 40"):
        assert attempt in failure[0]


def no_limits(limits: Limits, *, processes: int | None, memory: bool) -> tuple[str, ...]:
    return ("env",)


@pytest.mark.parametrize("way", ["limits", *OWN_WAY])
def test_limits_that_do_not_hold_are_found(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrap, "limited", no_limits)
    with place(way) as at:
        failure = trial.failure(at.sandbox)
    assert failure is not None
    assert "to take memory beyond its limit" in failure[0]


def test_privileges_that_can_be_gained_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrap, "unprivileged", lambda sandbox: ())
    inherited = "NoNewPrivs:\t1" in Path("/proc/self/status").read_text()  # in some containers
    with place("limits") as at:
        failure = trial.failure(at.sandbox)
    found = failure is not None and "to gain privileges by running a program" in failure[0]
    assert found != inherited


def test_offspring_that_is_not_ended_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "dead", lambda pid: False)
    with place("none") as at:
        failure = trial.failure(at.sandbox)
    assert failure is not None
    assert "to outlive its end" in failure[0]


def test_what_bubblewrap_says_becomes_a_remedy(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o755)
    failure = trial.failure(Sandbox(level="bwrap", bwrap=str(broken)))
    assert failure is not None
    reason, remedy = failure
    assert "setting up uid map: Permission denied" in reason
    assert "AppArmor" in remedy


def test_bubblewrap_is_refused_where_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", _without_bwrap(shutil.which))
    with pytest.raises(Unavailable) as refusal:
        choose("bwrap")
    assert refusal.value.reason == "bubblewrap (bwrap) is not installed"
    assert "install bubblewrap" in refusal.value.remedy


def test_auto_takes_the_next_best_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", _without_bwrap(shutil.which))
    found = choose("auto", hidden=["run"])
    try:
        assert found.level == "limits"
        assert "bubblewrap (bwrap) is not installed" in found.refused[0]
        assert found.hidden == (str(Path("run").absolute()),)
    finally:
        give_back(found)


@pytest.mark.parametrize("way", OWN_WAY)
def test_auto_takes_the_best(way: str) -> None:
    found = choose("auto")
    try:
        assert found.level == "bwrap"
        assert found.refused == ()
    finally:
        give_back(found)


def test_a_group_that_does_not_work_is_done_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder that only looks like a control group: nothing can enter it."""
    monkeypatch.setattr(cgroup, "find", lambda: Cgroup(str(tmp_path)))
    monkeypatch.setattr(cgroup, "remove", lambda group: None)
    found = choose("none")
    assert found.cgroup is None
    assert found.label == "none"
    assert found.refused[0].startswith("control group: ")


def test_elsewhere_than_on_linux_bubblewrap_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "_LINUX", False)
    with pytest.raises(Unavailable, match="needs Linux"):
        choose("bwrap")


def _without_bwrap(which: Callable[..., str | None]) -> Callable[..., str | None]:
    def found(name: str, *arguments: object, **more: object) -> str | None:
        return None if name == "bwrap" else which(name, *arguments, **more)

    return found


def test_the_probe_needs_nothing_but_python() -> None:
    probe = Path(trial.__file__).with_name("probe.py").read_text()
    lines = [line.split() for line in probe.splitlines()]
    imported = {words[1].partition(".")[0] for words in lines if words[:1] in (["import"], ["from"])}
    assert "ctypes" in imported
    assert imported <= set(sys.stdlib_module_names)
