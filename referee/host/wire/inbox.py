"""What a bot has printed and nobody has judged yet, in bounded memory, with the count of what answers nothing (P7)."""

from protocol.limits import LIMITS

_END = b"\n"
EVIDENCE = 512
"""Bytes kept of the beginning, and as many of the end, of what came during a request (P8)."""


class Inbox:
    """Bytes in the order in which they came, cut into lines."""

    def __init__(self, max_line: int) -> None:
        self._max_line = max_line
        self._buffer = bytearray()
        self._skipping = False  # up to the newline of a line that was cut
        self.empty = True
        """Whether nothing waits, no line is cut and nothing is wrong: what comes next begins a line."""
        self.line = b""
        """All that came for the last request, where that was one line and no more; else empty."""
        self.lines = 0
        """Lines of this game that answered nothing."""
        self.bytes = 0
        self._head = b""
        self._tail = b""
        self._size = 0

    def __len__(self) -> int:
        return len(self._buffer)

    @property
    def flooded(self) -> bool:
        """Whether more has come in this game that answers nothing than is allowed."""
        return self.lines > LIMITS.flood_lines or self.bytes > LIMITS.flood_bytes

    @property
    def overlong(self) -> bool:
        """Whether a line is longer than allowed, though its end has not come."""
        return len(self._buffer) > self._max_line + 1  # a carriage return may be the last

    def forget(self) -> None:
        """A new game: nothing has answered nothing."""
        self.lines = self.bytes = 0
        self._note_state()

    def begin(self) -> None:
        """A new request: nothing has come for it yet."""
        self.line = self._head = self._tail = b""
        self._size = 0

    def feed(self, text: bytes) -> None:
        """Take in what came."""
        self._size += len(text)
        if len(self._head) < EVIDENCE:
            self._head += text[: EVIDENCE - len(self._head)]
        self._tail = (self._tail + text[-EVIDENCE:])[-EVIDENCE:]
        if self._skipping:
            cut, end, text = text.partition(_END)
            self._count(cut + end)
            self._skipping = not end
        self._buffer += text
        self._note_state()

    def next_line(self) -> bytes | None:
        """Take the next whole line, its end included."""
        end = self._buffer.find(_END) + 1
        if not end:
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[:end]
        self._note_state()
        return line

    def drop(self, line: bytes) -> None:
        """Count a line that answers nothing."""
        self._count(line)
        self._note_state()

    def cut(self) -> None:
        """Drop and count what lies here; if it breaks off within a line, the rest of that will be dropped too."""
        if self._buffer:
            self._count(self._buffer)
            self._skipping = not self._buffer.endswith(_END)
            self._buffer.clear()
        self._note_state()

    def received(self) -> tuple[bytes, bytes, int]:
        """What came for the last request: its first bytes, its last bytes if they are not among these, and how many."""
        if self.line:
            return self.line[:EVIDENCE], self.line[EVIDENCE:][-EVIDENCE:], len(self.line)
        rest = self._size - len(self._head)
        return self._head, self._tail[-rest:] if rest else b"", self._size

    def _count(self, text: bytes | bytearray) -> None:
        self.lines += text.count(_END)
        self.bytes += len(text)

    def _note_state(self) -> None:
        self.empty = not (self._buffer or self._skipping or self.flooded)
