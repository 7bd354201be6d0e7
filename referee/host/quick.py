"""Asking a bot that answers at once with a card: the hot path of every match, in one piece."""

import os
from typing import TYPE_CHECKING, Final

from protocol.codec import Answer
from referee.host.faults import Fault
from referee.host.replies import CARDS, HEAD, read_act

if TYPE_CHECKING:
    from referee.host.connection import Ask, Connection

LOOK_MS: Final = 10
"""An answer that takes longer is waited for in steps, which also measure how late the machine is."""

PAUSE: Final = 100
"""On one core a quick bot has answered before the write returns, and a look at its pipe would be in vain. A slower one
has not: then the look is worth its time, and this many answers are waited for in that way.
"""

CHUNK: Final = 1 << 16
"""Bytes read at once."""


def quick_ask(link: "Connection") -> "Ask":
    """Asks with everything at hand that the plain case needs.

    Whatever else there is (something unread, something unsent, another answer, none at once) goes the way of `send` and
    `receive`, and comes to the same.
    """
    write, read, now, inbox, text_of, head = os.write, os.read, link.now, link.inbox, CARDS.get, HEAD
    stdin, stdout = link.process.stdin, link.process.stdout
    pause = 0  # requests until it is tried again whether the answer is there as soon as the request is written

    def ask(request: bytes, ident: int, action: int, wait_ms: int) -> str | Answer | Fault:
        nonlocal pause
        if wait_ms < LOOK_MS or not inbox.empty or link.unsent or link.printed(0):
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
        if pause:
            pause -= 1
            ready = link.printed(LOOK_MS)
            if len(ready) != 1 or ready[0][0] != stdout:
                return link.look_longer(read_act, wait_ms)
        try:
            line = read(stdout, CHUNK)
        except BlockingIOError:
            pause = PAUSE
            return link.receive(read_act, wait_ms)
        link.ended = now()
        start = head % ident
        if line.startswith(start):
            text = text_of(line[len(start) :])
            if text is not None:
                inbox.line = line
                return text
        return link.read_whole(line, read_act, wait_ms)

    return ask
