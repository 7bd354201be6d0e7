"""What a bot writes to stderr: its head and its tail, each piece with the request during which it came (P11)."""

from collections import deque

import msgspec

KEPT = 1 << 16
"""Bytes kept of the beginning, and as many of the end."""


class Piece(msgspec.Struct, frozen=True):
    """Bytes of stderr that came from one request of a bot until its next."""

    game: str
    """The game's id; empty before the first."""
    action: int
    """The number of the decision in the game, counted over all its hands from 0; -1 before the first."""
    text: bytes


class ErrorLog:
    """Head and tail of one process's stderr, in bounded memory."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._head: list[Piece] = []
        self._tail: deque[Piece] = deque()
        self._room = kept
        self._size = 0
        self.lost = 0
        """Bytes dropped between head and tail."""
        self.last = "", -1
        """The last request there was: what comes while the process ends belongs to it."""

    def add(self, text: bytes, game: str, action: int) -> None:
        """Keep what can be kept of `text`."""
        if self._room:
            head, text = text[: self._room], text[self._room :]
            self._room -= len(head)
            _append(self._head, Piece(game, action, head))
        if text:
            _append(self._tail, Piece(game, action, text))
            self._size += len(text)
            self._trim()

    def pieces(self) -> list[Piece]:
        """Everything kept, in the order in which it came."""
        return [*self._head, *self._tail]

    def tail(self, size: int) -> bytes:
        """The last bytes, at most `size`."""
        found = b""
        for piece in reversed(self.pieces()):
            found = piece.text + found
            if len(found) >= size:
                break
        return found[-size:]

    def _trim(self) -> None:
        while self._size > self._kept:
            first = self._tail.popleft()
            over = min(self._size - self._kept, len(first.text))
            self._size -= over
            self.lost += over
            if over < len(first.text):
                self._tail.appendleft(Piece(first.game, first.action, first.text[over:]))


def _append(pieces: list[Piece] | deque[Piece], piece: Piece) -> None:
    """Put a piece behind the others, joined with the last one if it came during the same request."""
    if pieces and (pieces[-1].game, pieces[-1].action) == (piece.game, piece.action):
        piece = Piece(piece.game, piece.action, pieces.pop().text + piece.text)
    pieces.append(piece)
