"""One process of a bot: its own session and scratch directory, and its end, after which nothing of it is left (P10)."""

import contextlib
import errno
import os
import select
import signal
import subprocess
import time
from signal import Signals

from referee.host.processes import scratch
from referee.host.processes.bot import Bot
from referee.host.processes.descendants import LINUX, children, descendants, has_home, kill_until_none, session, tree_ns
from referee.host.processes.launch import Launcher, environment, plain
from referee.host.processes.stderr_buffer import ErrorLog

DESCRIPTORS = 11
"""File descriptors of ours that a process of a bot takes while it starts; five of them as long as it runs."""

_CONFIGURATION = (errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.ENOEXEC, errno.E2BIG, errno.ELOOP)
_SIGNALS = range(1, 32)  # those that have a meaning of their own
_PATIENCE_MS = 5_000  # for the kernel to end what was killed


class CannotLaunch(Exception):
    """A bot's program cannot be started at all: the configuration is wrong, and nobody is at fault in a game."""


class Ending:
    """How a process ended."""

    def __init__(self, code: int) -> None:
        self.code = code
        """The exit status, or minus the number of the signal that ended it."""

    def __str__(self) -> str:
        return f"exit status {self.code}" if self.code >= 0 else f"signal {_signal_name(-self.code)}"


class Process:
    """A running bot. `stdin`, `stdout` and `stderr` are our ends of its pipes, raw descriptors that never block.

    `answers` is the end of the same pipe as `stdout`, for who wants to wait in a read; -1 where there is no such thing.
    """

    def __init__(self, bot: Bot, launcher: Launcher = plain, root: str | None = None) -> None:
        """Start it, its scratch directory below `root`. CannotLaunch: there is no such program, or it may not be run.

        Any other OSError is the machine's: it cannot just now.
        """
        self.bot = bot
        self.errors = ErrorLog()
        self.closed = False
        self.stdin = self.stdout = self.stderr = self.answers = self.pidfd = -1
        self._ending: Ending | None = None
        self._cpu_ns = 0
        with contextlib.ExitStack() as undo:
            self.scratch = scratch.make(root)
            undo.callback(scratch.remove, self.scratch)
            self.launch = launcher(bot, self.scratch, environment(bot, self.scratch))
            if self.launch.close:
                undo.callback(self.launch.close)
            self._start([*self.launch.prefix, *bot.command], undo)
            undo.pop_all()

    def ending(self, wait_ms: int = 0) -> Ending | None:
        """How it ended, if it has within `wait_ms`. It stays unburied, so that its group cannot become a stranger's."""
        if self._ending is None and LINUX:
            if wait_ms:
                self._wait(wait_ms)
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if found is not None:
                exited = found.si_code == os.CLD_EXITED
                self._ending = Ending(self._told(found.si_status) if exited else -found.si_status)
        elif self._ending is None and self._popen.poll() is not None:
            self._ending = Ending(self._popen.returncode)
        return self._ending

    def cpu_ns(self) -> int:
        """Processor time so far: of the whole tree where the sandbox counts it, else of the process alone (P5)."""
        if self.launch.cpu_ns:
            return self.launch.cpu_ns()
        with contextlib.suppress(OSError):  # it has ended; what was read last stands
            self._cpu_ns = time.clock_gettime_ns(~self.pid << 3 | 2)  # the number is that of clock_getcpuclockid()
        return self._cpu_ns

    def tree_ns(self) -> int:
        """Processor time so far of it and all it started, as far as that can be told."""
        return self.launch.cpu_ns() if self.launch.cpu_ns else tree_ns(self.pid)

    def signal(self, number: Signals) -> None:
        """Send a signal to the bot's whole group."""
        if self.launch.signal:
            self.launch.signal(number)
        else:
            self._signal_group(number)

    def close_stdin(self) -> None:
        """Tell it the end of input."""
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1

    def kill(self) -> None:
        """SIGKILL to it and to everything it started. When this returns it is gone, and its scratch directory too."""
        if self.closed:
            return
        self.closed = True
        if self.launch.kill:
            self.launch.kill()
        family = self._offspring()  # while it can still be told whose children they are
        self._signal_group(signal.SIGKILL)
        ended = self.ending(_PATIENCE_MS)  # what it leaves behind is ours from now on
        kill_until_none(lambda: [*family, *self._offspring()])
        if ended is not None or not LINUX:
            self._popen.wait()
        if self.launch.close:
            self.launch.close()
        self.close_stdin()
        for fd in (self.stdout, self.stderr, self.answers, self.pidfd):
            if fd >= 0:
                os.close(fd)
        scratch.remove(self.scratch)

    def _told(self, status: int) -> int:
        """What an exit status says of the bot. Where it is relayed, an exit with 128 + n looks like signal n."""
        relayed = self.launch.relayed and status - 128 in _SIGNALS
        return 128 - status if relayed else status

    def _signal_group(self, number: Signals) -> None:
        """Send a signal to the group that was started, with whatever stands before the bot."""
        if self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def _offspring(self) -> list[int]:
        """What it started, as far as can be told: its tree, and orphans of its session or with its scratch as home."""
        found = descendants(self.pid)
        for orphan in children(os.getpid()):
            if orphan != self.pid and (session(orphan) == self.pid or has_home(orphan, self.scratch)):
                found += [orphan, *descendants(orphan)]
        return found

    def _start(self, command: list[str], undo: contextlib.ExitStack) -> None:
        with contextlib.ExitStack() as theirs:
            stdin, self.stdin = _pipe(theirs, undo)
            self.stdout, stdout = _pipe(undo, theirs)
            self.stderr, stderr = _pipe(undo, theirs)
            if LINUX:
                self.answers = os.open(f"/proc/self/fd/{self.stdout}", os.O_RDONLY)  # whose blocking is its own affair
                undo.callback(os.close, self.answers)
            self.began = time.perf_counter_ns()
            try:
                self._popen = subprocess.Popen(
                    command,
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    env=self.launch.env,
                    cwd=self.launch.cwd,
                    pass_fds=self.launch.pass_fds,
                    start_new_session=True,
                )
            except OSError as error:
                if error.errno in _CONFIGURATION:
                    raise CannotLaunch(f"{self.bot.name}: {error.filename or command[0]}: {error.strerror}") from error
                raise
        self.pid = self._popen.pid
        undo.callback(self._abandon)
        self.pidfd = os.pidfd_open(self.pid) if LINUX else -1
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        if self.launch.started:
            self.launch.started(self.pid)

    def _abandon(self) -> None:
        self._popen.kill()
        self._popen.wait()

    def _wait(self, wait_ms: int) -> None:
        ended = select.poll()
        ended.register(self.pidfd, select.POLLIN)
        ended.poll(wait_ms)


def _pipe(reader: contextlib.ExitStack, writer: contextlib.ExitStack) -> tuple[int, int]:
    """A pipe whose ends are closed by the given stacks."""
    ends = os.pipe()
    reader.callback(os.close, ends[0])
    writer.callback(os.close, ends[1])
    return ends


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
