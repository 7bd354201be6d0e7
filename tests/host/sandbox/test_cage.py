"""One confined process: what it is given, what it may use, and that its end is the end of everything."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.host.processes import shutdown as ending
from referee.host.processes.bot import Bot, Quota
from referee.host.processes.descendants import children, dead, descendants
from referee.host.processes.process import CannotLaunch, Process
from referee.host.processes.shutdown import end_all
from referee.host.processes.stop import Stop
from referee.host.sandbox import Sandbox, cgroup, launcher
from referee.host.sandbox.command_prefix import limited
from referee.host.sandbox.confined_process import limits_of
from referee.host.sandbox.level import Limits
from tests.host.programs import first_line, until
from tests.host.sandbox.places import BWRAP_WAYS, TIGHT, Place, place

WAYS = ["none", "limits", *BWRAP_WAYS]
HELD = ["limits", *BWRAP_WAYS]

DAEMON = """
import os, signal, time
print("parent", flush=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        print("daemon", flush=True)
        time.sleep(60)
    os._exit(0)
time.sleep(60)
"""

RUNNER = """
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("run", flush=True)
while True:
    if os.fork():
        os._exit(0)
    os.setsid()
"""


@pytest.mark.parametrize("way", WAYS)
def test_the_environment_is_what_the_protocol_says(way: str) -> None:
    with (
        place(way) as at,
        at.running(*at.python, "-c", "import json, os; print(json.dumps(dict(os.environ)))") as process,
    ):
        told: dict[str, str] = json.loads(first_line(process.stdout))
        told.pop("PWD", None)  # bubblewrap's own
        scratch = process.scratch
    expected = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0"}
    assert told == {**expected, "PATH": os.environ["PATH"], "HOME": scratch, "TMPDIR": scratch}


@pytest.mark.parametrize("way", WAYS)
def test_it_begins_in_an_empty_folder_that_it_may_fill(way: str) -> None:
    body = "import os; print(os.listdir('.'), os.getcwd() == os.environ['HOME'], open('x', 'w').write('1'), flush=True)"
    with place(way) as at, at.running(*at.python, "-c", body) as process:
        assert first_line(process.stdout) == b"[] True 1\n"


@pytest.mark.parametrize("way", WAYS)
def test_a_program_that_is_not_there_cannot_be_launched(way: str) -> None:
    with place(way) as at, pytest.raises(CannotLaunch, match="no-such-bot"), at.running("no-such-bot"):
        pass


@pytest.mark.parametrize("way", WAYS)
def test_sigterm_reaches_the_bot_which_may_say_good_bye(way: str) -> None:
    body = (
        "import os, signal, time\n"
        "def end(*_):\n    os.write(1, b'bye\\n')\n    os._exit(3)\n"
        "signal.signal(signal.SIGTERM, end)\nos.write(1, b'here\\n')\ntime.sleep(60)"
    )
    with place(way) as at, at.running(*at.python, "-c", body) as process:
        assert first_line(process.stdout) == b"here\n"
        process.signal(signal.SIGTERM)
        assert first_line(process.stdout) == b"bye\n"
        ending = process.ending(60_000)
        assert ending is not None
        assert ending.code == 3


class NoLongerThan(Stop):
    """A wish to wait for nobody when a process has ended and its last words are heard."""

    def __init__(self, process: Process) -> None:
        self.fd = self._writer = -1
        self._process = process

    @property
    def urgent(self) -> bool:
        return self._process.ending() is not None and bool(self._process.errors.tail(1))


@pytest.mark.parametrize("way", WAYS)
def test_a_bot_that_goes_neither_by_itself_nor_when_asked_is_terminated_then_killed(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Step by step, as everywhere: the first is told of it and says so, the second does not heed it."""
    heeding = (
        "import os, signal, time\n"
        "def end(*_):\n    os.write(2, b'terminated')\n    os._exit(3)\n"
        "signal.signal(signal.SIGTERM, end)\nos.write(1, b'here\\n')\ntime.sleep(600)"
    )
    heedless = heeding.replace("SIGTERM, end", "SIGTERM, signal.SIG_IGN")
    with (
        place(way) as at,
        at.running(*at.python, "-c", heeding) as one,
        at.running(*at.python, "-c", heedless) as other,
    ):
        assert (first_line(one.stdout), first_line(other.stdout)) == (b"here\n", b"here\n")
        before = set(descendants(os.getpid()))
        monkeypatch.setattr(ending, "TERM_MS", 60_000)
        end_all([one, other], 1, NoLongerThan(one))
        assert one.errors.tail(100) == b"terminated"
        assert str(one.ending()) == "exit status 3"
        assert str(other.ending()) == "signal SIGKILL"
        assert all(dead(pid) for pid in before if pid not in (os.getpid(),))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("os.kill(os.getpid(), 11)", "signal SIGSEGV"),
        ("os.kill(os.getpid(), 9)", "signal SIGKILL"),
        ("os._exit(0)", "exit status 0"),
        ("os._exit(128)", "exit status 128"),
        ("os._exit(255)", "exit status 255"),
    ],
)
def test_how_it_ended_is_told_alike_on_every_level(way: str, body: str, told: str) -> None:
    with place(way) as at, at.running(*at.python, "-c", f"import os; {body}") as process:
        assert str(process.ending(60_000)) == told


