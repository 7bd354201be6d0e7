"""What of a hand has to be remembered until its end, so that its result can be told."""

import msgspec

from protocol import events as told
from referee.records.replay.event_text import DealtToAll, Seen


class Memory(msgspec.Struct):
    """A hand so far, as all at the table know it."""

    hand: int = -1
    """Its number, from 0; -1 before the first deal."""
    dealer: int | None = None
    contract: told.Contract | None = None
    call: told.Call | None = None
    swapped: bool = False
    """Whether the declarer, who might have had a partner, exchanged a card instead (R8.2)."""
    claim: told.Claim | None = None
    """The last one."""

    def watch(self, event: Seen) -> None:
        """Remember what matters of an event."""
        match event:
            case told.Deal() | DealtToAll():
                self.hand, self.dealer = event.hand, event.dealer
                self.contract, self.call, self.swapped, self.claim = None, None, False, None
            case told.Contract():
                self.contract = event
            case told.Call():
                self.call = event
            case told.How():
                self.swapped = event.bid == "swap"
            case told.Claim():
                self.claim = event
            case _:
                pass
