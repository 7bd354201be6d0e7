"""One confined process of a bot, from the command that starts it to the last that is left of it."""

import contextlib
import os
import re
import select
import signal
from itertools import count

from referee.host.processes.bot import Bot, Quota
from referee.host.processes.descendants import tree_ns
from referee.host.processes.launch import Launch, Launcher
from referee.host.processes.process import CannotLaunch
from referee.host.sandbox import bwrap, seccomp
from referee.host.sandbox import command_prefix as wrap
from referee.host.sandbox.cgroup import Group
from referee.host.sandbox.level import Limits, Sandbox
from referee.host.sandbox.readable_paths import needed, program

_PATIENCE_MS = 2000
"""How long bubblewrap may take to say what it started, and the kernel to end a namespace."""

_places = count()


def launcher(sandbox: Sandbox) -> Launcher:
    """The way to start bots on this level. It raises CannotLaunch where a bot's program is not to be had."""

    def launch(bot: Bot, scratch: str, env: dict[str, str]) -> Launch:
        return _Cage(sandbox, bot, scratch, env).launch

    return launch


def limits_of(quota: Quota) -> Limits:
    """What the configuration gives a bot, and the usual where it says nothing."""
    usual = Limits()
    return Limits(
        usual.memory_mb if quota.memory_mb is None else quota.memory_mb,
        usual.processes if quota.processes is None else quota.processes,
        usual.disk_mb if quota.disk_mb is None else quota.disk_mb,
        usual.files if quota.files is None else quota.files,
        quota.cpu_s,
    )


