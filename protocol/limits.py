"""The limits that bot protocol 1 sets to what a bot may send."""

from typing import Final

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Sizes beyond which a line of a bot is a fault, or a note is dropped (P1, P2, faults)."""

    max_line: int = 65_536
    """Bytes of one line, its end not counted; a configuration may set another."""
    nesting: int = 32
    """Levels of objects and lists in one line, the line's own object being the first."""
    note: int = 1_024
    """Bytes of a note's JSON, counted as it was sent."""
    integer: int = 2**53
    """The largest size of an integer, either sign."""
    flood_lines: int = 64
    """Lines that answer nothing, in one game."""
    flood_bytes: int = 1 << 20
    """Bytes that answer nothing, in one game."""


LIMITS: Final = Limits()
