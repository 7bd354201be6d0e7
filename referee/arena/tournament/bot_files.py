"""The files that a bot is, by their digests: what was played with, and what another machine must have to play it."""

from hashlib import sha256
from pathlib import Path

from referee.host.in_process.loading import source
from referee.host.processes.bot import Bot


def files_of(bot: Bot) -> dict[str, str]:
    """Each file with its SHA-256 as it is now: those that the command names, an interpreter only where it is alone; of
    code in our own process its module. What these load in turn is not among them.
    """
    if bot.code is not None:
        module = source(bot.code)
        return {str(module): digest_of_file(module)} if module else {}
    named = [Path(word) for word in bot.command if Path(word).is_file()]
    scripts = [path for path in named if str(path) != bot.command[0]] or named
    return {str(path): digest_of_file(path) for path in scripts}


def changed(files: dict[str, str]) -> tuple[list[str], list[str]]:
    """Of these files with their SHA-256: those that cannot be read now, and those whose content is another."""
    now = {path: digest_of_file(Path(path)) for path in files}
    missing = [path for path in files if now[path].startswith("unreadable")]
    return missing, [path for path in files if path not in missing and now[path] != files[path]]


def digest_of_file(path: Path) -> str:
    """The SHA-256 of a file's content, or why it cannot be read."""
    try:
        with path.open("rb") as file:
            digest = sha256()
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    except OSError as error:
        return f"unreadable: {error.strerror}"
    return digest.hexdigest()
