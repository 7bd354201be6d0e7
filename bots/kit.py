"""The kit for bots in Python: write `choose`, call `run`, and the protocol is taken care of.

```python
from bots import kit

def choose(view):
    return view.legal[0]

kit.run(choose)
```

A bot that keeps something during a game is a class: `kit.run(MyBot)` makes one for each game, as `MyBot(game)`.
"""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Final, NamedTuple, Protocol, TypeAlias, TypedDict, Unpack

import msgspec

from bots.view import Line, Memory, View
from protocol.messages import ActReply, Game, HelloReply

__all__ = ["About", "Bot", "Game", "Move", "Player", "Seat", "View", "run"]


class Move(NamedTuple):
    """An action with something besides."""

    action: str
    say: str | tuple[str, ...] | None = None
    """One of `view.say[action]`, or two of which one is `ask:<seat>`."""
    note: object = None
    """Any JSON up to 1,024 bytes; it is kept in the record and shown in replays."""


class Player(Protocol):
    """A bot during one game."""

    def __init__(self, game: Game) -> None:
        """Get ready for the game."""

    def choose(self, view: View) -> str | Move:
        """Return the action to take."""


Choose: TypeAlias = Callable[[View], str | Move]
Bot: TypeAlias = Choose | type[Player]
"""A function of the view; or a class, of which an object is made for each game."""


class About(TypedDict, total=False):
    """What a bot says of itself."""

    name: str
    version: str
    author: str
    games: tuple[str, ...]
    """The games it can play, if not all."""


class _Head(msgspec.Struct, gc=False):
    """As much of a line as every version of the protocol has."""

    type: str = ""
    id: int | None = None


_LINE: Final = msgspec.json.Decoder(Line)
_HEAD: Final = msgspec.json.Decoder(_Head)
_GAME: Final = msgspec.json.Decoder(Game)
_ENCODER: Final = msgspec.json.Encoder()
_KNOWN: Final = frozenset(("hello", "game", "act", "end", "quit"))


class Seat:
    """One bot's end of the conversation, without the pipe: it hears a line and returns the answer, if one is asked."""

    def __init__(self, bot: Bot, **about: Unpack[About]) -> None:
        """Seat the bot; no game has begun."""
        self.over = False
        """Whether the referee has said `quit`."""
        self._bot = bot
        self._about = about
        self._memory: Memory | None = None
        self._choose: Choose | None = None

    def hear(self, line: bytes) -> bytes | None:
        """Take in a line of the referee; return the line that answers it, if it asks for one."""
        try:
            message = _LINE.decode(line)
        except msgspec.ValidationError:
            return self._strange(line)
        kind = message.type
        if kind == "act":
            return self._act(message)
        if kind == "game":
            self._begin(_GAME.decode(line))
        elif kind == "hello" and message.id is not None:
            return _ENCODER.encode(HelloReply(message.id, **self._about)) + b"\n"
        elif kind == "quit":
            self.over = True
        return _ready(message.id)

    def _begin(self, game: Game) -> None:
        bot = self._bot
        self._memory = Memory(game)
        self._choose = bot(game).choose if isinstance(bot, type) else bot

    def _act(self, message: Line) -> bytes:
        memory, choose = self._memory, self._choose
        if memory is None or choose is None or message.id is None:
            raise ValueError("asked to act before a game, or without an id")
        memory.keep(message.events)
        move = choose(View(message, memory))
        if isinstance(move, Move):
            reply = ActReply(message.id, move.action, move.say, move.note)
        else:
            reply = ActReply(message.id, move)
        return _ENCODER.encode(reply) + b"\n"

    def _strange(self, line: bytes) -> bytes | None:
        """Answer a message that only a later version knows as the contract asks: with its id."""
        head = _HEAD.decode(line)
        if head.type in _KNOWN:
            raise ValueError(f"this kit cannot read the {head.type} message")
        return _ready(head.id)


def _ready(number: int | None) -> bytes | None:
    return None if number is None else b'{"id":%d}\n' % number


def run(bot: Bot, **about: Unpack[About]) -> None:
    """Play until the referee says `quit` or goes away.

    What the bot prints goes to stderr, so it cannot do harm. An exception in it ends it, with a traceback in its log.
    """
    pipe = os.dup(1)
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # so that the log shows each line with the decision it belongs to
    seat = Seat(bot, **about)
    parts: list[bytes] = []
    while chunk := os.read(0, 1 << 16):
        parts.append(chunk)
        if b"\n" not in chunk:
            continue
        *lines, rest = b"".join(parts).split(b"\n")
        parts = [rest] if rest else []
        for line in lines:
            answer = seat.hear(line)
            try:
                while answer:
                    answer = answer[os.write(pipe, answer) :]
            except BrokenPipeError:
                return
            if seat.over:
                return
