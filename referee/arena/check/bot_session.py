"""One process of the candidate, and what is said to it: the real messages, in whatever manner."""

import contextlib
import fcntl
import os
import termios
import time
from array import array
from collections.abc import Callable
from typing import Self, TypeVar

from protocol.codec import Answer, Stale, decode_act, decode_game, decode_hello, encode
from protocol.limits import LIMITS
from protocol.messages import PROTOCOL, Hello, HelloReply, Quit
from protocol.messages import Result as ToldResult
from protocol.shown import shown
from referee.arena.check.candidate import Candidate
from referee.arena.check.leftover_processes import memory_kb
from referee.arena.check.wire_variations import Manner, pieces
from referee.host.faults import Fault, fault
from referee.host.game.seat import REFEREE
from referee.host.processes.process import Ending, Process
from referee.host.processes.shutdown import end_all
from referee.host.wire.connection import Connection
from referee.host.wire.game_message import Announcement
from referee.host.wire.ids import Ids
from referee.host.wire.inbox import Inbox
from referee.host.wire.requests import Requests
from referee.host.wire.wire_text import encode_json
from referee.rules.cards import CARD
from referee.rules.decision import IllegalAction
from referee.rules.engine import Game, Variant
from referee.rules.why import why_illegal

Reply = TypeVar("Reply")

_MS = 1_000_000
_PAUSE_S = 0.0005
"""Between two pieces of a line that comes slowly."""
_LONG_PAUSE_S = 0.05
"""Once in the middle of such a line."""
_READ_S = 0.5
_TICK_MS = 10
_READS = 16
_SAID_BYTES = 4096
_SAID_LINES = 4
_SAID_WIDTH = 160
_PLAIN = Manner()


class _Kept(Inbox):
    """An inbox that shows what answers nothing before it is dropped."""

    def __init__(self, max_line: int, candidate: Candidate) -> None:
        super().__init__(max_line)
        self._candidate = candidate

    def drop(self, line: bytes) -> None:
        self._candidate.strayed(line)
        super().drop(line)

    def cut(self) -> None:
        self._candidate.strayed(bytes(self._buffer))
        super().cut()