@pytest.mark.parametrize("way", WAYS)
def test_an_exit_status_that_looks_like_a_signal_is_taken_for_one_in_bubblewrap(way: str) -> None:
    """Which tells of both in the same way, as a shell does."""
    with place(way) as at, at.running(*at.python, "-c", "raise SystemExit(139)") as process:
        told = "exit status 139" if way in ("none", "limits") else "signal SIGSEGV"
        assert str(process.ending(60_000)) == told


@pytest.mark.parametrize(
    ("way", "body", "lines"),
    [
        *(pytest.param(way, DAEMON, 2, id=f"daemon-{way}") for way in ("none", "limits")),
        *(pytest.param(*way.values, DAEMON, 2, marks=way.marks, id=f"daemon-{way.values[0]}") for way in BWRAP_WAYS),
        # Who forks on and on is caught for certain by a namespace only.
        *(pytest.param(*way.values, RUNNER, 1, marks=way.marks, id=f"runner-{way.values[0]}") for way in BWRAP_WAYS),
    ],
)
def test_its_end_is_the_end_of_all_it_started(way: str, body: str, lines: int) -> None:
    before = set(descendants(os.getpid()))
    with place(way) as at, at.running(*at.python, "-c", body) as process:
        for _ in range(lines):
            first_line(process.stdout)
        started = set(descendants(os.getpid())) - before
        process.kill()
        assert started
        assert all(dead(pid) for pid in started)
    assert not [pid for pid in set(descendants(os.getpid())) - before if not dead(pid)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("body", ["pass", "import time; print(flush=True); time.sleep(60)"])
def test_nothing_of_it_stays_unburied(way: str, body: str) -> None:
    """The first process of a namespace may outlive bubblewrap for a moment, and is ours to bury then."""
    with place(way) as at:
        before = children(os.getpid())
        for _ in range(5):
            with at.running(*at.python, "-c", body) as process:
                if "sleep" in body:
                    first_line(process.stdout)
                else:
                    process.ending(20_000)
            assert children(os.getpid()) == before


@pytest.mark.parametrize("way", BWRAP_WAYS)
def test_it_can_be_ended_at_any_moment_of_its_start(way: str) -> None:
    """Bubblewrap killed at the wrong moment leaves its half-made child behind: its namespace is ended instead."""
    before = set(descendants(os.getpid()))
    with place(way) as at:
        for step in range(12):
            process = Process(Bot(id="b0", name="b0", command=(*at.python, "-c", DAEMON)), launcher(at.sandbox))
            began = time.perf_counter_ns()
            while time.perf_counter_ns() - began < step * 1_500_000:
                pass
            process.kill()
            assert not [pid for pid in set(descendants(os.getpid())) - before if not dead(pid)]


@pytest.mark.parametrize("way", HELD)
@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("while True: pass", "processor time: 1 s"),
        (
            "import os, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
            "file = os.open('big', os.O_CREAT | os.O_WRONLY)\nos.pwrite(file, b'1', 8 << 20)",
            "disk: a file of more than 8 MB",
        ),
        ("raise SystemExit(24)", None),  # the number of SIGXCPU, but it ended by itself
    ],
)
def test_a_bot_that_is_ended_by_a_limit_is_told_by_which(way: str, body: str, verdict: str | None) -> None:
    quota = replace(TIGHT, cpu_s=1)
    with place(way) as at, at.running(*at.python, "-c", body, quota=quota) as process:
        assert process.ending(60_000) is not None
        assert process.launch.resource is not None
        assert process.launch.resource() == verdict


