"""Reading answers: what nearly every bot writes is known by its bytes, everything else is read by the codec."""

from typing import Final

from protocol.codec import Answer, Stale, decode_act, decode_game
from protocol.messages import GameReply
from referee.rules.cards import NAMES

_CARDS: Final = {b'%b"}\n' % name.encode(): Answer(name) for name in NAMES}


def read_act(line: bytes, expected: int, max_line: int) -> Answer | Stale:
    """The same as the codec's `decode_act`, with a short way for a card and nothing else, written without blanks."""
    head = b'{"id":%d,"action":"' % expected
    if line.startswith(head):
        answer = _CARDS.get(line[len(head) :])
        if answer is not None:
            return answer
    return decode_act(line, expected, max_line)


def read_game(line: bytes, expected: int, max_line: int) -> GameReply | Stale:
    """The same as the codec's `decode_game`, with a short way for an id and nothing else."""
    if line in (b'{"id":%d}\n' % expected, b'{"id": %d}\n' % expected):
        return GameReply(expected)
    return decode_game(line, expected, max_line)
