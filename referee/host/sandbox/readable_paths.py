"""What a bot's command needs to read: its interpreter wherever that lives, the files it names, its own folder."""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import protocol

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
"""What every sandbox shows, the latter where they exist; nothing under these is asked for again."""

_TOO_WIDE = frozenset(
    {"/", "/dev", "/etc", "/home", "/opt", "/proc", "/root", "/run", "/srv", "/sys", "/tmp", "/var", "/var/tmp"}
)
_KEEPS_SECRETS = frozenset({".cargo", ".local"})
"""Prefixes of programs that hold credentials beside them: only `bin` and `lib` of these are shown."""

_OURS = frozenset({"PATH", "HOME", "TMPDIR"})
"""Variables that name folders of the machine, or of the scratch directory."""

_STORES = ("/nix/store", "/gnu/store")
_SHEBANG = 256


def program(name: str, path: str) -> tuple[str, str]:
    """The file that a command's first word means, and, if that is a shim of pyenv, the interpreter behind it instead.

    Both are absolute paths. Raises FileNotFoundError or PermissionError as starting it would.
    """
    found = shutil.which(name, path=path)
    if found is None:
        if os.path.exists(name):
            raise PermissionError(13, "it may not be executed", name)
        raise FileNotFoundError(2, "there is no such program", name)
    found = os.path.abspath(found)
    return found, _behind_shim(Path(found)) or found


def needed(argv: Sequence[str], env: Mapping[str, str], cwd: str | None = None) -> list[str]:
    """Files and folders outside the system that this command reads, outermost first, none inside another.

    `argv[0]` is an absolute path, `env` the bot's environment, `cwd` where it runs if that is no scratch directory.
    Shown are the program and its installation, the files that the command names, each with the folder it lies in, and
    the folders that variables name. Folders too wide to be shown whole, like a home directory, are left out.
    """
    named = _named(argv[1:])
    found = {*_of_program(argv[0], env["PATH"]), *named}
    if list(_installation(Path(argv[0]))) == [argv[0]]:
        found.add(os.path.dirname(argv[0]))
    found |= {os.path.dirname(file) for file in named if os.path.isfile(file)}
    for path in _named(value for name, value in env.items() if name not in _OURS):
        found |= set(_packages(path))
    if cwd:
        found.add(os.path.abspath(cwd))
    found |= {os.path.realpath(each) for each in found}
    return _outermost(each for each in found if not _is_wide(each) and not _inside(each, SYSTEM + SETTINGS))


def _named(words: Iterable[str]) -> set[str]:
    """The files and folders in these words, also in lists of them and behind `option=`."""
    parts = [part for word in words for part in word.replace("=", ":").split(":")]
    return {os.path.normpath(part) for part in parts if part.startswith("/") and os.path.exists(part)}


def _packages(path: str) -> tuple[str, ...]:
    """The folder, or, where it is this project's own, the two packages in it that bots use."""
    ours = os.path.dirname(os.path.dirname(os.path.abspath(protocol.__file__)))
    return (f"{ours}/bots", f"{ours}/protocol") if path == ours else (path,)


def _of_program(file: str, path: str, depth: int = 4) -> Iterator[str]:
    """The program's installation, that of everything its links go through, and its interpreter's if it is a script."""
    step = file
    for _ in range(40):
        yield from _installation(Path(step))
        if not os.path.islink(step):
            break
        step = os.path.normpath(os.path.join(os.path.dirname(step), os.readlink(step)))
    yield from _installation(Path(os.path.realpath(file)))
    interpreter = _interpreter(step, path) if depth else None
    if interpreter:
        yield from _of_program(interpreter, path, depth - 1)


def _installation(file: Path) -> Iterator[str]:
    """The folders that a program was installed with: `prefix` of `prefix/bin/program` where it looks like one."""
    yield str(file)
    for store in _STORES:
        if file.is_relative_to(store):
            yield store
    prefix = file.parent.parent
    if file.parent.name != "bin" or _is_wide(str(prefix)):
        return
    if prefix.name in _KEEPS_SECRETS:
        yield from (str(prefix / part) for part in ("bin", "lib") if (prefix / part).is_dir())
    elif (prefix / "lib").is_dir() or (prefix / "pyvenv.cfg").is_file():
        yield str(prefix)


def _interpreter(file: str, path: str) -> str | None:
    """The program that runs a script, from its first line."""
    try:
        with open(file, "rb") as script:
            first = script.read(_SHEBANG).split(b"\n", 1)[0]
    except OSError:
        return None
    if not first.startswith(b"#!"):
        return None
    words = os.fsdecode(first[2:]).split()
    if words and os.path.basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    found = shutil.which(words[0], path=path) if words else None
    return os.path.abspath(found) if found else None


def _behind_shim(file: Path) -> str | None:
    """The interpreter that a pyenv shim would start, without its 200 ms of shell."""
    root = file.parent.parent
    if file.parent.name != "shims" or not (root / "versions").is_dir():
        return None
    chosen = os.environ.get("PYENV_VERSION", "").replace(":", " ").split()
    if not chosen and (root / "version").is_file():
        chosen = (root / "version").read_text("utf-8", "replace").split()
    for version in chosen:
        candidate = root / "versions" / version / "bin" / file.name
        if os.access(candidate, os.X_OK):
            return str(candidate)
    return None


def _is_wide(folder: str) -> bool:
    """Whether showing this folder whole would show what is no bot's business."""
    return folder in _TOO_WIDE or _inside(os.path.expanduser("~").rstrip("/"), [folder])


def _inside(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def _outermost(paths: Iterable[str]) -> list[str]:
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not _inside(path, kept):
            kept.append(path)
    return kept
