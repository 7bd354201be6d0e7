"""Roots of scratch directories: gone with their owner, or with whoever begins next; never under somebody's feet."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from referee.host.processes.descendants import dead, kill_until_none
from referee.host.processes.roots import Root, sweep

OWNER = """
import os, sys, time
from referee.host.processes.roots import Root
root = Root()
os.mkdir(root.path + "/bot-1")
print(root.path, flush=True)
time.sleep(600)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where roots are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_root_is_nobody_elses_and_gone_when_it_is_removed(folder: Path) -> None:
    root = Root()
    assert os.stat(root.path).st_mode & 0o777 == 0o700
    assert [*folder.iterdir()] == [Path(root.path)]
    root.remove()
    root.remove()
    assert [*folder.iterdir()] == []


def test_what_a_killed_owner_leaves_is_removed_by_who_begins_next(folder: Path) -> None:
    command = [sys.executable, "-c", OWNER]
    owner = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": str(folder)})
    assert owner.stdout
    root = Path(owner.stdout.readline().decode().strip())
    owner.stdout.close()
    assert root.parent == folder
    sweep()
    assert (root / "bot-1").is_dir()  # its owner lives
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    (root / "bot-1").chmod(0)  # as a bot may leave it
    sweep()
    assert [*folder.iterdir()] == []


BOT = """
import os, sys, time
if os.fork():
    os._exit(0)
os.setsid()
print(os.getpid(), flush=True)
time.sleep(600)
"""


def test_what_a_bot_of_a_killed_owner_has_started_ends_with_its_root(folder: Path) -> None:
    with Root() as alive:
        abandoned = folder / "referee-scratch-abcd1234"
        daemons = []
        for place in (Path(alive.path), abandoned):
            (place / "bot-1").mkdir(parents=True, mode=0o700)
            environment = {**os.environ, "HOME": str(place / "bot-1")}
            with subprocess.Popen([sys.executable, "-c", BOT], stdout=subprocess.PIPE, env=environment) as bot:
                assert bot.stdout
                daemons.append(int(bot.stdout.readline()))
        sweep()
        assert [dead(pid) for pid in daemons] == [False, True]
        assert not abandoned.exists()
        kill_until_none(lambda: daemons)


@pytest.mark.parametrize(
    "name",
    ["referee-scratch", "referee-scratch-", "referee-scratch-mine", "referee-scratch-abcd12345", "referee-abcd1234"],
)
def test_what_is_not_called_as_ours_is_left_alone(folder: Path, name: str) -> None:
    (folder / name).mkdir()
    sweep()
    assert (folder / name).is_dir()


def test_a_link_or_a_file_with_such_a_name_is_left_alone(folder: Path) -> None:
    (folder / "mine").mkdir()
    (folder / "referee-scratch-abcd1234").symlink_to(folder / "mine")
    (folder / "referee-scratch-abcd1235").write_text("mine")
    sweep()
    assert len([*folder.iterdir()]) == 3


def test_what_is_another_users_is_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "referee-scratch-abcd1234").mkdir()
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    sweep()
    assert (folder / "referee-scratch-abcd1234").is_dir()


def test_where_no_root_can_be_made_it_is_the_machines_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder / "nowhere"))
    with pytest.raises(OSError):
        Root()
    sweep()


def test_no_root_is_swept_away_between_its_making_and_its_lock(folder: Path) -> None:
    over = threading.Event()

    def sweeping() -> None:
        while not over.is_set():
            sweep()

    sweepers = [threading.Thread(target=sweeping) for _ in range(2)]
    for sweeper in sweepers:
        sweeper.start()
    try:
        for _ in range(500):
            with Root() as root:
                Path(root.path, "bot-1").mkdir()
                assert os.listdir(root.path) == ["bot-1"]
    finally:
        over.set()
        for sweeper in sweepers:
            sweeper.join()
    sweep()
    assert [*folder.iterdir()] == []
