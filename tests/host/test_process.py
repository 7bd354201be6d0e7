"""A process of a bot: what it is started with, and that it ends with all it started."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.host.processes import shutdown as ending
from referee.host.processes.bot import Bot
from referee.host.processes.launch import Launch
from referee.host.processes.process import CannotLaunch, Process
from referee.host.processes.shutdown import end_all
from referee.host.processes.stop import Stop
from tests.host.programs import DAEMON, bot, first_line, gone, python, running, shell, stopped, until


def test_the_environment_is_exactly_what_the_protocol_says() -> None:
    told = 'put(open("/proc/self/environ").read().strip("\\0").split("\\0"))'
    process = Process(Bot("b0", "bot", python(told), env={"MORE": "this"}))
    try:
        assert sorted(json.loads(first_line(process.stdout))) == [
            f"HOME={process.scratch}",
            "LANG=C.UTF-8",
            "LC_ALL=C.UTF-8",
            "MORE=this",
            f"PATH={os.environ['PATH']}",
            "PYTHONHASHSEED=0",
            f"TMPDIR={process.scratch}",
            "TZ=UTC",
        ]
    finally:
        process.kill()


def test_it_has_a_session_a_group_and_an_empty_directory_of_its_own() -> None:
    told = 'put([os.getpid(), os.getsid(0), os.getpgrp(), os.getcwd(), os.listdir(".")]); read()'
    with running(python(told)) as process:
        pid, place = process.pid, os.path.realpath(process.scratch)
        assert json.loads(first_line(process.stdout)) == [pid, pid, pid, place, []]
        assert os.stat(process.scratch).st_mode & 0o777 == 0o700
    assert not os.path.exists(process.scratch)


def test_it_inherits_no_descriptor_but_three() -> None:
    with open(os.devnull, "rb") as other:
        os.set_inheritable(other.fileno(), True)
        with running(shell("ls /proc/self/fd | tr '\\n' ' '; echo")) as process:
            assert first_line(process.stdout) == b"0 1 2 3 \n"  # 3 is the directory that ls reads


def test_it_runs_where_the_configuration_says() -> None:
    process = Process(Bot("b0", "bot", ("/bin/pwd",), cwd="/usr"))
    try:
        assert first_line(process.stdout) == b"/usr\n"
    finally:
        process.kill()


@pytest.mark.parametrize("command", [("/nonexistent/bot",), ("/etc/passwd",), ("no-such-program",)])
def test_what_cannot_be_launched_is_refused_and_leaves_nothing(command: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(CannotLaunch, match=f"b0: {command[0]}: "):
        Process(bot(command), root=str(tmp_path))
    assert os.listdir(str(tmp_path)) == []


def test_what_belongs_to_the_confinement_is_given_back_once() -> None:
    calls: list[str] = []

    def confine(own: Bot, scratch: str, env: dict[str, str]) -> Launch:
        return Launch(
            prefix=("/usr/bin/env", "--", "INSIDE=1"),
            env=env,
            cwd=scratch,
            started=lambda pid: calls.append("started"),
            kill=lambda: calls.append("kill"),
            close=lambda: calls.append("close"),
        )

    process = Process(bot(shell("echo $INSIDE; cat")), confine)
    assert first_line(process.stdout) == b"1\n"
    process.kill()
    process.kill()
    assert calls == ["started", "kill", "close"]


def test_quit_is_enough_for_a_good_bot() -> None:
    with running(python('while read()["type"] != "quit": pass')) as process:
        end_all([process], 60_000)
        assert str(process.ending()) == "exit status 0"


def test_the_end_of_input_is_enough_for_a_bot_that_does_not_know_quit() -> None:
    with running(python("while True: read()")) as process:
        end_all([process], 60_000)
        assert str(process.ending()) == "exit status 0"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is told to end by SIGTERM, and will, is waited for as long as it takes."""
    monkeypatch.setattr(ending, "TERM_MS", 60_000)


def test_a_bot_that_does_not_go_is_terminated(patient: None) -> None:
    with running(python('write(b".\\n"); time.sleep(60)')) as process:
        first_line(process.stdout)
        end_all([process], 10)
        assert str(process.ending()) == "signal SIGTERM"


def test_a_bot_that_ignores_that_is_killed() -> None:
    with running(python('signal.signal(signal.SIGTERM, signal.SIG_IGN); write(b".\\n"); time.sleep(60)')) as process:
        first_line(process.stdout)
        end_all([process], 10)
        assert str(process.ending()) == "signal SIGKILL"


