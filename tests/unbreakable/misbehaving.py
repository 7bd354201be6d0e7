"""Real programs that go wrong, in C and in shell: how each does it, and what it is charged with."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from referee.host.processes.bot import Bot, Quota
from referee.records.format.record import FaultKind

QUOTA: Final = Quota(memory_mb=256, processes=20, disk_mb=4, files=64)
"""What a confined one may use."""
RUNS_ON: Final = "it runs on"


class Wrong(NamedTuple):
    """What a program is charged with: the one kind, or any of several where it depends on the machine."""

    kinds: tuple[FaultKind, ...]
    ended: str | None = None
    """How it ended, as its evidence says, where that is always the same."""
    received: str | None = None
    """What came of it."""

    @property
    def ends(self) -> bool:
        """Whether it is sure to end, so that its status may be waited for."""
        return self.ended not in (None, RUNS_ON)


def crash(ended: str | None = None) -> Wrong:
    """Its output ends, or it does."""
    return Wrong(("crash",), ended)


def silent(received: str | None = "") -> Wrong:
    """No answer by the deadline."""
    return Wrong(("timeout",), None, received)


IN_C: Final[Mapping[str, Wrong]] = {
    "returns": crash("exit status 0"),
    "a status": crash("exit status 42"),
    "a null pointer": crash("signal SIGSEGV"),
    "aborts": crash("signal SIGABRT"),
    "divides by zero": crash(),
    "recursion without end": crash("signal SIGSEGV"),
    "an illegal instruction": crash(),
    "a circle": silent(),
    "never flushed": silent(),
    "no newline": silent(None),
    "its name with a zero byte": Wrong(("malformed",)),
    "a hundred megabytes": Wrong(("malformed",)),
    "stops": silent(),
    "closes all": crash(),
    "stdout is a file": crash(),
    "a child answers too late": silent(),
    "its child has the pipe": crash("exit status 0"),
    "a daemon has the pipe": crash("exit status 0"),
    "deaf to every signal": silent(),
    "another program": silent(),
    "forty threads": silent(),
}
"""Left to themselves."""

CONFINED: Final[Mapping[str, Wrong]] = {
    "memory": Wrong(("crash", "resource", "timeout")),
    "a fork bomb": Wrong(("timeout", "resource", "crash")),
    "forty threads": Wrong(("timeout", "resource")),
    "descriptors": Wrong(("crash",), "exit status 7"),
    "one large file": Wrong(("crash", "resource")),
    "signals all others": silent(),
    "traces its parent": Wrong(("crash",)),
    "deaf to every signal": silent(),
    "a daemon has the pipe": crash("exit status 0"),
}
"""Programs in C in the sandbox."""

IN_SHELL: Final[Mapping[str, tuple[str, Wrong]]] = {
    "exits": ("exit 3", crash("exit status 3")),
    "fails under -e": ("set -e; false", crash("exit status 1")),
    "no such command": ("exec no-such-command", crash("exit status 127")),
    "kills itself": ("kill -9 $$", crash("signal SIGKILL")),
    "terminates itself": ("kill -TERM $$", crash("signal SIGTERM")),
    "stops itself": ("late; kill -STOP $$", silent()),
    "sleeps": ("late; exec sleep 60", silent()),
    "sleeps in a child": ("hang", silent()),
    "becomes cat": ("late; exec cat", silent()),
    "waits for more": ("late; read more; exit", silent()),
    "closes stdin": ("exec <&-; hang", crash(RUNS_ON)),
    "closes stdout": ("exec >&-; hang", crash(RUNS_ON)),
    "leaves a child with the pipe": ("sleep 60 & exit 5", crash("exit status 5")),
    "an answer of an hour ago": ('echo \'{"id":1,"action":"3b"}\'; hang', silent('{"id":1,"action":"3b"}\n')),
    "a word": ("echo $card; hang", Wrong(("malformed",))),
    "an error message": ("echo 'sh: syntax error'; exit 2", Wrong(("malformed",), received="sh: syntax error\n")),
    "no quotes": ("echo {id:$id,action:$card}; hang", Wrong(("malformed",))),
    "the request itself": ('echo "$line"; hang', Wrong(("malformed",), received=None)),
    "a prompt": ("printf '> '; answer; hang", Wrong(("malformed",))),
    "carriage returns alone": ('printf \'{"id":%s,"action":"%s"}\\r\' $id $card; hang', silent(None)),
    "yes": ("exec yes", Wrong(("malformed",))),
    "zeros": ("exec cat /dev/zero", Wrong(("malformed",))),
    "noise": ("exec cat /dev/urandom", Wrong(("malformed",))),
    "a flood of old answers": ("while :; do echo '{\"id\":1}'; done", Wrong(("flood",))),
    "a flood on stderr": ("late; yes >&2", silent()),
    "another card": ('echo \'{"id":\'$id\',"action":"Zz"}\'; hang', Wrong(("illegal",))),
    "a card of two": ("echo '{\"id\":'$id',\"action\":\"'$card$card'\"}'; hang", Wrong(("illegal",))),
    "deaf": ("trap '' TERM INT HUP; hang; sleep 60", silent()),
}
"""By what they are called: what they do, and what they are charged with."""

_SHELL: Final = r"""
late() { : >"$HOME/late"; }
hang() { late; sleep 60; }
answer() { printf '{"id":%s,"action":"%s"}\n' "$id" "$card"; }
set -f
while IFS= read -r line; do
    case $line in *'"id":'*) ;; *) continue ;; esac
    id=${line#*'"id":'}; id=${id%%,*}; id=${id%%'}'*}
    case $line in
    *'"legal":["'*)
        card=${line#*'"legal":["'}; card=${card%%'"'*}
        hand=${line#*'"hand":['}; hand=${hand%%]*}
        IFS=,; set -- $hand; unset IFS
        if [ $# -eq SIZE ]; then WRONG
        fi
        answer ;;
    *) printf '{"id":%s}\n' "$id" ;;
    esac
done
"""


def in_shell(name: str, size: int) -> tuple[str, ...]:
    """The command of a program in shell that goes wrong with so many cards in its hand."""
    return ("/bin/sh", "-c", _SHELL.replace("SIZE", str(size)).replace("WRONG", IN_SHELL[name][0] + "\n"))


def compiled(folder: Path) -> Path:
    """The program that goes wrong in C."""
    program = folder / "wrong"
    source = Path(__file__).with_name("wrong.c")
    subprocess.run(["cc", "-O1", "-pthread", "-w", "-o", str(program), str(source)], check=True, stdout=sys.stderr)
    return program


def bot(command: tuple[str, ...], seat: int) -> Bot:
    """A bot at a seat."""
    return Bot(f"b{seat}", f"b{seat}", command, quota=QUOTA)
