"""Two bots that want out and to each other: they print what they got. Run by test_hostile.py, with nothing but Python.

Called with a JSON object: `role`, and where the referee and its things are. The partner leaves what it can for the
attacker to find, and stays; the attacker tries everything and prints by name whether it worked.
"""

import contextlib
import ctypes
import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import time
import zlib
from collections.abc import Callable

LIBC = ctypes.CDLL(None, use_errno=True)
TOLD: dict[str, str] = json.loads(sys.argv[1])
REFEREE = int(TOLD["referee"])
NAME = f"tressette-{TOLD['name']}"
KEY = zlib.crc32(NAME.encode()) >> 1
MACHINE = os.uname().machine
CALLS = {  # x86_64, aarch64
    "add_key": (248, 217),
    "request_key": (249, 218),
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "process_vm_readv": (310, 270),
    "memfd_create": (319, 279),
    "clone3": (435, 435),
}


def call(name: str, *arguments: object) -> int:
    """A system call by its number; OSError as Python's own."""
    number = CALLS[name][MACHINE == "aarch64"]
    return checked(LIBC.syscall(ctypes.c_long(number), *arguments))


def checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(4096)


def write(path: str) -> bool:
    with open(path, "w") as file:
        file.write("a card")
    os.unlink(path)
    return True


def leave(path: str) -> None:
    with open(path, "w") as file:
        file.write("from the partner")


def note(path: str) -> bool:
    with contextlib.suppress(OSError):
        return read(path) == b"from the partner"
    return False


def referee_memory() -> bool:
    with open(f"/proc/{REFEREE}/maps") as maps:
        start = int(next(line for line in maps if "rw-p" in line).partition("-")[0], 16)
    with open(f"/proc/{REFEREE}/mem", "rb", buffering=0) as memory:
        memory.seek(start)
        return len(memory.read(16)) == 16


def referee_memory_by_call() -> bool:
    room = ctypes.create_string_buffer(8)
    with open(f"/proc/{REFEREE}/maps") as maps:
        start = int(next(line for line in maps if "rw-p" in line).partition("-")[0], 16)
    own = (ctypes.c_void_p * 2)(ctypes.addressof(room), 8)
    theirs = (ctypes.c_void_p * 2)(start, 8)
    return call("process_vm_readv", REFEREE, own, 1, theirs, 1, 0) == 8


def other_processes() -> bool:
    mine = {os.getpid(), os.getppid(), 1}
    return len([name for name in os.listdir("/proc") if name.isdigit() and int(name) not in mine]) > 2


def tcp() -> bool:
    with socket.create_connection(("127.0.0.1", int(TOLD["tcp"])), 2):
        return True


def udp() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        return sender.sendto(b"a card", ("127.0.0.1", int(TOLD["udp"]))) > 0


def vsock() -> bool:
    socket.socket(40, socket.SOCK_STREAM).close()
    return True


def unix_path() -> bool:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(TOLD["socket"])
        return True


def unix_abstract() -> bool:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(f"\0{NAME}")
        return True


def shared_memory() -> bool:
    return checked(LIBC.shmget(KEY, 0, 0)) >= 0


def message_queue() -> bool:
    return checked(LIBC.mq_open(f"/{NAME}".encode(), os.O_RDONLY)) >= 0


def keyring() -> bool:
    return call("request_key", b"user", NAME.encode(), None, 0) > 0


def record_lock() -> bool:
    """Whether the partner's lock on a file that both may read is felt."""
    with open(TOLD["shared"], "rb") as file:
        asked = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, 0, 0))
        return struct.unpack("hhqqi", asked)[0] != fcntl.F_UNLCK


def whole_lock() -> bool:
    with open(TOLD["shared"], "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def watch() -> bool:
    watcher = checked(LIBC.inotify_init1(0))
    return checked(LIBC.inotify_add_watch(watcher, TOLD["shared"].encode(), 0x20)) >= 0


def trace() -> bool:
    checked(LIBC.ptrace(16, REFEREE, None, None))
    return True


def trace_first() -> bool:
    """Its own namespace's first process holds the sandbox together."""
    if os.getpid() > 100:
        return False
    checked(LIBC.ptrace(16, 1, None, None))
    return True


def end_others() -> bool:
    os.kill(REFEREE, 0)
    return b"victim" in read(f"/proc/{REFEREE}/cmdline")


def limit_others() -> bool:
    return resource.prlimit(REFEREE, resource.RLIMIT_CORE) is not None


def new_namespaces() -> bool:
    checked(LIBC.unshare(0x10000000))
    return True


def clone_namespace() -> bool:
    """By clone3, whose flags a filter cannot see."""
    asked = struct.pack("=QQQQQQQQQQQ", 0x10000000, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0)
    child = call("clone3", asked, len(asked))
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return True


def mount() -> bool:
    checked(LIBC.mount(b"none", os.environ["TMPDIR"].encode(), b"tmpfs", 0, None))
    return True


def many_processes() -> bool:
    started: list[int] = []
    try:
        for _ in range(int(TOLD["processes"]) + 50):
            child = os.fork()
            if child == 0:
                signal.pause()
            started.append(child)
    finally:
        for child in started:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return True


def fill(files: int) -> bool:
    """Twice what the disk may hold, in so many files."""
    size = 2 * (int(TOLD["disk_mb"]) << 20) // files
    paths = [os.path.join(os.environ["TMPDIR"], f"fill{number}") for number in range(files)]
    try:
        for path in paths:
            with open(path, "wb", buffering=0) as file:
                if file.write(bytes(size)) < size:
                    return False
        return True
    finally:
        for path in paths:
            with contextlib.suppress(OSError):
                os.unlink(path)


def memory() -> bool:
    return len(bytearray(2 * int(TOLD["memory_mb"]) << 20)) > 0


def memory_file() -> bool:
    file = call("memfd_create", b"hoard", 0)
    os.ftruncate(file, 1 << 20)
    os.close(file)
    return True


def memory_shared() -> bool:
    with mmap.mmap(-1, 1 << 20):
        return True


def other_core() -> bool:
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    return True


def type_into_terminal() -> bool:
    fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), 0x5412, b"x")
    return True


