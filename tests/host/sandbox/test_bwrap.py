"""The options of bubblewrap: what is shown, in an order in which nothing covers what it should not."""

from itertools import pairwise
from pathlib import Path

import pytest

from referee.host.sandbox.bwrap import options
from referee.host.sandbox.level import Limits, Sandbox

ENV = {"PATH": "/usr/bin:/bin", "HOME": "/tmp/bot-x"}
USER = Sandbox(level="bwrap", bwrap="/usr/bin/bwrap", options=("--disable-userns",))
ROOT = Sandbox(level="bwrap", bwrap="/usr/bin/bwrap", root=True)


def words(sandbox: Sandbox = USER, scratch: str = "/tmp/bot-x", reads: tuple[str, ...] = ()) -> list[str]:
    return options(sandbox, Limits(disk_mb=3), ENV, scratch, reads, None)


def at(found: list[str], option: str, path: str) -> int:
    """The place of an option for a path."""
    return next(place for place, pair in enumerate(pairwise(found)) if pair == (option, path))


def test_a_user_gets_namespaces_of_his_own_and_is_nobody() -> None:
    found = words()
    assert {"--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"} <= set(found)
    assert found[found.index("--uid") + 1] == "65534"
    assert "--cap-add" not in found


def test_root_gets_no_user_namespace_in_which_it_would_only_be_called_nobody() -> None:
    found = words(ROOT)
    assert {"--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"} <= set(found)
    assert "--unshare-user" not in found
    assert "--uid" not in found


def test_the_environment_is_cleared_first() -> None:
    found = words()
    assert found.index("--clearenv") < found.index("--setenv")
    assert found.count("--setenv") == len(ENV)


def test_the_scratch_directory_is_small_and_in_memory() -> None:
    found = words()
    place = at(found, "--tmpfs", "/tmp")
    assert found[place - 2 : place] == ["--size", str(3 << 20)]
    assert at(found, "--dir", "/tmp/bot-x") > place


def test_a_scratch_directory_elsewhere_is_also_tmp() -> None:
    found = words(scratch="/var/tmp/bot-x")
    place = at(found, "--tmpfs", "/var/tmp/bot-x")
    assert found[place - 2 : place] == ["--size", str(3 << 20)]
    assert found[at(found, "/var/tmp/bot-x", "/tmp") - 1] == "--symlink"


def test_what_is_read_is_bound_behind_what_would_cover_it() -> None:
    found = words(reads=("/tmp/bots/a", "/home/anna/bot"))
    assert at(found, "--ro-bind", "/tmp/bots/a") > at(found, "--tmpfs", "/tmp")
    assert at(found, "--ro-bind", "/home/anna/bot") > at(found, "--dir", "/home/anna")


def test_nothing_is_bound_to_be_written() -> None:
    found = words(reads=("/home/anna/bot",))
    assert not {"--bind", "--bind-try", "--dev-bind", "--share-net"} & set(found)
    assert found[found.index("--remount-ro", at(found, "--ro-bind", "/home/anna/bot")) + 1] == "/"


@pytest.mark.parametrize(("name", "covered"), [("bot/run", True), ("other", False), ("bot/not-made-yet", False)])
def test_a_hidden_folder_is_covered_where_it_would_be_seen(name: str, covered: bool, tmp_path: Path) -> None:
    for folder in ("bot/run", "other"):
        (tmp_path / folder).mkdir(parents=True)
    hidden, bot = str(tmp_path / name), str(tmp_path / "bot")
    sandbox = Sandbox(level="bwrap", bwrap="/usr/bin/bwrap", hidden=(hidden,))
    found = words(sandbox, reads=(bot,))
    if covered:
        assert at(found, "--tmpfs", hidden) > at(found, "--ro-bind", bot)
    assert (hidden in found) == covered
