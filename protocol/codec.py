"""From messages to bytes, and from the bytes of a bot, which are never trusted, to answers."""

from typing import Final, TypeAlias

import msgspec

from protocol.limits import LIMITS
from protocol.messages import FromBot, GameReply, HelloReply, ToBot
from protocol.shown import shown
from protocol.strict import BadLine, Beyond, Member, read_object

__all__ = ["Answer", "BadLine", "Stale", "decode_act", "decode_game", "decode_hello", "encode"]

Members: TypeAlias = dict[str, Member]


class Stale(msgspec.Struct, frozen=True, gc=False):
    """A line whose id is another than the one asked: it answers nothing and is not judged further (P7)."""

    id: int


class Answer(msgspec.Struct, frozen=True):
    """A well-formed answer to `act`; whether it is allowed is for the rules to say."""

    action: str
    say: tuple[str, ...] = ()
    note: object = None
    """Any JSON, as Python values."""
    warning: str | None = None
    """Why a note was dropped."""


class _Plain(msgspec.Struct, gc=False):
    """The members of an ordinary answer."""

    id: int
    action: str
    say: str | tuple[str, ...] | None = None


_ENCODER: Final = msgspec.json.Encoder()
_PLAIN: Final = msgspec.json.Decoder(_Plain)
_BACKSLASH: Final = ord("\\")


def encode(message: ToBot | FromBot) -> bytes:
    """Return `message` as one line, its newline included."""
    return _ENCODER.encode(message) + b"\n"


def decode_hello(line: bytes, expected: int, max_line: int = LIMITS.max_line) -> HelloReply | Stale:
    """Return the answer to the `hello` with the id `expected`; raises BadLine.

    Text in it is the bot's own and of any length: pass it through `shown` before it is displayed.
    """
    members = read_object(line, max_line)
    given = _id(members)
    if given != expected:
        return Stale(given)
    games = _value(members, "games")
    return HelloReply(
        id=given,
        name=_text(members, "name"),
        version=_text(members, "version"),
        author=_text(members, "author"),
        games=None if games is None else _texts(games, "games"),
    )


def decode_game(line: bytes, expected: int, max_line: int = LIMITS.max_line) -> GameReply | Stale:
    """Return the answer to the `game` with the id `expected`; raises BadLine."""
    given = _id(read_object(line, max_line))
    return GameReply(id=given) if given == expected else Stale(given)


def decode_act(line: bytes, expected: int, max_line: int = LIMITS.max_line) -> Answer | Stale:
    """Return the answer to the `act` with the id `expected`; raises BadLine.

    A note that cannot be kept is left out with a warning; it is no fault.
    """
    return _plain(line, expected, max_line) or _exact(line, expected, max_line)


def _plain(line: bytes, expected: int, max_line: int) -> Answer | None:
    """Return what an ordinary answer says, or None if the line has to be read exactly.

    Without a backslash each string has two quotes. So if the strings that were understood make up all the quotes there
    are, the line holds nothing else that has a key: no unknown member, no key twice, nothing nested but a list of
    sayings.
    """
    if _BACKSLASH in line or len(line) > max_line:
        return None
    try:
        plain = _PLAIN.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if plain.id != expected:
        return None
    quotes = line.count(b'"')
    say = plain.say
    if say is None:
        return Answer(plain.action) if quotes == 6 else None
    if isinstance(say, str):
        say = (say,)
        return Answer(plain.action, say) if quotes == 10 else None
    return Answer(plain.action, say) if quotes == 8 + 2 * len(say) else None


def _exact(line: bytes, expected: int, max_line: int) -> Answer | Stale:
    members = read_object(line, max_line)
    given = _id(members)
    if given != expected:
        return Stale(given)
    action = _text(members, "action")
    if action is None:
        raise BadLine("no action")
    say = _value(members, "say")
    sayings = () if say is None else (_clean(say),) if isinstance(say, str) else _texts(say, "say")
    note, warning = _note(members)
    return Answer(action, sayings, note, warning)


def _value(members: Members, key: str) -> object:
    member = members.get(key)
    return None if member is None else member.value


def _id(members: Members) -> int:
    if "id" not in members:
        raise BadLine("no id")
    value, source = members["id"]
    if type(value) is not int or not 1 <= value <= LIMITS.integer:
        raise BadLine(f"the id {shown(source, 30)} is not an integer from 1 to 2^53")
    return value


def _text(members: Members, key: str) -> str | None:
    value = _value(members, key)
    if value is not None and not isinstance(value, str):
        raise BadLine(f"{key!r} is not a string")
    return None if value is None else _clean(value)


def _texts(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadLine(f"{key!r} is not {'a string or ' if key == 'say' else ''}a list of strings")
    return tuple(map(_clean, value))


def _clean(text: str) -> str:
    """Return `text` with a lone surrogate, which no file could keep, replaced; no legal action has one."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _note(members: Members) -> tuple[object, str | None]:
    """Return the note and, if it was dropped, why."""
    if "note" not in members:
        return None, None
    value, source = members["note"]
    size = len(source.encode())
    if size > LIMITS.note:
        return None, f"note dropped: {size} bytes, at most {LIMITS.note}"
    flaw = _flaw(value)
    return (None, f"note dropped: it holds {flaw}") if flaw else (value, None)


def _flaw(value: object) -> str | None:
    """Return what in a note JSON could not carry on, if anything."""
    if isinstance(value, Beyond):
        return "a number that is too large"
    if isinstance(value, str):
        return None if _clean(value) == value else "a lone surrogate"
    if isinstance(value, dict):
        return next(filter(None, map(_flaw, [*value, *value.values()])), None)
    if isinstance(value, list):
        return next(filter(None, map(_flaw, value)), None)
    return None
