"""What happens at the table, in full: each event knows what it changes in the state, and nothing else changes it.

What a seat is told of an event is decided in one place, `referee.rules.projection`.
"""

from typing import TypeAlias

from referee.rules.events.bidding import Bid, Called, Contracted, HowChosen, PartnerShown, Raised
from referee.rules.events.deal import Annulled, Dealt, LoneNamed, Seated, ThrownIn
from referee.rules.events.end import Counted, GameEnded, HandEnded, WentOut
from referee.rules.events.exchange import Buried, CardPassed, Discarded, Exposed, MonteTaken, Swapped, TakenUp
from referee.rules.events.play import (
    Claimed,
    Declared,
    Drawn,
    DummyShown,
    Knocked,
    Played,
    Revealed,
    TrickWon,
    TurnedUp,
)

Event: TypeAlias = (
    Dealt
    | Annulled
    | ThrownIn
    | Seated
    | LoneNamed
    | Bid
    | Raised
    | HowChosen
    | Contracted
    | Swapped
    | Called
    | PartnerShown
    | MonteTaken
    | CardPassed
    | Discarded
    | Buried
    | Exposed
    | TakenUp
    | TurnedUp
    | DummyShown
    | Declared
    | Revealed
    | Played
    | TrickWon
    | Drawn
    | Knocked
    | Claimed
    | Counted
    | HandEnded
    | WentOut
    | GameEnded
)

__all__ = [
    "Annulled",
    "Bid",
    "Buried",
    "Called",
    "CardPassed",
    "Claimed",
    "Contracted",
    "Counted",
    "Dealt",
    "Declared",
    "Discarded",
    "Drawn",
    "DummyShown",
    "Event",
    "Exposed",
    "GameEnded",
    "HandEnded",
    "HowChosen",
    "Knocked",
    "LoneNamed",
    "MonteTaken",
    "PartnerShown",
    "Played",
    "Raised",
    "Revealed",
    "Seated",
    "Swapped",
    "TakenUp",
    "ThrownIn",
    "TrickWon",
    "TurnedUp",
    "WentOut",
]
