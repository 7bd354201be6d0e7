"""What every event is: something that happened, which knows what it changes in the state."""

import msgspec

from referee.rules.state import State


class Happening(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened; nothing else changes the state."""

    def apply(self, state: State) -> None:
        """Make it true in the state. As it stands, it changes nothing there."""