@pytest.mark.parametrize("way", HELD)
def test_limits_are_those_of_the_bot(way: str) -> None:
    body = "import resource as r; print([r.getrlimit(k)[0] for k in (r.RLIMIT_DATA, r.RLIMIT_FSIZE, r.RLIMIT_NOFILE)])"
    quota = Quota(memory_mb=300, disk_mb=5, files=70)
    with place(way) as at, at.running(*at.python, "-c", body, quota=quota) as process:
        assert json.loads(first_line(process.stdout)) == [300 << 20, 5 << 20, 70]


@pytest.mark.parametrize("way", BWRAP_WAYS)
def test_paths_stay_what_they_are_and_cannot_be_written(way: str) -> None:
    with place(way) as at:
        inner = at.folder / "deep" / "folder"
        inner.mkdir(parents=True)
        (inner / "book").write_text("opening")
        body = "import sys; print(open(sys.argv[1]).read(), flush=True); open(sys.argv[1], 'a')"
        with at.running(*at.python, "-c", body, str(inner / "book")) as process:
            assert first_line(process.stdout) == b"opening\n"
            ending = process.ending(60_000)
            assert ending is not None
            assert ending.code == 1
        assert (inner / "book").read_text() == "opening"


@pytest.mark.parametrize("way", BWRAP_WAYS)
def test_its_folder_may_be_where_it_runs(way: str) -> None:
    with place(way) as at:
        (at.folder / "book").write_text("")
        command = (*at.python, "-c", "import os; print(os.getcwd(), os.listdir('.'), flush=True)")
        bot = Bot(id="b0", name="b0", command=command, cwd=str(at.folder))
        process = Process(bot, launcher(at.sandbox))
        try:
            told = first_line(process.stdout).decode()
        finally:
            process.kill()
        assert told.startswith(f"{at.folder} [")
        assert "'book'" in told


@pytest.mark.parametrize("way", BWRAP_WAYS)
def test_two_bots_do_not_share_their_count_of_processes(way: str) -> None:
    """A limit on processes counts all of a user: each bot has a user, or a namespace of users, of its own."""
    most = 20
    body = (
        "import os, signal, sys\nn = 0\n"
        "try:\n    while os.fork():\n        n += 1\n    signal.pause()\n"
        "except OSError:\n    print(n, flush=True)\n    sys.stdin.read()\n"
    )
    with place(way) as at:
        quota = replace(TIGHT, processes=most)
        with (
            at.running(*at.python, "-c", body, quota=quota) as one,
            at.running(*at.python, "-c", body, quota=quota) as two,
        ):
            counts = [int(first_line(process.stdout)) for process in (one, two)]
    assert all(most - 4 <= count < most for count in counts)


BURN = "end = time.process_time() + 0.2\nwhile time.process_time() < end: pass\n"
CHILD = "if os.fork() == 0:\n" + "".join(f"    {line}\n" for line in BURN.splitlines())


@pytest.mark.parametrize("way", BWRAP_WAYS)
@pytest.mark.parametrize(
    "body",
    [
        BURN,
        CHILD + "    os._exit(0)\nos.wait()\n",
        CHILD + "    print(end='.', flush=True)\n    time.sleep(60)\nos.read(0, 1)\n",
    ],
    ids=["itself", "a dead child", "a living child"],
)
def test_without_a_group_the_clock_counts_what_can_be_seen(way: str, body: str) -> None:
    with (
        place(way) as at,
        at.running(*at.python, "-c", f"import os, time\n{body}print(flush=True)\nos.read(0, 1)") as process,
    ):
        clock = process.launch.cpu_ns
        assert clock is not None
        until(lambda: clock() >= 200_000_000)
        process.kill()
        assert clock() == 0


