"""Entries: what a user writes for a bot, and the program that is started for it (C1)."""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from referee.arena.tournament.bot_files import files_of
from referee.arena.tournament.bot_spec import Entry, EntryError, apart, described, entrants, parse
from referee.host.game.block import Block, Deal
from referee.host.play_block import play_block
from referee.host.processes.bot import Code
from referee.rules.deals import game_seed
from tests.host.programs import PATIENT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bot.py").write_text("print()\n")
    (tmp_path / "script").write_text("#!/usr/bin/env sh\n")
    (tmp_path / "bot.js").write_text("\n")
    (tmp_path / "bot.jar").write_text("\n")
    program = tmp_path / "a.out"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return tmp_path


def test_a_built_in_name(folder: Path) -> None:
    bot = parse("greedy", folder)
    assert (bot.name, bot.command) == ("greedy", (sys.executable, "-m", "bots.greedy"))


def test_a_python_file_runs_in_this_interpreter(folder: Path) -> None:
    bot = parse("./bot.py", folder)
    assert (bot.name, bot.command) == ("bot", (sys.executable, str(folder / "bot.py")))


def test_an_executable_runs_as_it_is(folder: Path) -> None:
    assert parse("./a.out", folder).command == (str(folder / "a.out"),)


def test_a_script_that_is_not_executable_runs_by_its_first_line(folder: Path) -> None:
    assert parse("script", folder).command == (shutil.which("sh"), str(folder / "script"))


@pytest.mark.needs("perl")
def test_a_script_without_a_first_line_runs_by_its_ending(tmp_path: Path) -> None:
    (tmp_path / "bot.pl").write_text("print 1\n")
    assert parse("./bot.pl", tmp_path).command == (shutil.which("perl"), str(tmp_path / "bot.pl"))


def test_a_command_line_finds_its_files_from_where_the_user_is(folder: Path) -> None:
    bot = parse("sh ./bot.js --level 3", folder)
    assert (bot.name, bot.command) == ("bot", (shutil.which("sh"), str(folder / "bot.js"), "--level", "3"))


def test_a_command_line_with_quotes_and_a_module(folder: Path) -> None:
    bot = parse("python3 -m some.bot --title 'a b'", folder)
    assert (bot.name, bot.command) == ("bot", (sys.executable, "-m", "some.bot", "--title", "a b"))


@pytest.mark.parametrize("text", ["alice=./bot.py", "alice=greedy", "alice=sh bot.js", "alice=./a.out"])
def test_a_name_before_it(folder: Path, text: str) -> None:
    assert parse(text, folder).name == "alice"
    assert parse(text, folder).command == parse(text.removeprefix("alice="), folder).command


def test_an_equals_sign_in_a_path_is_no_name(folder: Path) -> None:
    (folder / "a=b.py").write_text("")
    assert parse("./a=b.py", folder).command == (sys.executable, str(folder / "a=b.py"))


def test_a_table_in_a_file(folder: Path) -> None:
    home = folder / "maestro"
    home.mkdir()
    (home / "play.sh").write_text("")
    (home / "bot.toml").write_text(
        'name = "Maestro"\nversion = "1.2"\ncommand = ["sh", "play.sh"]\ncwd = "."\nenv = {LEVEL = "3"}\n'
        "[quota]\nmemory_mb = 64\n"
    )
    for text in ("maestro/bot.toml", "./maestro"):
        bot = parse(text, folder)
        assert (bot.name, bot.version, bot.cwd) == ("Maestro", "1.2", str(home))
        assert bot.command == (shutil.which("sh"), str(home / "play.sh"))
        assert (bot.env, bot.quota.memory_mb) == ({"LEVEL": "3"}, 64)


def test_a_table_without_a_name_is_called_after_its_directory(folder: Path) -> None:
    (folder / "nina").mkdir()
    (folder / "nina" / "bot.toml").write_text('command = "greedy"\n')
    assert parse("nina", folder).name == "nina"


