"""Every command is tested as if its output were piped, whatever the width of the terminal that the tests run at; and no
bot loses on time that is not meant to, whatever else the machine does.
"""

from functools import partial
from typing import Any, Final

import pytest

from referee.cli.commands import match, play
from referee.host.timing.clock import Times
from tests.arena.check.patience import be_unhurried

_A_MINUTE: Final = 60_000


@pytest.fixture(autouse=True)
def _piped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a bot would have a second by default, or some for its start, it has a minute."""
    be_unhurried(monkeypatch)
    for module in (match, play):
        monkeypatch.setattr(module, "Times", _times)


def _times(move_ms: int = 1_000, *more: Any, **limits: Any) -> Times:
    times = partial(Times, start_ms=_A_MINUTE, game_ms=_A_MINUTE)
    return times(*(_A_MINUTE if move_ms == 1_000 else move_ms, *more), **limits)
