"""One process of a bot: started in its own session and scratch directory, and known until nothing of it is left (P10)."""

import contextlib
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time

from referee.host.bot import Bot
from referee.host.descendants import LINUX, children, descendants, has_home, kill_until_none
from referee.host.errlog import ErrorLog
from referee.host.launch import Launcher, environment, plain

DESCRIPTORS = 10
"""File descriptors that one process of a bot takes of ours while it starts; four of them while it runs."""


class CannotLaunch(Exception):
    """A bot's program cannot be started at all: the configuration is wrong, nobody is at fault in a game."""


class Ending:
    """How a process ended."""

    def __init__(self, code: int) -> None:
        self.code = code
        """The exit status, or minus the number of the signal that ended it."""

    def __str__(self) -> str:
        if self.code >= 0:
            return f"exit status {self.code}"
        return f"signal {_signal_name(-self.code)}"


class Process:
    """A running bot. Our ends of its pipes are raw descriptors: `stdin` never blocks, nor do `stdout` and `stderr`."""

    def __init__(self, bot: Bot, launcher: Launcher = plain, root: str | None = None) -> None:
        """Start it. CannotLaunch: there is no such program, or it may not be run. OSError: the machine cannot just now."""
        self.bot = bot
        self.errors = ErrorLog()
        self.scratch = tempfile.mkdtemp(prefix="bot-", dir=root)
        try:
            self.launch = launcher(bot, self.scratch, environment(bot, self.scratch))
            self._start([*self.launch.prefix, *bot.command])
        except BaseException:
            _remove(self.scratch)
            raise
        self.closed = False

    def ending(self) -> Ending | None:
        """How it ended, if it has; it stays unburied, so that its group cannot become a stranger's."""
        if self._popen.returncode is not None:
            return Ending(self._popen.returncode)
        if not LINUX:
            return None if self._popen.poll() is None else Ending(self._popen.returncode)
        found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return Ending(found.si_status if found.si_code == os.CLD_EXITED else -found.si_status)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to its whole group."""
        if self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def close_stdin(self) -> None:
        """Tell it the end of input."""
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1

    def kill(self) -> None:
        """SIGKILL to everything it started, and to itself; everything is gone when this returns, and its files too."""
        if self.closed:
            return
        self.closed = True
        if self.launch.kill:
            self.launch.kill()
        self.signal(signal.SIGKILL)
        kill_until_none(self._offspring)
        self.last = self.ending()  # before wait(), which may learn less
        self._popen.kill()
        self._popen.wait()
        if self.launch.close:
            self.launch.close()
        self.close_stdin()
        for fd in (self.stdout, self.stderr, self.pidfd):
            if fd >= 0:
                os.close(fd)
        _remove(self.scratch)

    def _offspring(self) -> list[int]:
        """What it started, as far as it can be told: its tree, and orphans of ours that have its scratch as home."""
        found = descendants(self.pid)
        for orphan in children(os.getpid()):
            if orphan != self.pid and has_home(orphan, self.scratch):
                found += [orphan, *descendants(orphan)]
        return found

    def _start(self, command: list[str]) -> None:
        pipes = [os.pipe(), os.pipe(), os.pipe()]
        (stdin, self.stdin), (self.stdout, stdout), (self.stderr, stderr) = pipes
        self.began = time.perf_counter_ns()
        launch = self.launch
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                env=launch.env,
                cwd=launch.cwd,
                pass_fds=launch.pass_fds,
                start_new_session=True,
            )
        except BaseException as error:
            for fd in (self.stdin, self.stdout, self.stderr):
                os.close(fd)
            if isinstance(error, OSError) and _is_configuration(error):
                raise CannotLaunch(f"{self.bot.name}: {command[0]}: {error.strerror}") from error
            raise
        finally:
            for fd in (stdin, stdout, stderr):
                os.close(fd)
        self.pid = self._popen.pid
        self.pidfd = os.pidfd_open(self.pid) if LINUX else -1
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        if launch.started:
            launch.started(self.pid)


def _is_configuration(error: OSError) -> bool:
    return isinstance(error, FileNotFoundError | PermissionError | NotADirectoryError) or error.errno == 8  # ENOEXEC


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _remove(scratch: str) -> None:
    """Remove a scratch directory, whatever a bot has made of the permissions in it."""

    def unlock(function: object, path: str, error: object) -> None:
        with contextlib.suppress(OSError):
            os.chmod(os.path.dirname(path), stat.S_IRWXU)
            os.chmod(path, stat.S_IRWXU, follow_symlinks=False)

    for _ in range(2):
        shutil.rmtree(scratch, onerror=unlock)
