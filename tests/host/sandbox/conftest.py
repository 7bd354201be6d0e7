"""Which tests of the sandbox this machine can run: those that need what it lacks are left out, and named at the end."""

import shutil
import subprocess
from functools import cache

import pytest

from referee.host.sandbox import cgroup

PROGRAMS = ("bwrap", "cc", "node", "java", "javac")


@cache
def missing(need: str) -> str | None:
    """Why a test with this need cannot run here; None if it can."""
    if need == "cgroup":
        found = cgroup.find()
        if found is None:
            return "no cgroup (version 2) that this user may write to"
        cgroup.remove(found)
    elif shutil.which(need) is None:
        return f"{need} is not installed"
    elif need == "bwrap":
        run = subprocess.run(["bwrap", "--ro-bind", "/", "/", "true"], capture_output=True, text=True, check=False)
        if run.returncode:
            return f"bwrap does not work here: {run.stderr.strip()}"
    return None


LEFT_OUT = pytest.StashKey[dict[str, list[str]]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left: dict[str, list[str]] = {}
    kept: list[pytest.Item] = []
    for item in items:
        reasons = [reason for mark in item.iter_markers("needs") for need in mark.args if (reason := missing(need))]
        if reasons:
            left.setdefault(reasons[0], []).append(item.nodeid)
        else:
            kept.append(item)
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
    config.stash[LEFT_OUT] = left


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for reason, tests in config.stash.get(LEFT_OUT, {}).items():
        terminalreporter.section("left out")
        terminalreporter.write_line(f"{len(tests)} tests: {reason}")
