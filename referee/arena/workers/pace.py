"""The pace of a run: how many blocks make a parcel that is worth sending, and not too long to be lost."""

from typing import Final

FAR_S: Final = 3.0
NEAR_S: Final = 1.0
"""What a parcel is to take on other machines, and on this one: handing it out costs nothing then, losing it little."""
_MOST: Final = 512


class Pace:
    """Blocks in a parcel, from what the last parcels took. It begins with one."""

    def __init__(self, aim_s: float) -> None:
        """With the seconds that a parcel is to take; 0 leaves it at one block."""
        self.blocks = 1
        self._aim_s = aim_s
        self._block_s = 0.0

    def note(self, seconds: float, blocks: int) -> None:
        """A parcel of so many blocks took so long."""
        if blocks:
            took = seconds / blocks
            self._block_s = (self._block_s + took) / 2 if self._block_s else took
            wanted = int(self._aim_s / max(self._block_s, 1e-6))
            self.blocks = max(1, min(wanted, 4 * self.blocks, _MOST))