@pytest.mark.parametrize("way", ["none", "limits", *BWRAP_WAYS[1:]])
@pytest.mark.needs("cgroup")
class TestGroup:
    """With a control group on top."""

    @pytest.fixture
    def at(self, way: str) -> object:
        group = cgroup.find()
        assert group is not None
        with place(way) as found:
            yield found._replace(sandbox=replace(found.sandbox, cgroup=group))
        cgroup.remove(group)
        assert not Path(group.base).exists()

    def test_the_clock_counts_every_process(self, at: Place) -> None:
        """Also one that has left its session."""
        body = "import os, sys\nif os.fork(): sys.stdin.read()\nos.setsid()\nprint('here', flush=True)\nwhile True: 0"
        with at.running(*at.python, "-c", body) as process:
            first_line(process.stdout)
            clock = process.launch.cpu_ns
            assert clock is not None
            first = clock()
            until(lambda: clock() > first + 50_000_000)

    def test_a_frozen_bot_does_nothing(self, at: Place) -> None:
        body = "import sys\nprint('here', flush=True)\nfor line in sys.stdin: print(line, end='', flush=True)"
        with at.running(*at.python, "-c", body) as process:
            first_line(process.stdout)
            launch = process.launch
            assert launch.freeze is not None
            assert launch.thaw is not None
            launch.freeze()
            until(lambda: "frozen 1" in (_group(process.pid) / "cgroup.events").read_text())
            os.write(process.stdin, b"think\n")
            launch.thaw()
            assert first_line(process.stdout) == b"think\n"

    def test_a_frozen_bot_can_be_ended(self, at: Place) -> None:
        with at.running(*at.python, "-c", "print('here', flush=True)\nwhile True: pass") as process:
            first_line(process.stdout)
            assert process.launch.freeze is not None
            process.launch.freeze()

    def test_its_group_goes_with_it(self, at: Place) -> None:
        with at.running(*at.python, "-c", RUNNER) as process:
            first_line(process.stdout)
            group = Path(at.sandbox.cgroup.base) if at.sandbox.cgroup else Path()
            assert list(group.glob("bot-*"))
        assert not list(group.glob("bot-*"))


def _group(pid: int) -> Path:
    """The group of a process."""
    lines = Path(f"/proc/{pid}/cgroup").read_text().splitlines()
    path = next(line[4:] for line in lines if line.startswith("0::/"))
    mount = cgroup._mount()
    assert mount is not None
    return mount / path


def test_a_bot_gets_no_more_files_than_the_referee_could_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit above the hard one cannot be set: the bot would never start, and not by its own fault."""
    monkeypatch.setattr(resource, "getrlimit", lambda what: (64, 104))
    assert "--nofile=104" in limited(Limits(), processes=None, memory=False)
    monkeypatch.setattr(resource, "getrlimit", lambda what: (64, resource.RLIM_INFINITY))
    assert f"--nofile={Limits().files}" in limited(Limits(), processes=None, memory=False)


def test_what_a_configuration_leaves_open_is_the_usual() -> None:
    assert limits_of(Quota()) == Limits()
    assert limits_of(Quota(memory_mb=1, processes=2, disk_mb=3, files=4, cpu_s=5)) == Limits(1, 2, 3, 4, 5)


def test_a_sandbox_says_what_it_does_not_cover() -> None:
    gaps = [set(Sandbox(level=level).uncovered) for level in ("bwrap", "limits", "none")]
    assert gaps[0] < gaps[1] < gaps[2]
    assert "thinking time as a signal" in gaps[0]


REFEREE = """
import sys, time
from tests.host.programs import first_line
from tests.host.sandbox.places import place
with place(sys.argv[1]) as at, at.running(*at.python, "-c", sys.argv[2]) as process:
    first_line(process.stdout)
    print(flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("way", HELD)
def test_a_bot_ends_with_its_referee_however_that_ended(way: str) -> None:
    """Killed with SIGKILL, the referee can end nothing any more: the kernel does."""
    before = set(descendants(os.getpid()))
    body = "print(flush=True)\nwhile True: pass"
    with place(way) as at:
        command = [sys.executable, "-c", REFEREE, way, body]
        env = {**os.environ, "TMPDIR": str(at.folder)}  # what it cannot remove any more goes with this
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as referee:
            assert referee.stdout
            assert referee.stdout.readline() == b"\n"
            started = set(descendants(os.getpid())) - before - {referee.pid}
            assert started
            referee.kill()
        until(lambda: all(dead(pid) for pid in started))