class _Cage:
    """What a launch's functions share."""

    def __init__(self, sandbox: Sandbox, bot: Bot, scratch: str, env: dict[str, str]) -> None:
        inside = sandbox.level == "bwrap"
        command = _runnable(bot, env["PATH"], inside)
        self._pid = 0
        self._limits = limits_of(bot.quota)
        self._place = next(_places)
        self._group = self._grouped(sandbox)
        self._counted = sandbox.cgroup.controllers if sandbox.cgroup else ()
        self._given: list[int] = []
        self._status = self._init = self._first = -1
        try:
            prefix = self._in_bwrap(sandbox, bot, command, scratch, env) if inside else self._outer(sandbox)
        except BaseException:
            self.close()
            raise
        group = self._group
        self.launch = Launch(
            prefix=(*(group.entering() if group else ()), *prefix),
            env={} if inside else env,  # bubblewrap's own environment can be read inside
            cwd="/" if inside else bot.cwd or scratch,
            pass_fds=tuple(self._given),
            started=self._started,
            signal=self._signal if inside else None,
            relayed=inside,
            kill=self._kill,
            cpu_ns=group.cpu_ns if group else self._cpu_ns if inside else None,
            freeze=group.freeze if group else None,
            thaw=group.thaw if group else None,
            resource=self._resource,
            close=self.close,
        )

    def close(self) -> None:
        """Give back descriptors and group; everything in it has ended."""
        self._give_away()
        self._bury()
        for fd in (self._status, self._init):
            if fd >= 0:
                os.close(fd)
        self._status = self._init = -1
        if self._group:
            self._group.close()
            self._group = None

    def _bury(self) -> None:
        """Wait for the first process of the namespace, if bubblewrap has ended before it and so left that to us."""
        if self._init >= 0:
            with contextlib.suppress(OSError):  # it was bubblewrap's to bury
                os.waitid(os.P_PIDFD, self._init, os.WEXITED | os.WNOHANG)

    def _grouped(self, sandbox: Sandbox) -> Group | None:
        if sandbox.cgroup is None:
            return None
        limits = None if sandbox.level == "none" else self._limits
        return Group(sandbox.cgroup, f"bot-{os.getpid()}-{self._place}", limits)

    def _outer(self, sandbox: Sandbox) -> tuple[str, ...]:
        """What stands before the command where nothing but limits holds it."""
        if sandbox.level == "none":
            return ()
        # The system counts all processes of the user, ours and other bots' too: the limit only stops a flood.
        return (*wrap.unprivileged(sandbox), *self._held(sandbox.tasks + 4 * self._limits.processes))

    def _inner(self, sandbox: Sandbox) -> tuple[str, ...]:
        """What stands before the command inside bubblewrap, where the user's processes are the bot's alone."""
        held = self._held(self._limits.processes)
        return (*held, *wrap.as_user(wrap.user_of(self._place))) if sandbox.root else held

    def _held(self, processes: int) -> tuple[str, ...]:
        """The limits that no group holds better, with a verdict when they are met."""
        counted = "pids" in self._counted
        return wrap.limited(
            self._limits, processes=None if counted else processes, memory="memory" not in self._counted
        )

    def _in_bwrap(
        self, sandbox: Sandbox, bot: Bot, command: tuple[str, ...], scratch: str, env: dict[str, str]
    ) -> tuple[str, ...]:
        """Bubblewrap's own command line; what the bot could read on it goes through a file instead."""
        reads = needed(command, env, bot.cwd)
        words = bwrap.options(sandbox, self._limits, env, scratch, reads, bot.cwd)
        options = self._file("options", b"".join(os.fsencode(word) + b"\0" for word in words))
        rules = self._file("filter", seccomp.program(os.uname().machine, memory_counted="memory" in self._counted))
        self._status, theirs = os.pipe2(os.O_CLOEXEC)
        self._given.append(theirs)
        fds = ("--args", str(options), "--seccomp", str(rules), "--json-status-fd", str(theirs))
        return (sandbox.bwrap, *fds, "--", *self._inner(sandbox))

    def _file(self, name: str, text: bytes) -> int:
        """A file in memory for bubblewrap to read and close."""
        fd = os.memfd_create(name)
        self._given.append(fd)
        os.write(fd, text)
        os.lseek(fd, 0, os.SEEK_SET)
        return fd

    def _give_away(self) -> None:
        for fd in self._given:
            os.close(fd)
        self._given.clear()

    def _started(self, pid: int) -> None:
        self._pid = pid
        self._give_away()

    def _namespace(self) -> int:
        """A pidfd of the first process in the bot's namespace, which bubblewrap names; -1 if there is none."""
        if self._init < 0 and self._status >= 0:
            self._first = _child_named(self._status)
            if self._first > 0:
                with contextlib.suppress(OSError):
                    self._init = os.pidfd_open(self._first)
        return self._init

    def _signal(self, number: signal.Signals) -> None:
        """A signal to the group of the bot. The first process of its namespace, which is in it, heeds none but SIGKILL;
        bubblewrap itself, outside, would end at SIGTERM, and take the bot along before it has seen it.
        """
        if self._namespace() >= 0 and not _has_ended(self._init):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._first, number)

    def _kill(self) -> None:
        """SIGKILL to everything. The end of a namespace's first process is the end of all in it."""
        if self._group:
            self._group.kill()
        if self._namespace() >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._init, signal.SIGKILL)
            _has_ended(self._init, _PATIENCE_MS)

    def _resource(self) -> str | None:
        found = os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) if self._pid else None
        # Bubblewrap, and the shell, say 128 + n of a program that signal n ended.
        match (found.si_status - 128 * (found.si_code == os.CLD_EXITED)) if found else 0:
            case signal.SIGXCPU:
                return f"processor time: {self._limits.cpu_s} s"
            case signal.SIGXFSZ:
                return f"disk: a file of more than {self._limits.disk_mb} MB"
        return self._group.ended_for() if self._group else None

    def _cpu_ns(self) -> int:
        """Processor time of every process in the namespace, and of those that their parents have waited for."""
        if self._namespace() < 0:
            return 0
        return tree_ns(self._first)


def _runnable(bot: Bot, path: str, inside: bool) -> tuple[str, ...]:
    """The bot's command, its program being there: behind a prefix nobody would tell that it is not."""
    try:
        file, real = program(bot.command[0], path)
    except OSError as error:
        raise CannotLaunch(f"{bot.name}: {error.filename}: {error.strerror}") from error
    if inside and real != file:
        raise CannotLaunch(f"{bot.name}: {file} is a shim of pyenv, which a sandbox does not show: use {real}")
    return (file, *bot.command[1:])


def _child_named(status: int) -> int:
    """The process that bubblewrap's status names, as soon as it does; -1 if bubblewrap ended without a child."""
    ready = select.poll()
    ready.register(status, select.POLLIN)
    text = b""
    while ready.poll(_PATIENCE_MS):
        piece = os.read(status, 4096)
        text += piece
        named = re.search(rb'"child-pid": *([0-9]+)', text)  # the line comes in pieces, but a number comes whole
        if named:
            return int(named[1])
        if not piece:
            break
    return -1


def _has_ended(pidfd: int, wait_ms: int = 0) -> bool:
    """Whether a process has ended, or does so in time."""
    ended = select.poll()
    ended.register(pidfd, select.POLLIN)
    return bool(ended.poll(wait_ms))