def test_equal_names_are_told_apart(folder: Path) -> None:
    bots = entrants(["greedy", "greedy", "x=random", "greedy-2=random", "greedy"], folder)
    assert [bot.id for bot in bots] == ["b0", "b1", "b2", "b3", "b4"]
    assert [bot.name for bot in bots] == ["greedy", "greedy-2", "x", "greedy-2-2", "greedy-3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gredy", "there is no bot gredy: built in are .*; did you mean greedy"),
        ("./bto.py", "there is no bot at ./bto.py; did you mean bot.py"),
        ("missing/bot.toml", "there is no bot at missing/bot.toml"),
        ("./bot.jar", "not executable"),
        ("no-such-program bot.js", "no program no-such-program on the PATH"),
        ("./bot.js --fast", "bot.js is not executable"),
        ("", "no name, path or command"),
        ("sh 'unclosed", "cannot be split"),
        (".", "directory without a bot.toml"),
        ("py:a:B", "py:a:B: there is no module a in"),
        ("py:bots.chance", "is to be py:module:Class"),
        ("py:bots/chance:Chance", "is to be py:module:Class"),
    ],
)
def test_what_is_no_bot_is_refused_with_what_would_be_right(folder: Path, text: str, message: str) -> None:
    with pytest.raises(EntryError, match=message):
        parse(text, folder)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("command = ", "bot.toml"),
        ('command = "greedy"\ncolour = "red"', "colour"),
        ("name = 3", "name"),
        ('name = "x"', "needs a command"),
        ("command = []", "empty"),
    ],
)
def test_a_table_that_is_wrong_names_the_file_and_the_place(folder: Path, table: str, message: str) -> None:
    (folder / "bot.toml").write_text(table)
    with pytest.raises(EntryError, match=message) as error:
        parse("bot.toml", folder)
    assert "bot.toml" in str(error.value)


def test_a_table_of_a_tournament_may_name_a_bot_as_the_command_line_does(folder: Path) -> None:
    bot = described(Entry(command="./bot.py", name="x", env={"A": "1"}), folder)
    assert (bot.name, bot.command[1], bot.env["A"]) == ("x", str(folder / "bot.py"), "1")


def test_relative_programs_become_absolute(folder: Path) -> None:
    assert os.path.isabs(described(Entry(command=["./a.out"]), folder).command[0])


