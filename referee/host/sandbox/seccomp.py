"""The seccomp filter: what system calls a confined bot may not make, as a BPF program built without any library."""

import errno
import struct
from typing import Final, NamedTuple

from referee.host.sandbox.syscalls import AUDIT_ARCH, NUMBER, X32_BIT, X86_64

ALLOW: Final = 0x7FFF0000
KILL: Final = 0x80000000
_ERRNO: Final = 0x00050000

_LOAD: Final = 0x20  # BPF_LD | BPF_W | BPF_ABS
_AND: Final = 0x54  # BPF_ALU | BPF_AND | BPF_K
_EQUAL: Final = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_AT_LEAST: Final = 0x35  # BPF_JMP | BPF_JGE | BPF_K
_JUMP: Final = 0x05  # BPF_JMP | BPF_JA
_RETURN: Final = 0x06  # BPF_RET | BPF_K

_NUMBER_AT: Final = 0
_ARCH_AT: Final = 4
_ARGUMENTS_AT: Final = 16

_CLONE_NEW: Final = 0x7E020080  # CLONE_NEW{NS,CGROUP,UTS,IPC,USER,PID,NET,TIME}
_WORD: Final = 0xFFFFFFFF


class Case(NamedTuple):
    """A call that is refused when `(argument & mask) == value`, or when it is not, with `unless`.

    Only the low 32 bits are looked at: each of these arguments is an int to the kernel, or has its flags there.
    """

    call: str
    argument: int
    mask: int
    value: int
    action: int
    unless: bool = False


def refuse(number: int) -> int:
    """The filter's action that makes a call fail with this errno; 0 makes it seem to succeed and do nothing."""
    return _ERRNO | number


_OTHERS: Final = (
    "ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp pidfd_getfd "
    "add_key request_key keyctl bpf perf_event_open userfaultfd"
)
_WAYS_OUT: Final = (
    "mount umount2 pivot_root chroot setns unshare move_mount open_tree open_tree_attr fsopen fsconfig fsmount fspick "
    "mount_setattr open_by_handle_at name_to_handle_at quotactl quotactl_fd sethostname setdomainname"
)
_MACHINE: Final = (
    "acct swapon swapoff reboot kexec_load kexec_file_load init_module finit_module delete_module iopl ioperm uselib "
    "syslog personality vhangup settimeofday clock_settime adjtimex clock_adjtime modify_ldt"
)
# A table and its bots share a core on purpose.
_PLACES: Final = "mbind set_mempolicy set_mempolicy_home_node migrate_pages move_pages sched_setaffinity"
_WHISPERS: Final = (
    "inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark "
    "shmget shmat shmctl msgget msgsnd msgrcv msgctl semget semop semctl semtimedop mq_open mq_unlink"
)
REFUSED: Final = tuple(" ".join((_OTHERS, _WAYS_OUT, _MACHINE, _PLACES, _WHISPERS)).split())
"""Calls that fail with EPERM whatever their arguments."""

MISSING: Final = ("io_uring_setup", "io_uring_enter", "io_uring_register", "clone3", "cachestat")
"""Calls that the bot is told this kernel does not have, so that libraries fall back (clone3's flags cannot be seen)."""

MEMORY_FILES: Final = ("memfd_create", "memfd_secret")
"""Memory that no resource limit counts: refused too where no cgroup counts it."""

CASES: Final = (
    # Only local sockets: a network namespace does not cover AF_VSOCK.
    Case("socket", 0, _WORD, 1, refuse(errno.EAFNOSUPPORT), unless=True),
    Case("socketpair", 0, _WORD, 1, refuse(errno.EAFNOSUPPORT), unless=True),
    Case("clone", 0, _CLONE_NEW, 0, refuse(errno.EPERM), unless=True),
    Case("prlimit64", 0, _WORD, 0, refuse(errno.EPERM), unless=True),
    # Locks on a shared read-only file are a channel: they seem to succeed, and cannot be asked for.
    Case("flock", 0, 0, 0, refuse(0)),
    *(Case("fcntl", 1, _WORD, command, refuse(0)) for command in (6, 7, 37, 38)),  # F_SETLK F_SETLKW and their OFD kin
    # F_GETLK F_OFD_GETLK F_SETLEASE F_NOTIFY F_SET_RW_HINT F_SET_FILE_RW_HINT
    *(Case("fcntl", 1, _WORD, command, refuse(errno.EINVAL)) for command in (5, 36, 1024, 1026, 1036, 1038)),
    Case("ioctl", 1, _WORD, 0x5412, refuse(errno.EPERM)),  # TIOCSTI
    Case("ioctl", 1, _WORD, 0x541C, refuse(errno.EPERM)),  # TIOCLINUX
)

SHARED_MEMORY: Final = Case("mmap", 3, 0x21, 0x21, refuse(errno.ENOMEM))  # MAP_SHARED | MAP_ANONYMOUS
"""Shared anonymous memory, which RLIMIT_DATA does not count either."""


def program(machine: str, *, memory_counted: bool) -> bytes:
    """The filter as the array of `struct sock_filter` that bwrap --seccomp reads.

    `machine` is `os.uname().machine`; `memory_counted` says that a cgroup limits the bot's memory.
    Raises KeyError for a machine whose numbers are not known.
    """
    numbers = NUMBER[machine]
    code = [
        _step(_LOAD, _ARCH_AT),
        _step(_EQUAL, AUDIT_ARCH[machine], 1, 0),
        _step(_RETURN, KILL),
        _step(_LOAD, _NUMBER_AT),
    ]
    if machine == X86_64:
        code += [_step(_AT_LEAST, X32_BIT, 0, 1), _step(_RETURN, KILL)]
    cases = CASES if memory_counted else (*CASES, SHARED_MEMORY)
    for call in dict.fromkeys(case.call for case in cases):
        code += _judge(numbers[call], [case for case in cases if case.call == call])
    missing = MISSING if memory_counted else MISSING + MEMORY_FILES
    code += _all(sorted(numbers[call] for call in REFUSED if call in numbers), refuse(errno.EPERM))
    code += _all(sorted(numbers[call] for call in missing), refuse(errno.ENOSYS))
    code.append(_step(_RETURN, ALLOW))
    return b"".join(code)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _all(numbers: list[int], action: int) -> list[bytes]:
    """Give `action` to each of these calls: every comparison that holds jumps to the one return behind them."""
    steps = [_step(_EQUAL, number, len(numbers) - place, 0) for place, number in enumerate(numbers)]
    return [*steps, _step(_JUMP, 1), _step(_RETURN, action)]


def _judge(number: int, cases: list[Case]) -> list[bytes]:
    """Try a call's cases in turn; none holds: allowed."""
    body: list[bytes] = []
    for case in cases:
        holds, fails = (1, 0) if case.unless else (0, 1)
        body += [
            _step(_LOAD, _ARGUMENTS_AT + 8 * case.argument),
            _step(_AND, case.mask),
            _step(_EQUAL, case.value, holds, fails),
            _step(_RETURN, case.action),
        ]
    body.append(_step(_RETURN, ALLOW))
    return [_step(_EQUAL, number, 0, len(body)), *body]
