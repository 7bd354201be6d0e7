"""The reverse games: each for himself, and the fewest points win (R0.8, R12)."""

from collections.abc import Sequence
from itertools import pairwise

from .options import Rules
from .script import Script
from .table import Table, deal, packets, play_tricks, right_of
from .written import Row, Sides, Verdict, side_of

_MORE_FOURS = ("4b", "4c", "4d", "4s")


class ReverseGame:
    """A game of rovescino, traversone, lucana or ciapano. Scores are by side: a seat, or with `teams` a pair."""

    def __init__(self, script: Script, rules: Rules) -> None:
        self.script = script
        self.rules = rules
        pairs = rules.game != "ciapano" and rules.text("teams") == "pairs"
        self.sides: Sides = ((0, 2), (1, 3)) if pairs else tuple((seat,) for seat in range(rules.players))
        self.active = list(range(rules.players))
        """The seats still in, in turn order."""
        self.scores = [0] * len(self.sides)
        self.utility = [0] * rules.players
        self.total = 10 + rules.number("ace_of_bastoni")

    def play(self) -> None:
        """The whole game; raises Differs."""
        number = 0
        dealer = self.script.dealer(self.rules.first_dealer(), self.active)
        while True:
            points = self._hand(number, dealer)
            number += 1
            self._add(points)
            reason = self._end(number)
            if reason:
                break
            dealer = self._next_dealer(dealer)
        low = min(self.scores[side] for side in self._sides_in())
        winners = [seat for side in self._sides_in() if self.scores[side] == low for seat in self.sides[side]]
        verdict = Verdict(tuple(sorted(winners)), tuple(self.scores), tuple(self.utility), 1, reason)
        self.script.finish(verdict, self.sides)

    def _hand(self, number: int, dealer: int) -> dict[int, int]:
        """Play one hand, and return its points by side still in."""
        order = _from_right(self.active, dealer)
        deck = self.script.open(number, 0, dealer, "italian40", self._removed())
        table = self._deal(deck, order, number)
        self._bury(table)
        for winner in play_tricks(self.script, table, order[0]):
            for place in table.turn(winner) if table.rest else ():
                table.hands[place].append(table.rest.pop(0))
        points = self._slam(table, self._points(table))
        scores = [score + points.get(side, 0) for side, score in enumerate(self.scores)]
        row: Row = tuple(points.get(side) for side in range(len(self.sides)))
        declared: Row = tuple(0 if side in points else None for side in range(len(self.sides)))
        self.script.close(row, declared, scores, None)
        self.script.close_sides(None, None)
        return points

    def _removed(self) -> Sequence[str]:
        """R12.2."""
        if self.rules.game in ("lucana", "ciapano") or self.rules.text("leftover") == "monte":
            return ()
        return {3: ("4c",), 6: _MORE_FOURS, 7: (*_MORE_FOURS, "5c")}.get(len(self.active), ())

    def _deal(self, deck: Sequence[str], order: Sequence[int], number: int) -> Table:
        """R12.2, R12.6, R12.7."""
        stock = len(order) == 2 and self.rules.text("two_player") == "stock"
        size = 10 if stock else len(deck) // len(order)
        longer: Sequence[int] = ()
        if self.rules.game == "lucana":
            longer = order[: len(deck) % len(order)]
        elif self.rules.game == "ciapano":
            longer = order[:1] if self._by_chain() else order[-1:]
        singly = number == 0 and self.rules.text("first_packets") == "singly"
        hands, left = deal(deck, order, packets(size, 5, singly), longer)
        ace = self.rules.number("ace_of_bastoni")
        return Table(tuple(order), hands, left, ace) if stock else Table(tuple(order), hands, [], ace, left)

    def _bury(self, table: Table) -> None:
        """Cards given on and put face down before the first lead (R12.6, R12.7)."""
        if self.rules.game == "ciapano" and self._by_chain():
            for giver, taker in pairwise(table.order):
                table.give(giver, taker, self.script.ask(giver, "give", table.hands[giver]).word)
        shortest = min(len(hand) for hand in table.hands.values())
        for place in [place for place in table.order if len(table.hands[place]) > shortest]:
            card = self.script.ask(place, "bury", table.hands[place]).word
            table.hands[place].remove(card)
            table.monte.append(card)

    def _by_chain(self) -> bool:
        return self.rules.text("passing") == "chain"

    def _points(self, table: Table) -> dict[int, int]:
        """R0.8."""
        points = {side: table.count(self.sides[side]) // 3 for side in self._sides_in()}
        last = side_of(self.sides, table.last_winner())
        if self.rules.text("rounding") == "remainder":
            points[last] = self.total - sum(each for side, each in points.items() if side != last)
        return points

    def _slam(self, table: Table, points: dict[int, int]) -> dict[int, int]:
        """R12.4."""
        taker = table.last_winner()
        side = side_of(self.sides, taker)
        slam = self.rules.text("slam")
        if points[side] != self.total or slam == "none":
            return points
        if slam == "sola" and self.scores[side] >= self.total:
            choice = self.script.ask(taker, "sola", ("discount", "give")).word
            if choice == "discount":
                return {each: -self.total if each == side else 0 for each in points}
        return {each: 0 if each == side else self.total for each in points}

    def _add(self, points: dict[int, int]) -> None:
        """R0.15: the fewer points the better."""
        everybody = sum(points.values())
        for side, own in points.items():
            self.scores[side] += own
            for seat in self.sides[side]:
                self.utility[seat] += everybody - len(points) * own

    def _end(self, played: int) -> str | None:
        """R12.5; who busts leaves, unless all do."""
        target = self.rules.maybe_number("target")
        if target is not None:
            over = target if self.rules.text("bust") == "reach" else target + 1
            bust = [side for side in self._sides_in() if self.scores[side] >= over]
            if bust and self.rules.text("end_mode") == "first_bust":
                return "target"
            if len(bust) == len(self._sides_in()):
                return "elimination"
            self._leave([seat for side in bust for seat in self.sides[side]])
            if len(self._sides_in()) == 1:
                return "elimination"
        limit = self.rules.number("max_hands" if target is not None else "hands")
        ran_out = self.script.given and not self.script.attempts_left()
        return "hands" if played == limit or (target is not None and ran_out) else None

    def _leave(self, seats: Sequence[int]) -> None:
        self.active = [seat for seat in self.active if seat not in seats]

    def _next_dealer(self, dealer: int) -> int:
        """The deal goes on to the right, past those who have left."""
        following = right_of(range(self.rules.players), dealer)
        while following not in self.active:
            following = right_of(range(self.rules.players), following)
        return self.script.dealer(following, self.active)

    def _sides_in(self) -> list[int]:
        return [side for side, seats in enumerate(self.sides) if seats[0] in self.active]


def _from_right(active: Sequence[int], dealer: int) -> list[int]:
    start = active.index(dealer) + 1
    return [*active[start:], *active[:start]]