def test_a_program_that_is_not_built_is_asked_for_with_its_build_line(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('command = ["./bot"]\nbuild = "cc -o bot bot.c"\n')
    with pytest.raises(EntryError, match=r"no bot at \./bot.*build it first, in .*: cc -o bot bot\.c"):
        parse(str(tmp_path), Path("/"))


def test_a_python_bot_can_import_the_kit(folder: Path) -> None:
    (folder / "bot.py").write_text("from bots import kit\nprint(kit.run)\n")
    for text in ("./bot.py", "python3 bot.py"):
        bot = parse(text, folder)
        done = subprocess.run(bot.command, capture_output=True, text=True, env=bot.env, check=True)
        assert done.stdout.startswith("<function run")


def test_code_for_the_referees_own_process(folder: Path) -> None:
    (folder / "mine.py").write_text("1 / 0\n")
    bot = parse("py:mine:Bot", folder)
    assert (bot.name, bot.command, bot.code) == ("Bot", ("py:mine:Bot",), Code("mine", "Bot", str(folder.resolve())))
    assert parse("x=py:bots.greedy:choose", folder).name == "x"
    assert files_of(bot) == {str(folder.resolve() / "mine.py"): sha256(b"1 / 0\n").hexdigest()}


def test_such_code_can_have_a_process_too(folder: Path) -> None:
    (folder / "mine.py").write_text("def first(view):\n    return view.legal[0]\n")
    bot = apart(parse("py:mine:first", folder))
    assert bot.code is None and apart(parse("greedy", folder)) == parse("greedy", folder)
    seats = (bot,) * 4
    block = Block(bots=seats, deals=(Deal(0, game_seed("apart", 0)),), times=PATIENT)
    (record,) = play_block(block)
    assert record.faults == []


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('command = "greedy"\nenv = {A = "x\\u0000--bind"}', r"env\.A .*NUL"),
        ('command = ["./bot.py\\u0000"]', "command .*NUL"),
        ('command = "greedy"\ncwd = "a\\u0000b"', "cwd .*NUL"),
        ('command = "greedy"\nenv = {"A=B" = "x"}', "name 'A=B' in env"),
        ('command = "greedy"\nenv = {"" = "x"}', "name '' in env"),
        ('command = "greedy"\ncwd = "gone"', "invalid cwd gone"),
        ('command = "greedy"\n[quota]\nmemory_mb = -5', r"quota\.memory_mb -5"),
        ('command = "greedy"\n[quota]\nprocesses = 0', r"quota\.processes 0"),
        ('command = "greedy"\n[quota]\nfiles = 9999999999', r"quota\.files 9999999999"),
        ('command = "greedy"\n[quota]\ncpu_s = 99999999999', r"quota\.cpu_s"),
        ('command = "greedy"\n[quota]\ndisk_mb = -1', r"quota\.disk_mb -1"),
    ],
)
def test_what_no_process_can_be_started_with_is_refused_by_its_key(folder: Path, table: str, message: str) -> None:
    (folder / "bot.toml").write_text(table)
    with pytest.raises(EntryError, match=message):
        parse("bot.toml", folder)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('command = "py:bots.greedy:choose"', "the referee's own process"),
        ('command = ["py:bots.greedy:choose"]', "the referee's own process"),
        ('command = "greedy"\nenv = {LD_PRELOAD = "./x.so"}', r"env\.LD_PRELOAD"),
        ('command = "greedy"\nenv = {GLIBC_TUNABLES = "x"}', r"env\.GLIBC_TUNABLES"),
        ('command = "greedy"\nenv = {D = "CONTEST"}', r"env\.D names .* outside"),
        ('command = "greedy"\nenv = {D = "x:CONTEST/seed.txt"}', r"env\.D names .* outside"),
        ('command = ["./a.out", "--data=CONTEST"]', "command names .* outside"),
        ('command = ["./a.out", "../contest/seed.txt"]', "command names .* outside"),
        ('command = "greedy"\ncwd = "../contest"', r"cwd|invalid"),
    ],
)
def test_a_bots_own_file_asks_for_nothing_outside_its_folder(folder: Path, table: str, message: str) -> None:
    contest, own = folder / "contest", folder / "own"
    contest.mkdir()
    (contest / "seed.txt").write_text("secret")
    own.mkdir()
    (own / "a.out").write_text("#!/bin/sh\n")
    (own / "a.out").chmod(0o755)
    (own / "bot.toml").write_text(table.replace("CONTEST", str(contest)))
    with pytest.raises(EntryError, match=message):
        parse(str(own), folder)


def test_the_organisers_file_may_open_a_folder_and_set_any_variable(folder: Path) -> None:
    bot = described(Entry(command="greedy", env={"D": str(folder), "LD_PRELOAD": "x.so"}), folder)
    assert bot.env["D"] == str(folder) and bot.env["LD_PRELOAD"] == "x.so"


def test_a_virtual_environment_is_run_by_the_link_that_the_user_names(folder: Path) -> None:
    (folder / "v" / "bin").mkdir(parents=True)
    (folder / "v" / "bin" / "python").symlink_to(sys.executable)
    (folder / "alias.py").symlink_to(folder / "bot.py")
    assert parse("v/bin/python alias.py", folder).command == (
        str(folder / "v" / "bin" / "python"),
        str(folder / "alias.py"),
    )
