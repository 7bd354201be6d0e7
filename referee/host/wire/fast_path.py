"""Asking a bot that answers soon with a card: the hot path of every match, in one piece."""

import os
from typing import TYPE_CHECKING, Final

from protocol.codec import Answer
from referee.host.faults import Fault
from referee.host.wire.alarm import ALARM, BEAT_MS
from referee.host.wire.replies import CARDS, HEAD, read_act

if TYPE_CHECKING:
    from referee.host.wire.connection import Ask, Connection

LOOK_MS: Final = 10
"""An answer that takes longer is waited for in steps, which also measure how late the machine is."""

CHUNK: Final = 1 << 16
"""Bytes read at once."""

_SHORT: Final = 448
"""Bytes read of an answer that should be short: for so few Python has a place ready, a chunk's must be looked for."""

_START: Final = slice(-len(b'3b"}\n'))
_TAIL: Final = slice(_START.stop, None)
"""The two parts of an answer that is a card and no more: what follows from the request, and what does not."""


def quick_ask(link: "Connection") -> "Ask":
    """Asks with everything at hand that the plain case needs.

    The answer is waited for by reading alone, since the alarm ends that where it takes long. Whatever else there is
    (something unread, something unsent, another answer, none soon) goes the way of `send` and `receive`, and comes to
    the same.
    """
    write, read, now, inbox, text_of, head = os.write, os.read, link.now, link.inbox, CARDS.get, HEAD
    stdin, answers, alarm = link.process.stdin, link.process.answers, ALARM

    def ask(request: bytes, ident: int, action: int, wait_ms: int) -> str | Answer | Fault:
        if wait_ms < BEAT_MS or not alarm.on or not inbox.empty or link.unsent or link.printed(0):
            return link.ask_slowly(request, ident, action, wait_ms)
        link.ident, link.action = ident, action
        link.began = now()
        try:
            sent = write(stdin, request)
        except OSError:
            return link.ask_slowly(request, ident, action, wait_ms)
        if sent != len(request):
            link.write(request[sent:])
            return link.look_longer(read_act, wait_ms)
        alarm.fd = answers
        try:
            line = read(answers, _SHORT)
        except BlockingIOError:
            alarm.fd = -1
            os.set_blocking(answers, True)
            return link.receive(read_act, wait_ms)
        alarm.fd = -1
        link.ended = now()
        text = text_of(line[_TAIL])
        if text is not None and line[_START] == head % ident:
            inbox.line = line
            return text
        return link.read_whole(line, read_act, wait_ms)

    return ask
