"""One hand of two sides: declarations, talk, claims, tricks, and what they bring (R1 to R3, R5)."""

from collections.abc import Iterable
from dataclasses import dataclass

from .cards import may_follow
from .declaring import Declarations, cards_in
from .laying import stands
from .options import Rules
from .piles import Packets
from .script import Script
from .table import Table, Trick
from .talking import Talk
from .whole_game import games_won
from .written import Sides, side_of


@dataclass
class Outcome:
    """What a hand came to, by side. `winner` is the side that it won the game for, with `games` if by R1.9."""

    points: list[int]
    declared: list[int]
    ended: str | None = None
    winner: int | None = None
    games: int = 1


class Stop(Exception):
    """The hand, and the game with it, is over at once: won by this side."""

    def __init__(self, ended: str, winner: int) -> None:
        super().__init__(ended)
        self.ended = ended
        self.winner = winner


class TwoSidedHand:
    """A hand from its first lead on. `scores` are those of the sides before it."""

    def __init__(
        self, script: Script, rules: Rules, table: Table, sides: Sides, scores: list[int], packets: Packets | None
    ) -> None:
        self.script = script
        self.rules = rules
        self.table = table
        self.sides = sides
        self.scores = scores
        self.packets = packets
        self.declared = [0 for _ in sides]
        self.declarations = Declarations(script, rules, table.hands, self._count_declared)
        self.talk = Talk(rules, sides)
        self.shown: set[str] = set()
        """Cards in hand that everybody has seen."""
        self.told: dict[int, int] = {}
        """By seat that was asked for them: how many of his declarations are known since (R1.7)."""
        self.failed: set[int] = set()
        """Who laid down and was wrong."""

    def play(self, leader: int) -> Outcome:
        """Play it out, or to where it is cut short."""
        ended: str | None = None
        winner: int | None = None
        try:
            while not self._played_out():
                leader = self._trick(leader)
        except Stop as stop:
            ended, winner = stop.ended, stop.winner
        points = [self._points(side) for side in range(2)]
        outcome = Outcome(points, list(self.declared), ended, winner)
        if ended is None:
            self._premiums(outcome)
        return outcome

    def _premiums(self, outcome: Outcome) -> None:
        """R1.8, R1.9: what a hand that was played out may bring besides."""
        for side in range(2):
            if outcome.points[side] == 11 and self.rules.text("cappotto") == "17":
                outcome.points[side] = 17
            if outcome.points[side] == 0 and self.rules.text("cappotto") == "cancels":
                outcome.declared[side] = 0
        won = games_won(self.rules.text("stakes"), self.table, self.sides)
        if won:
            outcome.ended, outcome.winner, outcome.games = "stakes", *won

    def _trick(self, leader: int) -> int:
        number = len(self.table.tricks) + 1
        cards: list[tuple[int, str]] = []
        for seat in self.table.turn(leader):
            self.declarations.at_turn(seat, number)
            card = self._card(seat, cards[0][1] if cards else None)
            if card is None:
                return self._lay_down(seat)
            cards.append((seat, card))
        winner = self.table.complete(cards)
        self.talk.won(leader, winner)
        self._test(side_of(self.sides, winner))
        if number == 1:
            self.declarations.after_first_trick(list(self.table.turn(winner)))
        for seat in self.table.turn(winner) if self.table.rest else ():
            drawn = self.table.rest.pop(0)
            self.table.hands[seat].append(drawn)
            self.shown.add(drawn)
        return winner

    def _card(self, seat: int, led: str | None) -> str | None:
        """The card that he plays, or None if he lays down and is right."""
        held = self.table.hands[seat]
        playable = [*held, *(self.packets.tops(seat) if self.packets else ())]
        while True:
            cards = may_follow(playable, led)
            say = self.talk.sayings(cards, seat, self._askable()) if led is None else {}
            action = self.script.ask(seat, "play", [*cards, *self._claims(seat, led is None)], say)
            if action.word == "claim:game":
                side = side_of(self.sides, seat)
                raise Stop("claim", side if self._reached(side) else 1 - side)
            if action.word != "claim:tricks":
                break
            if stands(seat, self.table.hands, self._unseen(seat)):
                return None
            self.failed.add(seat)
            self.shown.update(held)
        if led is None:
            self.talk.led(seat, action.word, action.say)
            for said in action.say:
                if said.startswith("ask:"):
                    asked = int(said[4:])
                    self.told[asked] = len(self.declarations.made[asked])
        if not (self.packets and self.packets.play(seat, action.word)):
            held.remove(action.word)
        return action.word

    def _claims(self, seat: int, leads: bool) -> Iterable[str]:
        end = self.rules.text("end")
        if end == "claim" or (end == "claim_on_lead" and leads):
            yield "claim:game"
        if leads and self.rules.text("lay_down") != "off" and seat not in self.failed and not self.table.rest:
            yield "claim:tricks"

    def _lay_down(self, seat: int) -> int:
        """All the remaining cards are his, in one heap."""
        heap = [card for hand in self.table.hands.values() for card in hand]
        for hand in self.table.hands.values():
            hand.clear()
        self.table.tricks.append(Trick(seat, tuple(heap)))
        self._test(side_of(self.sides, seat))
        return seat

    def _unseen(self, seat: int) -> list[str] | None:
        if self.rules.text("lay_down") == "exact":
            return None
        others = [card for other, hand in self.table.hands.items() if other != seat for card in hand]
        return [card for card in others if card not in self.shown]

    def _askable(self) -> list[int]:
        """R1.7: from trick 2 on, whoever has declared something of which only the points are known."""
        made = self.declarations.made
        return sorted(seat for seat in made if len(made[seat]) > self.told.get(seat, 0)) if self.table.tricks else []

    def _count_declared(self, seat: int, points: int) -> None:
        self.declared[side_of(self.sides, seat)] += points
        if self.rules.text("accuse_told") == "cards":
            for word in self.declarations.made[seat]:
                self.shown.update(cards_in(word, self.rules.text("deck")))
        self._test(side_of(self.sides, seat))

    def _test(self, side: int) -> None:
        """R0.14, `immediate`."""
        if self.rules.text("end") == "immediate" and self._reached(side):
            raise Stop("immediate", side)

    def _reached(self, side: int) -> bool:
        return self.scores[side] + self.declared[side] + self._points(side) >= self.rules.number("target")

    def _points(self, side: int) -> int:
        """The points of the tricks taken so far, the last one's 3 thirds only when it is won (R0.6, R0.7)."""
        seats = self.sides[side]
        return (self.table.count(seats) if self._played_out() else self.table.worth(seats)) // 3

    def _played_out(self) -> bool:
        on_table = self.packets is not None and self.packets.left()
        return not on_table and not self.table.rest and not any(self.table.hands.values())
