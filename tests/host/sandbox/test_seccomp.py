"""The filter of system calls, run on a machine for BPF: the same on every machine that the tests run on."""

import errno

import pytest

from referee.host.sandbox.seccomp import (
    ALLOW,
    CASES,
    KILL,
    MEMORY_FILES,
    MISSING,
    REFUSED,
    SHARED_MEMORY,
    program,
    refuse,
)
from referee.host.sandbox.syscalls import AARCH64, AUDIT_ARCH, NUMBER, X32_BIT, X86_64
from tests.host.sandbox import bpf

MACHINES = (X86_64, AARCH64)
CALL_OF_NOBODY = 600
"""A number that no call has yet."""


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def verdict(machine: str, call: str, *arguments: int, memory_counted: bool = False) -> int:
    filter_ = program(machine, memory_counted=memory_counted)
    return bpf.run(filter_, AUDIT_ARCH[machine], NUMBER[machine][call], arguments)


def test_every_refused_call_fails_with_eperm(machine: str) -> None:
    found = {call: verdict(machine, call) for call in REFUSED if call in NUMBER[machine]}
    assert set(found.values()) == {refuse(errno.EPERM)}


def test_calls_that_are_said_to_be_missing(machine: str) -> None:
    for call in MISSING:
        assert verdict(machine, call) == refuse(errno.ENOSYS)


def test_every_other_call_is_allowed(machine: str) -> None:
    ruled = {NUMBER[machine][call] for call in (*REFUSED, *MISSING, *MEMORY_FILES) if call in NUMBER[machine]}
    ruled |= {NUMBER[machine][case.call] for case in (*CASES, SHARED_MEMORY)}
    filter_ = program(machine, memory_counted=False)
    others = [number for number in range(CALL_OF_NOBODY) if number not in ruled]
    assert {bpf.run(filter_, AUDIT_ARCH[machine], number) for number in others} == {ALLOW}


def test_calls_of_another_machine_kill(machine: str) -> None:
    filter_ = program(machine, memory_counted=True)
    i386, foreign = 0x40000003, AUDIT_ARCH[AARCH64 if machine == X86_64 else X86_64]
    for arch in (i386, foreign):
        assert bpf.run(filter_, arch, NUMBER[machine]["mmap"]) == KILL


def test_the_x32_abi_kills() -> None:
    filter_ = program(X86_64, memory_counted=True)
    assert bpf.run(filter_, AUDIT_ARCH[X86_64], X32_BIT) == KILL
    assert bpf.run(filter_, AUDIT_ARCH[X86_64], X32_BIT | NUMBER[X86_64]["ptrace"]) == KILL


@pytest.mark.parametrize("call", ["socket", "socketpair"])
@pytest.mark.parametrize(("family", "allowed"), [(1, True), (2, False), (10, False), (16, False), (40, False)])
def test_only_local_sockets(machine: str, call: str, family: int, allowed: bool) -> None:
    assert verdict(machine, call, family) == (ALLOW if allowed else refuse(errno.EAFNOSUPPORT))


def test_the_upper_half_of_an_int_argument_opens_nothing(machine: str) -> None:
    assert verdict(machine, "socket", (1 << 32) | 2) == refuse(errno.EAFNOSUPPORT)
    assert verdict(machine, "prlimit64", (1 << 32) | 77) == refuse(errno.EPERM)


@pytest.mark.parametrize("flag", [0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
def test_clone_makes_threads_and_processes_but_no_namespace(machine: str, flag: int) -> None:
    thread = 0x3D0F00  # what pthread_create asks for
    assert verdict(machine, "clone", thread) == ALLOW
    assert verdict(machine, "clone", 17) == ALLOW  # fork: SIGCHLD
    assert verdict(machine, "clone", 17 | flag) == refuse(errno.EPERM)


def test_limits_of_oneself_only(machine: str) -> None:
    assert verdict(machine, "prlimit64", 0) == ALLOW
    assert verdict(machine, "prlimit64", 77) == refuse(errno.EPERM)


@pytest.mark.parametrize("command", [6, 7, 37, 38])
def test_file_locks_seem_to_succeed(machine: str, command: int) -> None:
    assert verdict(machine, "fcntl", 3, command) == refuse(0)
    assert verdict(machine, "flock", 3, 2) == refuse(0)


@pytest.mark.parametrize("command", [5, 36, 1024, 1026, 1036, 1038])
def test_file_locks_and_hints_cannot_be_asked_for(machine: str, command: int) -> None:
    assert verdict(machine, "fcntl", 3, command) == refuse(errno.EINVAL)


@pytest.mark.parametrize("command", [0, 1, 2, 3, 4, 1030, 1031])
def test_other_uses_of_fcntl_are_left_alone(machine: str, command: int) -> None:
    assert verdict(machine, "fcntl", 3, command) == ALLOW


def test_no_typing_into_a_terminal(machine: str) -> None:
    assert verdict(machine, "ioctl", 0, 0x5412) == refuse(errno.EPERM)
    assert verdict(machine, "ioctl", 0, 0x541C) == refuse(errno.EPERM)
    assert verdict(machine, "ioctl", 0, 0x5401) == ALLOW  # TCGETS: is this a terminal?


@pytest.mark.parametrize(("flags", "counted"), [(0x22, True), (0x01, True), (0x02, True), (0x21, False), (0x23, False)])
def test_memory_that_no_limit_counts(machine: str, flags: int, counted: bool) -> None:
    """Shared and anonymous together (also as MAP_SHARED_VALIDATE) are refused, unless a cgroup counts them."""
    assert verdict(machine, "mmap", 0, 4096, 3, flags) == (ALLOW if counted else refuse(errno.ENOMEM))
    assert verdict(machine, "mmap", 0, 4096, 3, flags, memory_counted=True) == ALLOW


def test_files_in_memory_only_where_memory_is_counted(machine: str) -> None:
    for call in MEMORY_FILES:
        assert verdict(machine, call) == refuse(errno.ENOSYS)
        assert verdict(machine, call, memory_counted=True) == ALLOW


def test_a_machine_of_unknown_numbers_has_no_filter() -> None:
    with pytest.raises(KeyError):
        program("sparc64", memory_counted=True)
