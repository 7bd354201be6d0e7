"""Games with a call or an auction: the deals, the payments and the score (R6 to R11)."""

from collections.abc import Sequence

from .calling import Calling, Contract
from .ends import end_of_race, for_himself
from .options import Rules
from .script import Script
from .table import Table, deal, packets, play_tricks, right_of, turn
from .written import Sides, Verdict

_FULL = ("chiamo", "chiedo", "solo", "solissimo")
_DEALT = {
    ("terziglio", 3): (12, 4),
    ("chiamata-del-tre", 4): (10, 5),
    ("quadrigliati", 4): (10, 5),
    ("mediatore", 4): (9, 3),
    ("mediatore", 5): (8, 4),
    ("mediatore", 6): (6, 3),
    ("a-chiamare", 4): (10, 5),
}
"""By kind of game and active players: the cards of each, and the packets they come in."""


class CallingGame:
    """A game of terziglio, chiamata-del-tre, quadrigliati, mediatore, quintiglio or a-chiamare."""

    def __init__(self, script: Script, rules: Rules) -> None:
        self.script = script
        self.rules = rules
        self.seats = tuple(range(rules.players))
        self.kind = rules.game
        if rules.game in ("quintiglio", "a-chiamare"):
            self.kind = "terziglio" if rules.players == 3 else "mediatore"
        self.stakes = self.kind != "chiamata-del-tre" and not (
            self.kind == "terziglio" and rules.text("score") == "race"
        )
        self.scores = [0] * rules.players
        self.utility = [0] * rules.players

    def play(self) -> None:
        """The whole game; raises Differs."""
        number = 0
        dealer = self.script.dealer(self.rules.first_dealer(), self.seats)
        while True:
            attempt = 0
            while not self._attempt(number, attempt, dealer):
                dealer = self._next(dealer)
                attempt += 1
            number += 1
            reason = end_of_race(self.script, self.rules, self.scores, number)
            if reason:
                break
            dealer = self._next(dealer)
        top = max(self.scores)
        winners = tuple(seat for seat in self.seats if self.scores[seat] == top)
        utility = self.scores if self.stakes else self.utility
        self.script.finish(Verdict(winners, tuple(self.scores), tuple(utility), 1, reason), None)

    def _attempt(self, number: int, attempt: int, dealer: int) -> bool:
        """Whether the hand counted; it is thrown in if all pass."""
        order = tuple(turn(self.seats, right_of(self.seats, dealer)))
        order = order[:-1] if self.rules.players == 7 else order
        deck = self.script.open(number, attempt, dealer, "italian40", ())
        size, most = _DEALT.get((self.rules.game, len(order))) or _DEALT[self.kind, len(order)]
        singly = number == 0 and self.rules.text("first_packets") == "singly"
        hands, monte = deal(deck, order, packets(size, most, singly))
        table = Table(order, hands, [], monte=monte)
        calling = Calling(self.script, self.rules, table)
        contract = self._contract(calling, table, attempt)
        if contract is None:
            return self._thrown_in(order)
        for _ in play_tricks(self.script, table, self._leader(contract, order)):
            pass
        points = self._points(contract, table)
        self._count(order, points)
        others = tuple(seat for seat in sorted(order) if seat not in contract.side)
        self._close(order, points, None, (tuple(contract.side), others), contract.name)
        return True

    def _contract(self, calling: Calling, table: Table, attempt: int) -> Contract | None:
        if self.kind == "chiamata-del-tre":
            caller = table.order[0]
            called = calling.call(caller, self.rules.text("callable"))
            return Contract(caller, None, calling.holder(called))
        ladders = {"terziglio": ("chiamo", "solo", "solissimo"), "quadrigliati": ("chiamo", "solo")}
        ladder = ladders.get(self.kind, _FULL if table.monte else _FULL[:-1])
        contract = calling.auction(ladder, attempt >= len(table.order))
        if contract is None:
            return None
        if self.kind == "terziglio":
            calling.terziglio(contract)
        elif self.kind == "quadrigliati":
            calling.quadrigliati(contract)
        else:
            calling.mediatore(contract)
        return contract

    def _thrown_in(self, order: Sequence[int]) -> bool:
        """R0.17; on given decks the hand counts, with nothing for all."""
        if not self.script.given:
            self.script.close(None, None, self.scores, "thrown_in")
            self.script.close_sides(None, None)
            return False
        self._close(order, dict.fromkeys(order, 0), "thrown_in", None, None)
        return True

    def _leader(self, contract: Contract, order: Sequence[int]) -> int:
        """R6.4; elsewhere the dealer's right."""
        if self.kind != "terziglio":
            return order[0]
        lead = self.rules.text("lead")
        solissimo = contract.name in ("solissimo", "dividete", "scegliete")
        return contract.declarer if lead == "soloist" or (lead != "dealer_right" and solissimo) else order[0]

    def _points(self, contract: Contract, table: Table) -> dict[int, int]:
        """What the hand adds to each score."""
        others = [place for place in table.order if place not in contract.side]
        own = table.count(contract.side)
        if self.kind == "chiamata-del-tre":
            return {place: (own if place in contract.side else 35 - own) // 3 for place in table.order}
        won = own >= 18
        value = self._value(contract, won)
        if self.kind == "terziglio":
            value *= self._sweep(own, table, contract)
            if not self.stakes:
                return {place: value if won == (place in contract.side) else 0 for place in table.order}
        pay = value if won else -value
        points = dict.fromkeys(others, -pay)
        if contract.partner is None:
            points[contract.declarer] = len(others) * pay
        else:
            points[contract.declarer] = (len(others) - 1) * pay
            points[contract.partner] = pay
        return points

    def _value(self, contract: Contract, won: bool) -> int:
        """R6.6, R8.3, R9.2, R9.3."""
        if self.kind == "quadrigliati":
            return 3 if contract.name == "solo" else 2 if contract.swapped else 1
        if self.kind == "terziglio":
            names = ("chiamo", "solo", "solissimo", "dividete", "scegliete")
            values = dict(zip(names, self.rules.list("values"), strict=True))
            value = values[contract.name or ""]
            if not isinstance(value, int):
                raise TypeError("values")
            return value
        if contract.called_in_monte:
            return 4 if won else 3
        return 1 + _FULL.index(contract.name or "")

    def _sweep(self, own: int, table: Table, contract: Contract) -> int:
        """R6.6: what the value is multiplied by."""
        if not self.rules.flag("sweeps"):
            return 1
        taken_by = {trick.winner in contract.side for trick in table.tricks}
        if len(taken_by) == 1:
            return 3
        return 2 if 11 in (own // 3, (35 - own) // 3) else 1

    def _count(self, order: Sequence[int], points: dict[int, int]) -> None:
        for seat, utility in zip(order, for_himself([points[seat] for seat in order]), strict=True):
            self.utility[seat] += utility
            self.scores[seat] += points[seat]

    def _close(
        self, order: Sequence[int], points: dict[int, int], ended: str | None, sides: Sides | None, name: str | None
    ) -> None:
        declared = tuple(0 if seat in order else None for seat in self.seats)
        self.script.close(tuple(points.get(seat) for seat in self.seats), declared, self.scores, ended)
        self.script.close_sides(sides, name)

    def _next(self, dealer: int) -> int:
        return self.script.dealer(right_of(self.seats, dealer), self.seats)