def test_a_stopped_bot_gets_to_see_the_signal(patient: None) -> None:
    with running(python('write(b".\\n"); os.kill(os.getpid(), signal.SIGSTOP); time.sleep(60)')) as process:
        first_line(process.stdout)
        until(lambda: stopped(process.pid))
        end_all([process], 10)
        assert str(process.ending()) == "signal SIGTERM"


def test_bots_are_ended_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are waited for together at each step, and not one after the other."""
    waits: list[int] = []
    wait = ending._wait

    def counted(processes: Sequence[Process], wait_ms: int, stop: Stop | None) -> list[Process]:
        waits.append(len(processes))
        return wait(processes, wait_ms, stop)

    monkeypatch.setattr(ending, "_wait", counted)
    deaf = python('signal.signal(signal.SIGTERM, signal.SIG_IGN); write(b".\\n"); time.sleep(60)')
    processes = [Process(bot(deaf)) for _ in range(4)]
    for process in processes:
        first_line(process.stdout)
    end_all(processes, 10)
    assert waits == [4, 4]
    assert [str(process.ending()) for process in processes] == ["signal SIGKILL"] * 4


def test_who_is_in_a_hurry_waits_for_nobody() -> None:
    stop = Stop()
    stop.set()
    stop.set()
    with running(python('signal.signal(signal.SIGTERM, signal.SIG_IGN); write(b".\\n"); time.sleep(60)')) as process:
        first_line(process.stdout)
        end_all([process], 3_600_000, stop)
        assert str(process.ending()) == "signal SIGKILL"
    stop.close()


@pytest.mark.parametrize("polite", [True, False])
def test_a_daemon_in_a_session_of_its_own_ends_with_its_bot(polite: bool) -> None:
    with running(python(DAEMON + ("read()" if polite else "time.sleep(60)"))) as process:
        daemon = int(first_line(process.stdout))
        end_all([process], 10)
        assert gone(daemon)


def test_a_bot_that_ended_long_ago_leaves_no_daemon_either() -> None:
    with running(python(DAEMON)) as process:
        daemon = int(first_line(process.stdout))
        until(lambda: process.ending() is not None)
        assert not gone(daemon)
        end_all([process], 10)
        assert gone(daemon)


def test_a_chain_of_forks_is_caught() -> None:
    runner = """
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
write(b".\\n")
while True:
    if os.fork():
        os._exit(0)
    os.setsid()
"""
    with running(python(runner)) as process:
        first_line(process.stdout)
        end_all([process], 10)


def test_the_daemon_of_another_bot_is_spared() -> None:
    with running(python(DAEMON + "read()")) as one, running(python(DAEMON + "read()")) as other:
        mine, theirs = int(first_line(one.stdout)), int(first_line(other.stdout))
        end_all([one], 10)
        assert gone(mine)
        assert not gone(theirs)
        end_all([other], 10)
        assert gone(theirs)


def test_a_grandchild_that_holds_the_pipes_does_not_hold_up_the_end() -> None:
    with running(shell("sleep 60 & echo .; exit 3")) as process:
        first_line(process.stdout)
        end_all([process], 10)
        assert str(process.ending()) == "exit status 3"


def test_a_bot_that_hangs_on_a_full_pipe_is_let_go() -> None:
    flood = 'write(b".\\n"); [os.write(2, b"e" * 65536) or os.write(1, b"o" * 65536) for _ in range(20)]'
    with running(python(flood)) as process:
        first_line(process.stdout)
        end_all([process], 60_000)
        assert str(process.ending()) == "exit status 0"
        assert len(process.errors.tail(1 << 20)) == 2 * 65536
        assert process.errors.lost == 18 * 65536


def test_a_scratch_directory_goes_whatever_its_permissions() -> None:
    locked = 'os.makedirs("a/b"); open("a/b/c", "w").close(); os.chmod("a/b", 0); os.chmod("a", 0); put("done"); read()'
    with running(python(locked)) as process:
        first_line(process.stdout)
    assert not os.path.exists(process.scratch)


def test_what_is_outside_the_scratch_directory_stays_though_it_is_linked(tmp_path: Path) -> None:
    kept = os.path.join(str(tmp_path), "kept")
    os.mkdir(kept)
    with running(python(f'os.symlink({kept!r}, "link"); put("done"); read()')) as process:
        first_line(process.stdout)
    assert os.path.isdir(kept)


def test_the_signal_that_ended_it_is_known() -> None:
    with running(python("os.kill(os.getpid(), signal.SIGSEGV)")) as process:
        until(lambda: process.ending() is not None)
        assert str(process.ending()) == "signal SIGSEGV"
