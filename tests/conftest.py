"""Options of the test run, and which tests this machine can run.

What hypothesis tries is the same each time, and may take as long as it takes. `--update-golden` writes the golden files
anew. Tests that need what this machine lacks (`needs`) are left out, and are named at the end.
"""

import shutil
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from referee.host.sandbox import cgroup

settings.register_profile("any machine", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
CASES = Path(__file__).parent / "cases"
LEFT_OUT = pytest.StashKey[dict[str, list[str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew; look at the difference")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@cache
def missing(need: str) -> str | None:
    """Why a test with this need, a program, `python:MODULE` or `cgroup`, cannot run here; None if it can."""
    if need.startswith("python:"):
        module = need.removeprefix("python:")
        return None if find_spec(module) else f"the Python package {module} is not installed"
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
    left = config.stash.get(LEFT_OUT, {})
    if left:
        terminalreporter.section("left out")
    for reason, tests in left.items():
        terminalreporter.write_line(f"{len(tests)} tests: {reason}")
