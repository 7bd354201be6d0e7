"""The search of the solver: alpha-beta with an empty window, one question after the other.

The value of a position is the thirds that the first side gets from there on: those of the cards not yet won, and those
that go with the last trick. It is found by asking whether the first side can get so many, for different numbers. What
makes it fast: positions between tricks are remembered with the bounds found so far, and since every card has one owner,
the cards left and the leader are all there is to remember; of equal cards one is tried; a leader's cards that nobody
can beat any more bound the value from one side; and good guesses come first.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from referee.rules.cards import BIT, LED_MASK, SUIT_MASK, SUIT_OF, THIRDS, Card, Mask, cards_of, mask_of, thirds_of
from referee.rules.scoring import LAST_TRICK
from referee.rules.solver.tries import NO_CARD, Tries

Play: TypeAlias = tuple[int, Card]
"""Who plays, and what."""


class _Trick(NamedTuple):
    """A trick that has begun."""

    turn: tuple[int, ...]
    """The places in turn, from the leader."""
    number: int
    """How many have played."""
    led: Card
    best: Card
    winner: int
    thirds: int
    cards: Mask


class Solver:
    """One deal, whose positions may all be asked for: what was found for one helps with the others."""

    def __init__(
        self, hands: Sequence[Mask], order: Sequence[int], first: Collection[int], last: int = LAST_TRICK
    ) -> None:
        """Take the cards by place, at least all those that will be asked about, and the turn order.

        `first` are the places of the first side; `last` is what the last trick brings besides its cards, in thirds.
        """
        self._hands = tuple(hands)
        self._ours = tuple(place in first for place in range(len(hands)))
        self._turn = {place: _turn_from(order, place) for place in order}
        self._last = last
        self._tries = Tries(hands, self._ours)
        self._bounds: dict[int, tuple[int, int, Card]] = {}
        self._sure: dict[int, tuple[int, int]] = {}

    def value(self, live: Mask, place: int, trick: Sequence[Play] = (), guess: int | None = None) -> int:
        """The thirds that the first side gets, with best play, of the live cards, the trick's and the last trick's.

        `live` are the cards still in hands; `place` is to play, in turn after those of the trick. A good guess saves
        time.
        """
        whole = live | mask_of(card for _, card in trick)
        low, high = 0, thirds_of(whole) + self._last
        need = high // 2 if guess is None else guess
        while low < high:
            need = min(max(need, low + 1), high)
            if self._ask(whole, place, trick, need):
                low = need
                need += 1
            else:
                need = high = need - 1
        return low

    def worths(self, live: Mask, place: int, trick: Sequence[Play] = ()) -> dict[Card, int]:
        """By card that the place may play, the value of what follows, the cards on the table included."""
        hand = self._hands[place] & live
        whole = live | mask_of(card for _, card in trick)
        worths: dict[Card, int] = {}
        guess = self.value(live, place, trick)
        for card in cards_of((hand & LED_MASK[trick[0][1]] if trick else 0) or hand):
            same = self._tries.same(place, whole, card)
            if same not in worths:
                worths[same] = self._after(live & ~BIT[same], (*trick, (place, same)), guess)
            worths[card] = worths[same]
        return worths

    def _after(self, live: Mask, trick: Sequence[Play], guess: int) -> int:
        """The value of a trick, which may be complete, and what follows."""
        state = self._begun(trick)
        if state.number < len(state.turn):
            return self.value(live, state.turn[state.number], trick, guess)
        thirds = state.thirds + (0 if live else self._last)
        return (thirds if self._ours[state.winner] else 0) + (self.value(live, state.winner) if live else 0)

    def _begun(self, trick: Sequence[Play]) -> _Trick:
        leader, led = trick[0]
        winner, best = max((play for play in trick if SUIT_OF[play[1]] == SUIT_OF[led]), key=lambda play: play[1])
        cards = mask_of(card for _, card in trick)
        return _Trick(self._turn[leader], len(trick), led, best, winner, thirds_of(cards), cards)

    def _ask(self, whole: Mask, place: int, trick: Sequence[Play], need: int) -> bool:
        left = thirds_of(whole) + self._last
        if not trick:
            return self._reaches(whole, place, need, left)
        turn, number, led, best, winner, thirds, cards = self._begun(trick)
        return self._follow(turn, number, whole, led, best, winner, thirds, cards, need, left)

    def _reaches(self, live: Mask, leader: int, need: int, left: int) -> bool:
        """Whether the first side gets `need` of the `left` thirds, the leader to lead."""
        if need <= 0 or need > left:
            return need <= 0
        mine = self._ours[leader]
        key = live << 3 | leader
        low, high, known = self._bounds.get(key) or (*self._cashed(live, leader, left), NO_CARD)
        if need <= low or need > high:
            self._bounds[key] = low, high, known
            return need <= low
        turn = self._turn[leader]
        reached = not mine
        for lead in self._tries.leads(live, leader, known):
            if self._follow(turn, 1, live, lead, lead, leader, THIRDS[lead], BIT[lead], need, left) is mine:
                reached, known = mine, lead
                break
        self._bounds[key] = (need, high, known) if reached else (low, need - 1, known)
        return reached

    def _follow(
        self,
        turn: tuple[int, ...],
        number: int,
        live: Mask,
        led: Card,
        best: Card,
        winner: int,
        thirds: int,
        cards: Mask,
        need: int,
        left: int,
    ) -> bool:
        """The same in the middle of a trick, of which `number` cards are played; `live` has them too."""
        place = turn[number]
        mine = self._ours[place]
        number += 1
        last = number == len(turn)
        for card in self._tries.answers(place, live, led, best, self._ours[winner] is mine, last):
            wins = card > best and LED_MASK[card] == LED_MASK[led]
            taker = place if wins else winner
            got = thirds + THIRDS[card]
            if last:
                rest = live & ~(cards | BIT[card])
                wanted = need - got if self._ours[taker] else need
                if rest:
                    reached = self._reaches(rest, taker, wanted, left - got)
                else:
                    reached = wanted <= (self._last if self._ours[taker] else 0)
            else:
                reached = self._follow(
                    turn, number, live, led, card if wins else best, taker, got, cards | BIT[card], need, left
                )
            if reached is mine:
                return reached
        return not mine

    def _cashed(self, live: Mask, leader: int, left: int) -> tuple[int, int]:
        """The bounds that the leader makes certain by leading his sure winners one after the other."""
        number = thirds = 0
        for suit in SUIT_MASK:
            if live & suit:
                tricks, worth = self._winners(live & suit, leader)
                number += tricks
                thirds += worth
        if number == (live & self._hands[leader]).bit_count():
            thirds = left
        return (thirds, left) if self._ours[leader] else (0, left - thirds)

    def _winners(self, cards: Mask, leader: int) -> tuple[int, int]:
        """How many cards of a suit nobody can beat if the leader leads them from the top, and their thirds."""
        key = cards << 3 | leader
        found = self._sure.get(key)
        if found is None:
            mine = cards & self._hands[leader]
            sure = mine & -(1 << (cards & ~mine).bit_length())
            longest = max((cards & hand).bit_count() for place, hand in enumerate(self._hands) if place != leader)
            if sure.bit_count() >= longest:
                sure = mine
            found = self._sure[key] = sure.bit_count(), thirds_of(sure)
        return found


def _turn_from(order: Sequence[int], place: int) -> tuple[int, ...]:
    start = order.index(place)
    return (*order[start:], *order[:start])
