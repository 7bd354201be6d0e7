"""The count of a hand in sentences: whose thirds made which points, whether a contract was made, and who pays whom."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from protocol import events as told
from referee.records.plurals import listed, quantity, verb
from referee.records.replay.event_text import Named
from referee.records.replay.hand_facts import Memory
from referee.rules.engine import Variant
from referee.rules.scoring import GAME_POINTS, HAND_POINTS

_NEEDED: Final = 3 * GAME_POINTS
_WHOLE: Final = 35
"""The thirds of a hand played out (R0.6)."""
_AWARDS: Final = {
    "cappotto": "cappotto",
    "stramazzo": "stramazzo: less than a point left to the others",
    "cappottone": "cappottone: every trick to one player",
    "stramazzone": "stramazzone: less than a point left to the others, most of it by one player's cards",
    "all_points": f"all {HAND_POINTS} points",
    "all_tricks": "all the tricks",
}
"""What is behind the name of an award."""


class Counting:
    """Tells the end of one hand."""

    def __init__(self, variant: Variant, memory: Memory, named: Named, unit: Callable[[int], str]) -> None:
        """Take the game's rules, what happened in the hand, and how seats and those with a score are called."""
        self._variant = variant
        self._memory = memory
        self._named = named
        self._unit = unit

    def lines(self, event: told.HandEnd) -> Iterator[str]:
        """The sentences, most important first."""
        if "ace_of_bastoni" in self._variant.rules:
            yield from self._reverse(event)
        elif self._memory.contract is not None and event.sides:
            yield from self._contract(event, self._memory.contract, event.sides)
        elif event.sides:
            yield from self._by_hand(event, event.sides)
        else:
            yield from self._two_sides(event)
        if event.hidden:
            yield f"face down lay {' '.join(event.hidden)}: they went with the last trick"

    def _two_sides(self, event: told.HandEnd) -> Iterator[str]:
        """Sides, or two players, for the whole game."""
        totals = [(points or 0) + (more or 0) for points, more in zip(event.points, event.declared, strict=True)]
        if not any(event.thirds):
            yield "the hand counts nothing for anybody"
            return
        if sum(third or 0 for third in event.thirds) < _WHOLE:
            yield "the hand ends before all cards are played; what is not yet won counts for nobody"
        yield self._winner(totals, [self._unit(number) for number in range(len(totals))])
        yield from (f"{_AWARDS.get(award, award)}{self._worth(award, event)}" for award in event.awards or ())
        for number, score in enumerate(event.scores):
            yield f"{self._unit(number)}: {_made(event, number)}; {_all(score)}"

    def _worth(self, award: str, event: told.HandEnd) -> str:
        if award != "cappotto" or max(point or 0 for point in event.points) < HAND_POINTS:
            return ""
        kept = {"17": ", all 11 points, counts 17", "cancels": ", all 11 points, cancels what the others declared"}
        return kept.get(str(self._variant.rules.get("cappotto")), ": every trick")

    def _by_hand(self, event: told.HandEnd, sides: Sequence[Sequence[int]]) -> Iterator[str]:
        """Sides of one hand, whose points each of their players scores."""
        own = [next(seat for seat in side if seat < len(event.points)) for side in sides]
        names = [self._side(side) for side in sides]
        yield self._winner([(event.points[seat] or 0) + (event.declared[seat] or 0) for seat in own], names)
        for seat, name, side in zip(own, names, sides, strict=True):
            several = sum(place < len(event.points) for place in side) > 1
            yield f"{name}: {_made(event, seat)}{', for each of them' if several else ''}"
        yield self._scores(event)

    def _side(self, side: Sequence[int]) -> str:
        """A side by its players, and what they are in it."""
        call, dealer = self._memory.call, self._memory.dealer
        if call is not None and call.seat in side:
            others = [self._named(seat) for seat in side if seat != call.seat]
            partner = f" and {listed(others)}, who held it" if others else ", alone"
            return f"{self._named(call.seat)}, who called {call.card},{partner}" if others else self._named(call.seat)
        if dealer in side and len(side) > 1 and self._variant.places > self._variant.seats:
            others = [self._named(seat) for seat in side if seat != dealer]
            return f"{self._named(dealer or 0)}, the dealer, with {listed(others)}"
        return listed([self._named(seat) for seat in side]) + (", alone" if len(side) == 1 else "")

    def _contract(self, event: told.HandEnd, contract: told.Contract, sides: Sequence[Sequence[int]]) -> Iterator[str]:
        """A declarer's side against the others."""
        side, rest = sides
        made, left = event.thirds[contract.seat] or 0, event.thirds[rest[0]] or 0
        partners = [self._named(seat) for seat in side if seat != contract.seat]
        how = f"with {listed(partners)} as partner" if partners else "alone"
        won = made >= _NEEDED
        others = f"{listed([self._named(seat) for seat in rest])} {verb(rest, 'has', 'have')} {left}"
        came = f"{'made it' if won else 'failed'}: {_thirds(made)}, where {_NEEDED} are needed; {others}"
        yield f"{self._named(contract.seat)} played {contract.bid} {how} and {came}"
        yield from self._value(event, contract, alone=not partners, one=rest[0])
        yield self._paid(event)
        yield self._scores(event)

    def _value(self, event: told.HandEnd, contract: told.Contract, *, alone: bool, one: int) -> Iterator[str]:
        """What the contract came to be worth, where that is not what the auction said."""
        for award in event.awards or ():
            times = "trebled" if award == "all_tricks" else "doubled"
            yield f"one side has {_AWARDS[award]}: the value of {contract.value} is {times}"
        value = abs(event.points[one] or event.points[contract.seat] or 0)
        if alone and not event.awards and value != contract.value:
            why = "after the exchange" if self._memory.swapped else "the called card lay face down, so that"
            who = "it is played alone" if self._memory.swapped else "there was no partner"
            yield f"{why} {who}: the value is {value}, not {contract.value}"

    def _paid(self, event: told.HandEnd) -> str:
        """Who gets and who pays what; those with the same in one."""
        race = self._variant.rules.get("score") == "race"
        groups: dict[int, list[int]] = {}
        for seat, points in enumerate(event.points):
            if points is not None and (points or not race):
                groups.setdefault(points, []).append(seat)
        parts = []
        for points, seats in sorted(groups.items(), reverse=True):
            forms = ("scores", "score") if race else ("gets", "get") if points > 0 else ("pays", "pay")
            each = " each" if len(seats) > 1 else ""
            parts.append(f"{listed([*map(self._named, seats)])} {verb(seats, *forms)} {abs(points)}{each}")
        return ", ".join(parts)

    def _reverse(self, event: told.HandEnd) -> Iterator[str]:
        """Each for himself, or two sides, and the fewest points are best."""
        slam = "slam" in (event.awards or ())
        yield self._slam(event) if slam else self._fewest(event)
        for number, score in enumerate(event.scores):
            thirds, points = event.thirds[number], event.points[number]
            if thirds is None or points is None:
                yield f"{self._unit(number)} is out, with {score}"
                continue
            yield f"{self._unit(number)}: {_thirds(thirds)}{_rest(thirds, points, slam)}; {_all(score)}"

    def _fewest(self, event: told.HandEnd) -> str:
        least = min(points for points in event.points if points is not None)
        best = [self._unit(number) for number, points in enumerate(event.points) if points == least]
        return f"the fewest points, {least}: {listed(best)}"

    def _slam(self, event: told.HandEnd) -> str:
        """Who took all the points, and whose they are now (R12.4)."""
        points = [each for each in event.points if each is not None]
        total, least = max(map(abs, points)), min(points)
        who = self._unit(event.points.index(least))
        others = "every other gets as many, and he gets none"
        return f"{who} took all {total} points: {'they are taken off his total' if least < 0 else others}"

    def _winner(self, totals: Sequence[int], names: Sequence[str]) -> str:
        best = max(totals)
        ahead = [name for name, total in zip(names, totals, strict=True) if total == best]
        if len(ahead) > 1:
            return f"the hand is level, {best} all"
        return f"the hand goes to {ahead[0]}, {best} to {min(totals)}"

    def _scores(self, event: told.HandEnd) -> str:
        """The scores so far, where the points of the hand were told apart from them."""
        parts = []
        for seat, score in enumerate(event.scores):
            sat_out = " (sat out)" if event.points[seat] is None else ""
            parts.append(f"{self._named(seat)} {score}{sat_out}")
        return f"scores so far: {', '.join(parts)}"


def _made(event: told.HandEnd, number: int) -> str:
    """The thirds of a unit and the points that they make, with what was declared."""
    thirds, points, declared = event.thirds[number] or 0, event.points[number] or 0, event.declared[number] or 0
    made = f"{_thirds(thirds)} make {quantity(points, 'point')}" if thirds != 1 else f"1 third makes {points} points"
    return f"{made}, {declared} more declared" if declared else made


def _rest(thirds: int, points: int, slam: bool) -> str:
    """The points of one whom few points please: his thirds', and what the others leave over."""
    if slam:
        return f", {quantity(points, 'point')}"
    more = points - thirds // 3
    left = f", {more} of them left over by the others" if more > 0 else ""
    return f" {'makes' if thirds == 1 else 'make'} {quantity(points, 'point')}{left}"


def _thirds(count: int) -> str:
    return quantity(count, "third")


def _all(score: int) -> str:
    return f"{score} in all"
