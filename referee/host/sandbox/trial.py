"""The trial of a level before the first game: a probe is started in it as any bot is, and must get nowhere."""

import json
import os
import re
import select
import shutil
import sys
import time
from pathlib import Path

import msgspec

from referee.host.processes.bot import Bot, Quota
from referee.host.processes.descendants import adopt_orphans, dead, descendants
from referee.host.processes.process import CannotLaunch, Process
from referee.host.processes.roots import Root
from referee.host.sandbox.confined_process import launcher
from referee.host.sandbox.level import Sandbox

_PATIENCE_S = 20.0
_QUOTA = Quota(memory_mb=256, processes=16, disk_mb=4, files=64)

_REMEDIES = (
    (
        "setting up uid map: Permission denied|RTM_NEWADDR",
        "install the AppArmor profile of bwrap, or set kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    (
        "No permissions to create|creating new namespace.*not permitted",
        "allow user namespaces: kernel.unprivileged_userns_clone=1, or another seccomp profile of the container",
    ),
    ("ENOSPC|nesting depth", "raise user.max_user_namespaces"),
    ("Can't mount proc", "run the referee outside the container, or with its /proc unmasked"),
    ("Resource temporarily unavailable", "raise the user's limit on processes (ulimit -u)"),
    ("Unknown option", "install bubblewrap 0.5 or newer"),
    ("Operation not permitted", "run the referee as an ordinary user, or give its container CAP_SYS_ADMIN"),
)
_REMEDY = "use --sandbox limits, which does not hide files or the network from bots"


def failure(sandbox: Sandbox) -> tuple[str, str] | None:
    """Why this level cannot be had here, and what would help; None if every attempt to break it failed."""
    with Root() as root:
        shown, hidden = Path(root.path, "shown"), Path(root.path, "shown", "hidden")
        secret = Path(root.path, "secret")
        hidden.mkdir(parents=True)
        for file in (secret, hidden / "secret"):
            file.write_text("a card")
        probe = shown / "probe.py"
        shutil.copyfile(Path(__file__).with_name("probe.py"), probe)
        met = {
            "level": sandbox.level,
            "session": str(os.getsid(0)),
            "secret": str(secret),
            "hidden": str(hidden / "secret"),
            "memory": "all" if sandbox.cgroup and "memory" in sandbox.cgroup.controllers else "each",
            "memory_mb": str(_QUOTA.memory_mb),
            "processes": str(_QUOTA.processes),
        }
        command = (sys.executable, "-I", "-S", str(probe), json.dumps(met))
        bot = Bot(id="probe", name="probe", command=command, quota=_QUOTA)
        trial = msgspec.structs.replace(sandbox, hidden=(str(hidden),))
        return _run(trial, bot, root.path)


def _run(sandbox: Sandbox, bot: Bot, root: str) -> tuple[str, str] | None:
    adopt_orphans()
    before = set(descendants(os.getpid()))
    try:
        process = Process(bot, launcher(sandbox), root)
    except (OSError, CannotLaunch) as error:
        return f"{sandbox.level}: {error}", _REMEDY
    try:
        answer = _first_line(process.stdout)
        message = os.read(process.stderr, 2000).decode("utf-8", "replace").strip() if not answer else ""
        offspring = set(descendants(os.getpid())) - before
        used = process.launch.cpu_ns() if sandbox.cgroup and process.launch.cpu_ns else 1
    finally:
        process.kill()
    if not answer:
        return f"{sandbox.level} does not start: {message or 'no answer'}", _remedy(message)
    broken = [attempt for attempt, held in json.loads(answer).items() if not held]
    if not used:
        broken.append("to run outside its control group")
    if any(not dead(pid) for pid in offspring):
        broken.append("to outlive its end")
    return (f"{sandbox.level} does not hold here: a bot was able {', '.join(broken)}", _REMEDY) if broken else None


def _first_line(fd: int) -> bytes:
    """The probe's answer; nothing if it ends, or takes too long."""
    text = b""
    until = time.monotonic() + _PATIENCE_S
    ready = select.poll()
    ready.register(fd, select.POLLIN)
    while b"\n" not in text and (left := until - time.monotonic()) > 0:
        if ready.poll(left * 1000):
            piece = os.read(fd, 65536)
            if not piece:
                return b""
            text += piece
    return text.partition(b"\n")[0] if b"\n" in text else b""


def _remedy(message: str) -> str:
    return next((remedy for pattern, remedy in _REMEDIES if re.search(pattern, message)), _REMEDY)
