"""Tressette with a dummy: the dealer and a hand that he plays against the other two (R4)."""

from .ends import end_of_race, for_himself
from .options import Rules
from .script import Script
from .table import Table, deal, packets, play_tricks, right_of
from .written import Verdict

_SEATS = (0, 1, 2)
_DUMMY = 3


class DummyGame:
    """A game of col-morto. The record names the place a card is played from, so the dummy's as 3."""

    def __init__(self, script: Script, rules: Rules) -> None:
        self.script = script
        self.rules = rules
        self.scores = [0, 0, 0]
        self.utility = [0, 0, 0]

    def play(self) -> None:
        """The whole game; raises Differs."""
        number = 0
        dealer = self.script.dealer(self.rules.first_dealer(), _SEATS)
        while True:
            self._hand(number, dealer)
            number += 1
            reason = end_of_race(self.script, self.rules, self.scores, number)
            if reason:
                break
            dealer = self.script.dealer(right_of(_SEATS, dealer), _SEATS)
        winners = tuple(seat for seat in _SEATS if self.scores[seat] == max(self.scores))
        self.script.finish(Verdict(winners, tuple(self.scores), tuple(self.utility), 1, reason), None)

    def _hand(self, number: int, dealer: int) -> None:
        first = right_of(_SEATS, dealer)
        second = right_of(_SEATS, first)
        order = (first, _DUMMY, second, dealer)
        deck = self.script.open(number, 0, dealer, "italian40", ())
        singly = number == 0 and self.rules.text("first_packets") == "singly"
        table = Table(order, *deal(deck, order, packets(10, 5, singly)))
        for _ in play_tricks(self.script, table, first):
            pass
        with_dummy = table.count((dealer, _DUMMY)) // 3
        points = [with_dummy if seat == dealer else 11 - with_dummy for seat in _SEATS]
        for seat, utility in enumerate(for_himself(points)):
            self.utility[seat] += utility
            self.scores[seat] += points[seat]
        self.script.close(tuple(points), (0, 0, 0), self.scores, None)
        low, high = sorted((first, second))
        self.script.close_sides(((dealer, _DUMMY), (low, high)), None)