class Dialogue:
    """A process of the bot, started and ended with this object's `with` block. CannotLaunch: it cannot be started."""

    def __init__(self, candidate: Candidate, manner: Manner = _PLAIN) -> None:
        self.candidate = candidate
        self.asked = 0
        """Decisions asked in this process."""
        self._manner = manner
        self._ids = Ids()
        self._games = 0
        host = candidate.host
        self.process = Process(candidate.bot, host.launcher, host.root)
        self._link = Connection(self.process, host.stop, host.noise)
        self._link.inbox = _Kept(LIMITS.max_line, candidate)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def hello(self) -> HelloReply | Fault:
        """Say hello; the time to answer counts from the launch (P3)."""
        ident = self._ids.take()
        self._send(encode(Hello(ident, PROTOCOL, REFEREE)), ident)
        self._link.began = self.process.began
        reply = self._receive(decode_hello, self.candidate.terms.times.start_ms)
        if not isinstance(reply, Fault) and self.candidate.start_ms is None:
            self.candidate.start_ms = (self._link.ended - self._link.began) // _MS
        return reply

    def game(self, variant: Variant, seat: int, seed: int, players: tuple[str, ...] | None = None) -> Fault | None:
        """Announce a game."""
        times = self.candidate.terms.times
        names = players or tuple(f"p{each}" for each in range(variant.seats))
        ident = self._ids.take()
        self._link.new_game(f"{self._games}/0")
        self._news()
        line = Announcement(variant, names, seat, times).line(ident, self._games, seed)
        self._games += 1
        self._send(line, ident)
        reply = self._receive(decode_game, times.game_ms + times.margin_ms)
        return reply if isinstance(reply, Fault) else None

    def act(self, game: Game, requests: Requests) -> Answer | Fault:
        """Ask for the decision that the game is at, and take it; what is not legal is a fault, and not taken."""
        times, decision, candidate = self.candidate.terms.times, game.decision, self.candidate
        assert decision is not None
        ident = self._ids.take()
        self._send(requests.act(decision, ident, times.move_ms, 0), ident)
        self.asked += 1
        candidate.asked[decision.kind] += 1
        answer = self._receive(decode_act, times.move_ms + times.margin_ms)
        if isinstance(answer, Fault):
            return answer
        candidate.answer_us.append((self._link.ended - self._link.began) // 1000)
        if answer.warning:
            candidate.warnings.append(answer.warning)
        action = CARD.get(answer.action, answer.action)
        try:
            game.act(action, answer.say)
        except IllegalAction as error:
            if decision.allows(action):
                return fault("illegal", error.message, error.rule)
            rule, why = why_illegal(game.state, decision, action)
            return fault("illegal", why, rule)
        return answer

    def end(self, game: Game, requests: Requests, seat: int) -> None:
        """Tell the end of a game that is over."""
        result = game.result
        assert result is not None
        told = ToldResult(result.winners, result.scores, result.utility, result.stakes, result.reason)
        self._tell(self._dressed(requests.end(seat, encode_json(told))))

    def say_quit(self) -> None:
        """Say quit, its input still open."""
        self._link.tell(self._dressed(encode(Quit())))
        self._link.flush()

    def ends_within(self, wait_ms: int) -> Ending | None:
        """How it ends, if it does in so many milliseconds; what it prints meanwhile answers nothing."""
        until = time.monotonic() + wait_ms / 1000
        while True:
            ended = self.process.ending(_TICK_MS)
            self.listen()
            if ended is not None or time.monotonic() > until:
                return ended

    def listen(self) -> None:
        """Take in what it has printed unasked, and what it wrote to stderr, as far as that is there."""
        for _ in range(_READS):
            text, errors = _read(self.process.stdout), _read(self.process.stderr)
            self.candidate.strayed(text)
            self.process.errors.add(errors, "", -1)
            if not text and not errors:
                break

    def said(self) -> str:
        """The last lines that it wrote to stderr, in one; without the frames and marks of a stack, which hide what is
        wrong.
        """
        lines = [line.strip() for line in self.process.errors.tail(_SAID_BYTES).decode("utf-8", "replace").splitlines()]
        telling = [line for line in lines if line.strip("~^") and not line.startswith("at ")]
        return " | ".join(shown(line, _SAID_WIDTH) for line in telling[-_SAID_LINES:])

    def received(self) -> bytes:
        """The beginning of what came for the last request."""
        return self._link.inbox.received()[0]

    def close(self) -> None:
        """End it, and note what it has used and what it leaves."""
        candidate, process = self.candidate, self.process
        if process.closed:
            return
        candidate.memory_kb = max(candidate.memory_kb, memory_kb(process.pid))
        end_all([process], 0 if process.ending() else candidate.terms.times.quit_ms)
        candidate.stderr_lost += process.errors.lost

    def _send(self, line: bytes, ident: int) -> None:
        line = self._dressed(line)
        if self._manner.slowly:
            *first, line = pieces(line)
            for number, piece in enumerate(first):
                with contextlib.suppress(OSError):  # it is gone; the rest will find that out
                    os.write(self.process.stdin, piece)
                if number == len(first) // 2:
                    self._wait_until_read()
                    time.sleep(_LONG_PAUSE_S)
                else:
                    time.sleep(_PAUSE_S)
        self._link.send(line, ident, self.asked)

    def _tell(self, line: bytes) -> None:
        """Tell what wants no answer: at once, or in one piece with what comes next, as the referee mostly does."""
        self._link.tell(line)
        if not self._manner.together:
            self._link.flush()
            self._wait_until_read()

    def _wait_until_read(self) -> None:
        """Wait until it has taken in what it was told, so that what comes next is a piece of its own."""
        until = time.monotonic() + _READ_S
        while _lies_in(self.process.stdin) and self.process.ending() is None and time.monotonic() < until:
            time.sleep(_PAUSE_S)

    def _news(self) -> None:
        """Something that only a later referee would say; with an id it is answered like anything else."""
        if self._manner.news:
            self._tell(b'{"type":"news","text":"the hall closes at ten"}\n')
            ident = self._ids.take()
            self._link.send(b'{"type":"greeting","id":%d}\n' % ident, ident)
            reply = self._receive(decode_game, self.candidate.terms.times.game_ms)
            if isinstance(reply, Fault):
                raise Unanswered(reply)

    def _dressed(self, line: bytes) -> bytes:
        return self._manner.dress(line) if self._manner.dress else line

    def _receive(self, decode: Callable[[bytes, int, int], Reply | Stale], wait_ms: int) -> Reply | Fault:
        return self._link.receive(decode, wait_ms)


def _lies_in(fd: int) -> int:
    """How many bytes lie in a pipe; 0 where the system does not say."""
    size = array("i", [0])
    with contextlib.suppress(OSError):
        fcntl.ioctl(fd, termios.FIONREAD, size)
    return size[0]


def _read(fd: int) -> bytes:
    """What lies in a pipe; nothing if it is empty or has ended."""
    with contextlib.suppress(OSError):
        return os.read(fd, 1 << 16)
    return b""


class Unanswered(Exception):
    """A message of an unknown type, with an id, was not answered."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault
