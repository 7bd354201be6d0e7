"""What holds for every test of the host: when it is over, no living process and no descriptor of it is left."""

import os
from collections.abc import Iterator

import pytest

from referee.host.processes.descendants import adopt_orphans, children, dead, reap
from referee.host.wire import connection


@pytest.fixture
def patient_for_the_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """How a bot ended is waited for as long as it takes, where it has ended for certain."""
    monkeypatch.setattr(connection, "_STATUS_MS", 60_000)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Adopt whatever loses its parent, and look at the end whether it is still there."""
    assert adopt_orphans()
    before = children(os.getpid())
    descriptors = set(os.listdir("/proc/self/fd"))
    yield
    left = [pid for pid in children(os.getpid()) if pid not in before]
    assert [pid for pid in left if not dead(pid)] == []
    assert all(map(reap, left))
    assert len(set(os.listdir("/proc/self/fd")) - descriptors) == 0
