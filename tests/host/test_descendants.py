"""Hunting processes: what is missed by one look is found by the next, and what cannot be killed is told."""

import subprocess

import pytest

from referee.host.processes.descendants import dead, kill_until_none


def sleeper() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(["sleep", "600"])


def test_who_is_missed_by_the_first_look_is_found_by_the_second() -> None:
    """As one is who passes from one parent to another while the children of both are listed."""
    with sleeper() as missed:
        looks = iter([[], [missed.pid]])
        assert kill_until_none(lambda: next(looks, [])) == []
        assert dead(missed.pid)
        missed.returncode = 0  # it was waited for


def test_who_comes_while_others_are_killed_is_killed_too() -> None:
    with sleeper() as one, sleeper() as other:
        looks = iter([[one.pid], [], [other.pid], []])
        assert kill_until_none(lambda: next(looks, [])) == []
        assert dead(one.pid) and dead(other.pid)
        one.returncode = other.returncode = 0


def test_the_look_is_not_repeated_for_ever() -> None:
    looks: list[int] = []

    def nobody() -> list[int]:
        looks.append(1)
        return []

    assert kill_until_none(nobody) == []
    assert len(looks) == 2


def test_who_cannot_be_killed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with sleeper() as lasting:
        monkeypatch.setattr("referee.host.processes.descendants.kill", lambda pid: None)
        assert kill_until_none(lambda: [lasting.pid], patience=0.0) == [lasting.pid]
        lasting.kill()