def rename_host() -> bool:
    checked(LIBC.sethostname(b"mine", 4))
    return True


ATTACKS: dict[str, Callable[[], bool]] = {
    # First, before the others change what there is to see.
    "use a descriptor of the referee": lambda: len(os.listdir("/proc/self/fd")) > 4,
    "be root": lambda: 0 in os.getresuid(),
    "have a capability": lambda: int(read("/proc/self/status").split(b"CapEff:")[1].split()[0], 16) != 0,
    "learn the referee's variables": lambda: "CARD" in os.environ or b"CARD" in read("/proc/1/environ"),
    "read the referee's memory": referee_memory,
    "read the referee's memory by a call": referee_memory_by_call,
    "read the referee's environment": lambda: b"CARD=" in read(f"/proc/{REFEREE}/environ"),
    "list the referee's descriptors": lambda: bool(os.listdir(f"/proc/{REFEREE}/fd")),
    "read the referee's arguments": lambda: b"seed" in read(f"/proc/{REFEREE}/cmdline"),
    "see other processes": other_processes,
    "read a file of the referee": lambda: bool(read(TOLD["secret"])),
    "read the run directory in a folder shown": lambda: bool(read(TOLD["record"])),
    "read the partner's folder": lambda: bool(read(TOLD["folder of the partner"])),
    "write beside the bot": lambda: write(os.path.join(TOLD["folder"], "note")),
    "write into /usr": lambda: write("/usr/note"),
    "write into /var/tmp": lambda: write("/var/tmp/note-of-a-bot"),
    "write into /etc": lambda: write("/etc/note-of-a-bot"),
    "write into the root": lambda: write("/note-of-a-bot"),
    "connect by TCP": tcp,
    "send by UDP": udp,
    "open a socket to the machine's host": vsock,
    "connect to a socket of the referee": unix_path,
    "connect to a socket of the partner": unix_abstract,
    "find a note in /dev/shm": lambda: note(f"/dev/shm/{NAME}"),
    "find a note in /tmp": lambda: note(f"/tmp/{NAME}"),
    "share memory with the partner": shared_memory,
    "share a message queue with the partner": message_queue,
    "find the partner's key": keyring,
    "feel the partner's record lock": record_lock,
    "feel the partner's file lock": whole_lock,
    "watch a shared file": watch,
    "trace the referee": trace,
    "trace the first process": trace_first,
    "signal the referee": end_others,
    "limit the referee": limit_others,
    "make namespaces": new_namespaces,
    "make namespaces by clone3": clone_namespace,
    "mount": mount,
    "fork beyond the limit": many_processes,
    "fill the disk with one file": lambda: fill(1),
    "fill the disk with many files": lambda: fill(20),
    "take memory": memory,
    "take memory in files that no limit counts": memory_file,
    "take memory shared that no limit counts": memory_shared,
    "go to another core": other_core,
    "use io_uring": lambda: call("io_uring_setup", 1, ctypes.create_string_buffer(120)) >= 0,
    "load a program into the kernel": lambda: call("bpf", 0, ctypes.create_string_buffer(72), 72) >= 0,
    "count the machine's events": lambda: call("perf_event_open", struct.pack("=II120x", 1, 128), 0, -1, -1, 0) >= 0,
    "handle page faults": lambda: call("userfaultfd", 1) >= 0,
    "type into a terminal": type_into_terminal,
    "rename the machine": rename_host,
}


def leave_traces() -> None:
    """The partner: whatever can be left is left."""
    waiting = socket.socket(socket.AF_UNIX)
    file = os.open(TOLD["shared"], os.O_RDONLY)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: waiting.bind(f"\0{NAME}"),
        lambda: waiting.listen(4),
        lambda: leave(f"/dev/shm/{NAME}"),
        lambda: leave(f"/tmp/{NAME}"),
        lambda: LIBC.shmget(KEY, 4096, 0o1666),
        lambda: LIBC.mq_open(f"/{NAME}".encode(), os.O_RDWR | os.O_CREAT, 0o666, None),
        lambda: call("add_key", b"user", NAME.encode(), b"a card", 6, -4),
        lambda: fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB),
        lambda: fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB),
    )
    for attempt in attempts:
        with contextlib.suppress(OSError):
            attempt()
    print(json.dumps({}), flush=True)
    sys.stdin.read()
    LIBC.shmctl(LIBC.shmget(KEY, 0, 0), 0, None)
    LIBC.mq_unlink(f"/{NAME}".encode())
    for place in ("/dev/shm", "/tmp"):
        with contextlib.suppress(OSError):
            os.unlink(f"{place}/{NAME}")


def attack() -> None:
    """The attacker: every attempt in turn."""
    got: dict[str, bool] = {}
    for name, attempt in ATTACKS.items():
        try:
            got[name] = attempt()
        except (OSError, MemoryError, StopIteration, OverflowError):
            got[name] = False
    print(json.dumps(got), flush=True)
    sys.stdin.read()


def victim() -> None:
    """Stands in for the referee: it has secrets and does nothing."""
    print(json.dumps({}), flush=True)
    time.sleep(600)


if __name__ == "__main__":
    {"partner": leave_traces, "attacker": attack, "victim": victim}[TOLD["role"]]()
