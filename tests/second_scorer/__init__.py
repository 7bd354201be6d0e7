"""A second, independent reading of the rules: it recounts a record, and names the first thing that is not so.

It was written from the text of the rules alone and shares no line with the referee, so that a mistake of one of the two
shows as a difference. Cards are text (`3b`), a hand is a list of them, and nothing is done for speed.
"""

from .recount import recount
from .script import Difference, Offer

__all__ = ["Difference", "Offer", "recount"]
