"""Every command is tested as if its output were piped, whatever the width of the terminal that the tests run at."""

import pytest


@pytest.fixture(autouse=True)
def _piped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
