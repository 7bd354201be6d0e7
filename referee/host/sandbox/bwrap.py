"""The argument list of bubblewrap: a system to look at, one empty folder to write in, and nobody else."""

import os
from collections.abc import Sequence
from pathlib import PurePath

from referee.host.sandbox.level import Limits, Sandbox
from referee.host.sandbox.readable_paths import SETTINGS, SYSTEM

NOBODY = 65534

_SETTINGS_OF = ("java-", "dotnet")
"""How folders of /etc begin in which an interpreter keeps its settings."""

_DIRECTORY = ["--perms", "0755", "--dir"]
"""Said of every folder on the way: left to itself, bubblewrap makes them so that no other user can enter."""


def options(
    sandbox: Sandbox, limits: Limits, env: dict[str, str], scratch: str, reads: Sequence[str], cwd: str | None
) -> list[str]:
    """Every option, as one `--args` file holds them; the descriptors and the command come on the command line.

    `scratch` is where the bot's own empty folder lies, `reads` what is shown besides the system, each at its own place.
    """
    words = ["--die-with-parent", "--new-session", *_namespaces(sandbox), "--hostname", "bot", "--cap-drop", "ALL"]
    if sandbox.root:
        # Only to become another user: the last command before the bot's own gives them up.
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"]
    words.append("--clearenv")
    for name, value in env.items():
        words += ["--setenv", name, value]
    words += [*_system(), "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    words += _folders(limits, scratch, reads, sandbox.hidden)
    return [*words, "--remount-ro", "/", "--chdir", cwd or scratch]


def _namespaces(sandbox: Sandbox) -> list[str]:
    if sandbox.root:
        # Root needs no user namespace, and in one its number alone would change: the bot would still be root outside.
        return ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    return ["--unshare-all", "--unshare-user", *sandbox.options, "--uid", str(NOBODY), "--gid", str(NOBODY)]


def _system() -> list[str]:
    words: list[str] = []
    for folder in SYSTEM:
        if os.path.islink(folder):
            words += ["--symlink", os.readlink(folder).lstrip("/"), folder]
        elif os.path.isdir(folder):
            words += ["--ro-bind", folder, folder]
    words += [*_DIRECTORY, "/etc"]
    interpreters = [f"/etc/{name}" for name in sorted(os.listdir("/etc")) if name.startswith(_SETTINGS_OF)]
    for path in (*SETTINGS, *interpreters):
        words += ["--ro-bind-try", path, path]
    return words


def _folders(limits: Limits, scratch: str, reads: Sequence[str], hidden: Sequence[str]) -> list[str]:
    """Scratch, what is read, and what is hidden in it: outer folders first, so that an inner one is not covered."""
    writable = "/tmp" if scratch.startswith("/tmp/") else scratch
    parents = {str(parent) for path in (*reads, scratch) for parent in PurePath(path).parents} - {"/", writable}
    steps = [(parent, [*_DIRECTORY, parent]) for parent in sorted(parents)]
    steps += [(path, ["--ro-bind", path, path]) for path in reads]
    covered = [path for path in hidden if _under(path, reads) and os.path.isdir(path)]  # a run's may not be made yet
    steps += [(path, ["--tmpfs", path, "--remount-ro", path]) for path in covered]
    size = str(limits.disk_mb << 20)
    steps.append((writable, ["--perms", "1777", "--size", size, "--tmpfs", writable]))
    if scratch != writable:
        steps.append((scratch, ["--perms", "1777", "--dir", scratch]))
    words = [word for _, step in sorted(steps, key=lambda step: step[0].count("/")) for word in step]
    if writable != "/tmp" and not any(path.startswith("/tmp/") for path in reads):
        words += ["--symlink", scratch, "/tmp"]
    return words


def _under(path: str, folders: Sequence[str]) -> bool:
    return any(path.startswith(folder + "/") for folder in folders)
