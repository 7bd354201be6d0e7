"""A bot that tries to get out: run in a sandbox before the first game, it prints what held and what did not.

Called with a JSON object of what it should meet; needs nothing but Python. Each line it prints is a JSON object: first
that it runs, then for every attempt whether it was stopped, then, once nothing but its offspring is left, the end.
"""

import contextlib
import json
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

_MEGABYTE = 1 << 20
_NEW_USER = 0x10000000  # CLONE_NEWUSER
_ATTACH = 16  # PTRACE_ATTACH
_ENVIRONMENT = {"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ", "PYTHONHASHSEED"}
_OF_SHELLS = {"PWD", "OLDPWD", "SHLVL", "_"}
_OF_ITS_OWN = {"LC_CTYPE", "__CF_USER_TEXT_ENCODING"}
_SLACK = 8  # processes that a limit may be off by


def attempts(level: str, met: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """What was tried, and whether it was stopped."""
    if level == "none":
        return
    status = dict(line.split(":", 1) for line in _lines("/proc/self/status") if ":" in line)
    yield "to gain privileges by running a program", status["NoNewPrivs"].strip() == "1"
    yield "to use a capability of root", int(status["CapEff"], 16) == 0
    yield "to stay in the referee's session", os.getsid(0) != int(met["session"])
    yield "to read the referee's environment", set(os.environ) <= _ENVIRONMENT | _OF_SHELLS | _OF_ITS_OWN
    yield "to use a descriptor of the referee", len(os.listdir("/proc/self/fd")) <= 4
    yield "to write a file beyond its limit", _refused(_write_too_much)
    yield "to open too many files", _refused(_open_too_many)
    if met["memory"] == "each":
        yield "to take memory beyond its limit", _refused(lambda: bytearray(int(met["memory_mb"]) * 2 * _MEGABYTE))
    if level == "bwrap":
        yield from _walls(met, status)


def _walls(met: dict[str, str], status: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """What only namespaces and the filter stop."""
    yield "to be root", 0 not in os.getresuid()
    yield "to make any system call", status["Seccomp"].strip() == "2"
    yield "to see other processes", os.getpid() < 16 and sum(map(str.isdigit, os.listdir("/proc"))) < 8
    yield "to read the environment of its first process", _says_nothing("/proc/1/environ")
    yield "to read a file of the referee", _refused(lambda: _read(met["secret"]))
    yield "to read a hidden file in a folder it may read", _refused(lambda: _read(met["hidden"]))
    for place in ("/", "/usr", "/dev", os.path.dirname(os.path.abspath(__file__)), "/proc/sys/kernel"):
        yield f"to write into {place}", _refused(partial(_make, place))
    yield "to see a network", all(line.strip().startswith("lo:") for line in _lines("/proc/net/dev")[2:])
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, getattr(socket, "AF_VSOCK", 40)):
        yield f"to open a socket of family {int(family)}", _refused(partial(socket.socket, family))
    yield "to start too many processes", _refused(lambda: _fork_many(int(met["processes"])))
    with contextlib.suppress(ImportError):
        import ctypes

        libc = ctypes.CDLL(None)
        yield "to make a namespace", libc.unshare(_NEW_USER) == -1
        yield "to mount", libc.mount(b"none", b"/proc", b"tmpfs", 0, None) == -1
        yield "to trace its first process", libc.ptrace(_ATTACH, 1, None, None) == -1


def _lines(path: str) -> list[str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().splitlines()


def _read(path: str) -> None:
    os.close(os.open(path, os.O_RDONLY))


def _make(folder: str) -> None:
    os.close(os.open(os.path.join(folder, "probe"), os.O_WRONLY | os.O_CREAT, 0o600))


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError):
        return True
    return False


def _says_nothing(environment: str) -> bool:
    """Whether an environment cannot be read, or holds nothing but what a shell puts there."""
    try:
        with open(environment, "rb") as file:
            names = {os.fsdecode(line.partition(b"=")[0]) for line in file.read().split(b"\0") if line}
    except OSError:
        return True
    return names <= _OF_SHELLS


def _write_too_much() -> None:
    """More than the limit of one file, into the scratch directory that it stands in."""
    soft, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    path = os.path.join(os.environ["TMPDIR"], "big")
    try:
        with open(path, "wb", buffering=0) as file:
            for _ in range(soft // _MEGABYTE + 1):
                if file.write(bytes(_MEGABYTE)) < _MEGABYTE:
                    raise OSError("cut short")
    finally:
        with contextlib.suppress(OSError):
            os.unlink(path)


def _open_too_many() -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.ExitStack() as opened:
        for _ in range(soft):
            opened.callback(os.close, os.open("/dev/null", os.O_RDONLY))


def _fork_many(most: int) -> None:
    """More processes than allowed; all of them end again."""
    started: list[int] = []
    try:
        for _ in range(most + _SLACK):
            child = os.fork()
            if child == 0:
                signal.pause()
            started.append(child)
    finally:
        for child in started:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def outlive() -> None:
    """Leave a process behind in a session of its own, which ends neither with its parent nor when it is asked to."""
    ready, gone = os.pipe()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        os.read(ready, 1)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    os.write(gone, b".")
    time.sleep(60)
    os._exit(0)


def main() -> None:
    """Run every attempt, then wait to be ended."""
    met: dict[str, str] = json.loads(sys.argv[1])
    held = dict(attempts(met["level"], met))
    outlive()
    print(json.dumps(held), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
