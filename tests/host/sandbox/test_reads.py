"""What a command needs to read."""

from pathlib import Path

import pytest

import protocol
from referee.host.sandbox.readable_paths import needed, program

PATH = "/usr/bin:/bin"
ENV = {"PATH": PATH}


def executable(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def covers(reads: list[str], path: Path) -> bool:
    return any(path == Path(read) or Path(read) in path.parents for read in reads)


def test_the_system_is_not_asked_for_again() -> None:
    assert needed(["/usr/bin/env", "-i"], ENV) == []


def test_a_program_on_its_own_brings_its_folder(tmp_path: Path) -> None:
    bot = executable(tmp_path / "bots" / "a.out")
    assert needed([str(bot)], ENV) == [str(bot.parent)]


def test_a_program_of_an_installation_brings_all_of_it(tmp_path: Path) -> None:
    node = executable(tmp_path / ".nvm" / "versions" / "node" / "v20" / "bin" / "node")
    (node.parent.parent / "lib").mkdir()
    assert needed([str(node), "bot.js"], ENV) == [str(node.parent.parent)]


def test_a_virtual_environment_brings_the_python_it_stands_on(tmp_path: Path) -> None:
    python = executable(tmp_path / "versions" / "3.11" / "bin" / "python3.11")
    (python.parent.parent / "lib").mkdir()
    (python.parent / "python3").symlink_to("python3.11")
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "pyvenv.cfg").touch()
    (venv / "bin" / "python").symlink_to(python.parent / "python3")
    assert needed([str(venv / "bin" / "python")], ENV) == sorted([str(venv), str(python.parent.parent)])


def test_links_are_followed_one_by_one(tmp_path: Path) -> None:
    """Each place that a chain of links goes through must be there."""
    end = executable(tmp_path / "c" / "bot")
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "bot").symlink_to("../c/bot")
    (tmp_path / "a" / "bot").symlink_to(tmp_path / "b" / "bot")
    assert needed([str(tmp_path / "a" / "bot")], ENV) == [str(tmp_path / "a"), str(tmp_path / "b" / "bot"), str(end)]


def test_a_script_brings_its_interpreter(tmp_path: Path) -> None:
    ruby = executable(tmp_path / "ruby" / "bin" / "ruby")
    (tmp_path / "ruby" / "lib").mkdir()
    direct = executable(tmp_path / "bots" / "direct", f"#!{ruby} -w\n")
    by_env = executable(tmp_path / "bots" / "by_env", "#!/usr/bin/env -S X=1 ruby -w\n")
    for script in (direct, by_env):
        reads = needed([str(script)], {"PATH": f"{ruby.parent}:{PATH}"})
        assert reads == sorted([str(script.parent), str(ruby.parent.parent)])


def test_a_script_that_names_itself_ends(tmp_path: Path) -> None:
    script = tmp_path / "loop"
    executable(script, f"#!{script}\n")
    assert needed([str(script)], ENV) == [str(tmp_path)]


def test_files_that_the_command_names_bring_their_folders(tmp_path: Path) -> None:
    for name in ("a/a.jar", "b/b.jar", "c/book"):
        executable(tmp_path / name)
    argv = ["/usr/bin/java", "-cp", f"{tmp_path}/a/a.jar:{tmp_path}/b/b.jar", f"--book={tmp_path}/c/book", "Bot"]
    assert needed(argv, ENV) == [str(tmp_path / name) for name in "abc"]


def test_a_folder_that_the_command_names_is_shown_and_not_the_one_it_lies_in(tmp_path: Path) -> None:
    (tmp_path / "classes").mkdir()
    assert needed(["/usr/bin/java", "-cp", str(tmp_path / "classes")], ENV) == [str(tmp_path / "classes")]


def test_where_it_runs_is_shown(tmp_path: Path) -> None:
    assert needed(["/usr/bin/env"], ENV, str(tmp_path)) == [str(tmp_path)]


def test_folders_that_its_variables_name_are_shown_but_not_the_path(tmp_path: Path) -> None:
    for name in ("lib", "bin", "home"):
        (tmp_path / name).mkdir()
    env = {"PATH": f"{tmp_path}/bin", "HOME": f"{tmp_path}/home", "NODE_PATH": f"{tmp_path}/lib:/nowhere"}
    assert needed(["/usr/bin/env"], env) == [str(tmp_path / "lib")]


def test_of_this_project_only_what_bots_use_is_shown(tmp_path: Path) -> None:
    ours = Path(protocol.__file__).parent.parent
    shown = needed(["/usr/bin/env"], {**ENV, "PYTHONPATH": str(ours)})
    assert shown == [str(ours / "bots"), str(ours / "protocol")]


def test_a_folder_behind_a_link_is_shown_at_both_places(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert needed(["/usr/bin/env"], ENV, str(tmp_path / "link")) == [str(tmp_path / "link"), str(tmp_path / "real")]


@pytest.mark.parametrize("wide", ["/", "/home", "/tmp", "/etc", "/root", "/var/tmp"])
def test_a_folder_too_wide_is_never_shown(wide: str) -> None:
    assert needed(["/usr/bin/env", wide], ENV, wide) == []


def test_the_home_directory_is_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home" / "anna"
    bot = executable(home / "bot.py")
    tool = executable(home / ".local" / "bin" / "tool")
    for folder in ("lib", "share"):
        (home / ".local" / folder).mkdir()
    monkeypatch.setenv("HOME", str(home))
    for wide in (home, home.parent):
        assert needed(["/usr/bin/env", str(bot), str(wide)], ENV, str(wide)) == [str(bot)]
    reads = needed([str(tool)], ENV)
    assert covers(reads, home / ".local" / "lib")
    assert not covers(reads, home / ".local" / "share")


def test_a_program_is_found_on_the_path(tmp_path: Path) -> None:
    bot = executable(tmp_path / "bin" / "bot")
    assert program("bot", str(bot.parent)) == (str(bot), str(bot))
    assert program("sh", PATH)[0] in ("/usr/bin/sh", "/bin/sh")


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
    assert behind(shims) == shims / "versions" / "3.11.7" / "bin" / "python3"


def test_the_environment_chooses_before_the_file(shims: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYENV_VERSION", "3.13.0")
    assert behind(shims) == shims / "versions" / "3.13.0" / "bin" / "python3"


def test_a_shim_of_nothing_stays_what_it_is(shims: Path) -> None:
    (shims / "version").unlink()
    assert behind(shims) == shims / "shims" / "python3"


def behind(shims: Path) -> Path:
    """What stands behind the shim `python3`."""
    return Path(program("python3", str(shims / "shims"))[1])
