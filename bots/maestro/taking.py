"""Playing on where points are wanted: by the maxims, a card at a time and a whole hand at a time.

`_play_on` is the innermost loop of the search, so everything in it is a local name and the maxims stand where they are
needed. `_choose` says the same one decision at a time; a test holds the two together.
"""

from collections.abc import Sequence
from functools import cache, partial

from bots.maestro.deck import BIT, TOP, VALUE
from bots.maestro.maxims import HIGH_FRIEND, KIND, NONE, STAGE, Maxims
from bots.maestro.style import Refill, Style, Trick


@cache
def taking() -> Style:
    """Return the way to play, its tables reckoned once; that takes some tenths of a second."""
    maxims = Maxims()
    return Style(partial(_choose, maxims), partial(_play_on, maxims))


def _choose(
    maxims: Maxims, hands: Sequence[int], live: Sequence[int], side: Sequence[int], trick: Trick, left: int
) -> int:
    if not trick.waiting:
        return _throw(maxims.lead[STAGE[left]], hands, live, trick.leader)
    place = trick.waiting[0]
    held = hands[4 * place + trick.led]
    friend, last = side[place] == side[trick.winner], len(trick.waiting) == 1
    top, best = TOP[live[trick.led] & ~held], trick.best
    if not held:
        trusted = friend and (last or best >= HIGH_FRIEND or best > top)
        return _throw(maxims.help if trusted else maxims.spare, hands, live, place)
    if last and not friend:
        rank = (maxims.win if trick.thirds else maxims.take)[best][held]
    elif friend and (last or best > top):
        rank = maxims.give[held]
    else:
        rank = maxims.sure[max(top, best)][held] if trick.thirds else NONE
        if rank == NONE:
            rank = maxims.force[best][held] if len(trick.waiting) == 2 else maxims.lose[held]
    return trick.led << 4 | rank


def _throw(rows: Sequence[Sequence[int]], hands: Sequence[int], live: Sequence[int], place: int) -> int:
    """Return the card of the best suit, where any may be played."""
    found = []
    for suit in range(4):
        held = hands[4 * place + suit]
        if held:
            found.append(rows[KIND[live[suit] ^ held]][held] + (suit << 4))
    return max(found) & 63


def _play_on(
    maxims: Maxims,
    hands: list[int],
    live: list[int],
    taken: list[int],
    side: Sequence[int],
    after: Sequence[tuple[int, ...]],
    trick: Trick,
    left: int,
    refill: Refill | None,
    table: Sequence[tuple[int, int]],
) -> int:
    leader, waiting, led, best, winner, thirds = trick
    leads, helps, spares = maxims.lead, maxims.help, maxims.spare
    give, lose, sure = maxims.give, maxims.lose, maxims.sure
    wins, takes, force = maxims.win, maxims.take, maxims.force
    kinds, tops, bits, values = KIND, TOP, BIT, VALUE
    played = list(table)
    while True:
        if not waiting:
            choice = -1
            row = leads[STAGE[left]]
            place = 4 * leader
            for suit in (0, 1, 2, 3):
                held = hands[place + suit]
                if held:
                    found = row[kinds[live[suit] ^ held]][held] + (suit << 4)
                    if found > choice:
                        choice = found
            best = choice & 15
            led = choice >> 4 & 3
            hands[place + led] ^= bits[best]
            live[led] ^= bits[best]
            winner = leader
            thirds = values[best]
            waiting = after[leader]
            if refill:
                played.append((leader, choice & 63))
        last = waiting[-1]
        for place in waiting:
            suit = led
            held = hands[4 * place + led]
            if held:
                if place == last:
                    if side[place] == side[winner]:
                        rank = give[held]
                    else:
                        rank = wins[best][held] if thirds else takes[best][held]
                else:
                    top = tops[live[led] ^ held]
                    if best > top and side[place] == side[winner]:
                        rank = give[held]
                    else:
                        rank = sure[top if top > best else best][held] if thirds else NONE
                        if rank == NONE:
                            rank = force[best][held] if place == waiting[-2] else lose[held]
                if rank > best:
                    best = rank
                    winner = place
            else:
                if side[place] == side[winner] and (place == last or best >= HIGH_FRIEND or best > tops[live[led]]):
                    row = helps
                else:
                    row = spares
                choice = -1
                for other in (0, 1, 2, 3):
                    held = hands[4 * place + other]
                    if held:
                        found = row[kinds[live[other] ^ held]][held] + (other << 4)
                        if found > choice:
                            choice = found
                rank = choice & 15
                suit = choice >> 4 & 3
            hands[4 * place + suit] ^= bits[rank]
            live[suit] ^= bits[rank]
            thirds += values[rank]
            if refill:
                played.append((place, suit << 4 | rank))
        taken[winner] += thirds
        left -= 1
        if not left:
            return winner
        if refill:
            refill(hands, winner, played)
            played.clear()
        leader = winner
        waiting = ()
