"""Games of two sides: the deals, who sits with whom, annulments, the score and the end (R1 to R3, R5)."""

from collections.abc import Sequence

from .cards import RANKS, thirds
from .ends import end_of_race, for_himself
from .options import Rules
from .piles import Packets
from .script import Script
from .table import Table, deal, packets, right_of, turn
from .two_sided_hand import Outcome, TwoSidedHand
from .written import Sides, Verdict, side_of


class TwoSidedGame:
    """A game of tressette, in-due, pizzichino or tocca."""

    def __init__(self, script: Script, rules: Rules) -> None:
        self.script = script
        self.rules = rules
        self.order = tuple(range(rules.players))
        self.sides: Sides = ((0, 2), (1, 3)) if rules.players == 4 else ((0,), (1,))
        self.by_seat = rules.game == "tocca" and rules.text("lone") == "each_hand"
        self.scores = [0] * (rules.players if self.by_seat else 2)
        self.utility = [0] * rules.players

    def play(self) -> None:
        """The whole game; raises Differs."""
        number = 0
        dealer = self.script.dealer(self.rules.first_dealer(), self.order)
        while True:
            outcome = self._hand(number, dealer)
            number += 1
            if outcome.winner is not None:
                reason: str | None = outcome.ended
                break
            reason = end_of_race(self.script, self.rules, self.scores, number)
            if reason:
                break
            dealer = self.script.dealer(right_of(self.order, dealer), self.order)
        self._finish(outcome, reason or "")

    def _hand(self, number: int, dealer: int) -> Outcome:
        """One hand, dealt again as often as it is annulled."""
        attempt = 0
        while (outcome := self._attempt(number, attempt, dealer)) is None:
            self.script.close(None, None, self.scores, "annulled")
            self.script.close_sides(None, None)
            attempt += 1
        sides_points = [own + declared for own, declared in zip(outcome.points, outcome.declared, strict=True)]
        points, declared, added = outcome.points, outcome.declared, sides_points
        if self.by_seat:
            points, declared, added = (self._by_seat(each) for each in (points, declared, added))
            for seat, utility in enumerate(for_himself(added)):
                self.utility[seat] += utility
        self.scores = [score + each for score, each in zip(self.scores, added, strict=True)]
        self.script.close(tuple(points), tuple(declared), self.scores, outcome.ended)
        self.script.close_sides(self.sides if self.by_seat else None, None)
        return outcome

    def _attempt(self, number: int, attempt: int, dealer: int) -> Outcome | None:
        """One attempt at a hand; None if it is annulled."""
        first = number == 0
        tressette = self.rules.game == "tressette"
        if first:
            self.order = tuple(range(self.rules.players))
        removed = [self.rules.text("removed")] if self.rules.game == "tocca" else []
        deck = self.script.open(number, attempt, dealer, self.rules.text("deck"), removed)
        order = tuple(turn(self.order, right_of(self.order, dealer)))
        if self.rules.game == "pizzichino":
            piles = Packets(self.script, deck, order, self.rules.flag("pizzichi"))
            return self._play(Table(order, piles.hands, []), order[0], piles)
        singly = first and self.rules.text("first_packets") == "singly"
        most = 3 if self.rules.text("deck") == "piemontese36" else 5
        size = {39: 13, 36: 9, 40: 10}[len(deck)]
        hands, rest = deal(deck, order, packets(size, most, singly))
        if first and tressette and self.rules.text("partners") == "by_coins":
            if not self._seat_by_coins(hands):
                return None
            order = tuple(turn(self.order, right_of(self.order, dealer)))
        if self.rules.game == "tocca" and (first or self.by_seat):
            self._find_lone(hands)
        leader = order[0]
        if first and tressette and self.rules.text("first_lead") == "four_of_coins":
            leader = _holder(hands, "4d")
        table = Table(order, hands, rest)
        return None if self._annulled(table, leader) else self._play(table, leader, None)

    def _play(self, table: Table, leader: int, piles: Packets | None) -> Outcome:
        scores = [self.scores[side[0]] for side in self.sides] if self.by_seat else self.scores
        return TwoSidedHand(self.script, self.rules, table, self.sides, scores, piles).play(leader)

    def _seat_by_coins(self, hands: dict[int, list[str]]) -> bool:
        """R1.2; False if the hand is to be dealt again, because one player holds the 4, the 5 and the 6 of coins.

        On given decks the coins above them decide.
        """
        four = _holder(hands, "4d")
        coins = [rank + "d" for rank in RANKS["italian40"][1 : 10 if self.script.given else 3]]
        deciding = next((card for card in coins if card not in hands[four]), None)
        opposite = right_of(self.order, right_of(self.order, four))
        partner = opposite if deciding is None else _holder(hands, deciding)
        places = {partner: opposite, opposite: partner}
        self.order = tuple(places.get(seat, seat) for seat in self.order)
        self._sit(four, partner)
        return deciding is not None

    def _sit(self, seat: int, partner: int) -> None:
        """These two are a side, the others the other; the side of seat 0 stands first."""
        pair = tuple(sorted((seat, partner)))
        others = tuple(other for other in range(4) if other not in pair)
        self.sides = (pair, others) if 0 in pair else (others, pair)

    def _find_lone(self, hands: dict[int, list[str]]) -> None:
        """R5.2; the lone player's side stands first."""
        lone = _holder(hands, "Ad")
        self.sides = ((lone,), tuple(seat for seat in range(3) if seat != lone))

    def _annulled(self, table: Table, leader: int) -> bool:
        """R1.4."""
        if self.script.given:
            return False
        asked = [seat for seat in table.turn(leader) if self._may_annul(table.hands[seat])]
        return any(self.script.ask(seat, "redeal", ("keep", "redeal")).word == "redeal" for seat in asked)

    def _may_annul(self, cards: Sequence[str]) -> bool:
        reasons = {
            "below_one": thirds(cards) < 3,
            "at_most_one": thirds(cards) <= 3,
            "three_sevens": sum(card[0] == "7" for card in cards) >= 3,
        }
        return any(reasons[str(each)] for each in self.rules.list("redeal"))

    def _by_seat(self, values: Sequence[int]) -> list[int]:
        by_seat = {seat: values[side] for side, seats in enumerate(self.sides) for seat in seats}
        return [by_seat[seat] for seat in sorted(by_seat)]

    def _finish(self, outcome: Outcome, reason: str) -> None:
        won = self.scores if self.by_seat else self._worth_by_side(outcome)
        seats = [seat if self.by_seat else side_of(self.sides, seat) for seat in range(self.rules.players)]
        winners = tuple(seat for seat, unit in enumerate(seats) if won[unit] == max(won))
        if not self.by_seat:
            for seat, side in enumerate(seats):
                lone = len(self.sides[side]) < len(self.sides[1 - side])
                self.utility[seat] = 2 * won[side] if lone else won[side]
        verdict = Verdict(winners, tuple(self.scores), tuple(self.utility), outcome.games, reason)
        self.script.finish(verdict, None if self.by_seat else self.sides)

    def _worth_by_side(self, outcome: Outcome) -> list[int]:
        """What the game is worth to a member of each side, before it counts twice for a lone player (R0.15)."""
        ahead = self.scores[0] - self.scores[1]
        sign = (ahead > 0) - (ahead < 0)
        if outcome.winner is not None:
            sign = 1 if outcome.winner == 0 else -1
        if self.rules.text("stakes") != "off":
            ahead = sign * outcome.games
        elif outcome.ended == "claim":
            ahead = sign * max(1, sign * ahead)
        return [ahead, -ahead]


def _holder(hands: dict[int, list[str]], card: str) -> int:
    return next(seat for seat, cards in hands.items() if card in cards)
