"""`rules`: plays by the maxims of the table, counting the cards.

It weighs what each card promises in this trick against what it would be good for later (`bots.taking`): keep winners
while there is much to come, lead the long suit and not from under a winner, return the partner's suit, give points to
the partner's trick and none to the others', win as cheaply as can be. Where points are bad it weighs the danger of a
card kept against what it costs now (`bots.avoiding`). It bids by the strength of its hand and claims what is certain.

Measured at tressette without declarations, 2,500 deals in duplicate: +4.25 ± 0.11 points a deal over `random`, +1.45 ±
0.09 over `greedy`.
"""

from bots import kit
from bots.answers import answer
from bots.avoiding import avoid
from bots.taking import take


def choose(view: kit.View) -> str:
    """Return the action to take."""
    return answer(view, take, avoid)


if __name__ == "__main__":
    kit.run(choose, name="rules")
