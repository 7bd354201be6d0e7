"""What a command needs to read."""

import os
from pathlib import Path

import pytest

from referee.host.sandbox.reads import needed, program

PATH = "/usr/bin:/bin"


def executable(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def covers(reads: list[str], path: Path) -> bool:
    return any(path == Path(read) or Path(read) in path.parents for read in reads)


def test_the_system_is_not_asked_for_again() -> None:
    assert needed(["/usr/bin/env", "-i"], PATH) == []


def test_a_program_on_its_own_brings_nothing_but_itself(tmp_path: Path) -> None:
    bot = executable(tmp_path / "bots" / "a.out")
    executable(tmp_path / "bots" / "other")
    assert needed([str(bot)], PATH) == [str(bot)]


def test_a_program_of_an_installation_brings_all_of_it(tmp_path: Path) -> None:
    node = executable(tmp_path / ".nvm" / "versions" / "node" / "v20" / "bin" / "node")
    (node.parent.parent / "lib").mkdir()
    assert needed([str(node), "bot.js"], PATH) == [str(node.parent.parent)]


def test_a_virtual_environment_brings_the_python_it_stands_on(tmp_path: Path) -> None:
    python = executable(tmp_path / "versions" / "3.11" / "bin" / "python3.11")
    (python.parent.parent / "lib").mkdir()
    (python.parent / "python3").symlink_to("python3.11")
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "pyvenv.cfg").touch()
    (venv / "bin" / "python").symlink_to(python.parent / "python3")
    assert needed([str(venv / "bin" / "python")], PATH) == sorted([str(venv), str(python.parent.parent)])


def test_links_are_followed_one_by_one(tmp_path: Path) -> None:
    """Each place that a chain of links goes through must be there."""
    end = executable(tmp_path / "c" / "bot")
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "bot").symlink_to("../c/bot")
    (tmp_path / "a" / "bot").symlink_to(tmp_path / "b" / "bot")
    assert needed([str(tmp_path / "a" / "bot")], PATH) == [str(tmp_path / name / "bot") for name in "abc"]
    assert end.exists()


def test_a_script_brings_its_interpreter(tmp_path: Path) -> None:
    ruby = executable(tmp_path / "ruby" / "bin" / "ruby")
    (tmp_path / "ruby" / "lib").mkdir()
    direct = executable(tmp_path / "direct", f"#!{ruby} -w\n")
    by_env = executable(tmp_path / "by_env", "#!/usr/bin/env -S X=1 ruby -w\n")
    for script in (direct, by_env):
        reads = needed([str(script)], f"{ruby.parent}:{PATH}")
        assert reads == sorted([str(script), str(ruby.parent.parent)])


def test_a_script_that_names_itself_ends(tmp_path: Path) -> None:
    script = tmp_path / "loop"
    executable(script, f"#!{script}\n")
    assert needed([str(script)], PATH) == [str(script)]


def test_files_that_the_command_names(tmp_path: Path) -> None:
    for name in ("a.jar", "b.jar", "book"):
        (tmp_path / name).touch()
    argv = ["/usr/bin/java", "-cp", f"{tmp_path}/a.jar:{tmp_path}/b.jar", f"--book={tmp_path}/book", "Bot"]
    assert needed(argv, PATH) == [str(tmp_path / name) for name in ("a.jar", "b.jar", "book")]


def test_a_folder_may_be_shown_besides(tmp_path: Path) -> None:
    bot = executable(tmp_path / "bots" / "bot.py")
    assert needed(["/usr/bin/env", str(bot)], PATH, [str(bot.parent)]) == [str(bot.parent)]


def test_a_folder_behind_a_link_is_shown_at_both_places(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    shown = needed(["/usr/bin/env"], PATH, [str(tmp_path / "link")])
    assert shown == [str(tmp_path / "link"), str(tmp_path / "real")]


@pytest.mark.parametrize("wide", ["/", "/home", "/tmp", "/etc", "/root", "/var/tmp"])
def test_a_folder_too_wide_is_never_shown(wide: str) -> None:
    assert needed(["/usr/bin/env", wide], PATH, [wide]) == []


def test_the_home_directory_is_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home" / "anna"
    bot = executable(home / "bot.py")
    tool = executable(home / ".local" / "bin" / "tool")
    for folder in ("lib", "share"):
        (home / ".local" / folder).mkdir()
    monkeypatch.setenv("HOME", str(home))
    assert needed(["/usr/bin/env", str(bot)], PATH, [str(home), str(home.parent)]) == [str(bot)]
    reads = needed([str(tool)], PATH)
    assert covers(reads, home / ".local" / "lib")
    assert not covers(reads, home / ".local" / "share")


def test_a_program_is_found_on_the_path(tmp_path: Path) -> None:
    bot = executable(tmp_path / "bin" / "bot")
    assert program("bot", str(bot.parent)) == str(bot)
    assert program("sh", PATH) in ("/usr/bin/sh", "/bin/sh")


def test_a_program_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        program("no-such-bot", PATH)
    (tmp_path / "text").write_text("")
    with pytest.raises(PermissionError):
        program(str(tmp_path / "text"), PATH)


@pytest.fixture
def shims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("PYENV_VERSION", raising=False)
    for version in ("3.11.7", "3.13.0"):
        executable(tmp_path / "versions" / version / "bin" / "python3")
    executable(tmp_path / "shims" / "python3", "#!/usr/bin/env bash\n")
    (tmp_path / "version").write_text("3.9.9\n3.11.7\n")
    return tmp_path


def test_behind_a_shim_stands_the_chosen_interpreter(shims: Path) -> None:
    """The first version chosen that has it; a shim costs 200 ms at each start, and its files lie all over pyenv's."""
    assert program("python3", str(shims / "shims")) == str(shims / "versions" / "3.11.7" / "bin" / "python3")


def test_the_environment_chooses_before_the_file(shims: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYENV_VERSION", "3.13.0")
    assert program("python3", str(shims / "shims")) == str(shims / "versions" / "3.13.0" / "bin" / "python3")


def test_a_shim_of_nothing_stays_what_it_is(shims: Path) -> None:
    (shims / "version").unlink()
    assert program("python3", str(shims / "shims")) == str(shims / "shims" / "python3")
    assert os.access(shims / "shims" / "python3", os.X_OK)
