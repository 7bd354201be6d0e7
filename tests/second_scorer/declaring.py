"""Declarations: what may be declared when, asked for or made by the referee, and what it brings (R1.5, R1.6, R2.3)."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from .cards import RANKS, SUITS
from .options import Rules
from .script import Script

Declared = Callable[[int, int], None]
"""Told of declarations as they count: the seat, the points."""

_TURNS = {"first_turn": 1, "dealt_only": 1, "until_third": 3, "three_tricks": 3, "on_draw": 100, "after_first_trick": 0}
"""By window: the last trick in which one may declare at one's own turn."""


class Declarations:
    """The declarations of one hand."""

    def __init__(self, script: Script, rules: Rules, hands: Mapping[int, list[str]], told: Declared) -> None:
        """`hands` change as the hand goes on; as they are now they are the cards dealt."""
        self._script = script
        self._how = rules.text("accuse")
        self._window = rules.text("accuse_window" if rules.game == "in-due" else "accuse_when")
        self._told = told
        self._hands = hands
        if self._window not in ("three_tricks", "on_draw"):
            self._hands = {seat: list(cards) for seat, cards in hands.items()}
        self._ranks = high_ranks(rules.text("deck"))
        self.made: dict[int, list[str]] = {seat: [] for seat in hands}

    def at_turn(self, seat: int, trick: int) -> None:
        """At one's own turn, before the card; tricks count from 1."""
        if trick <= _TURNS[self._window]:
            self._declare(seat)

    def after_first_trick(self, seats: Sequence[int]) -> None:
        """When trick 1 is complete, the seats in turn order from its winner."""
        if self._window == "after_first_trick":
            for seat in seats:
                self._declare(seat)

    def _declare(self, seat: int) -> None:
        if self._how == "auto":
            self._make_all(seat)
        elif self._how == "ask":
            self._ask(seat)

    def _make_all(self, seat: int) -> None:
        """What the referee declares for a player counts at once."""
        points = 0
        while word := next(self._combinations(seat), None):
            points += self._make(seat, word)
        if points:
            self._told(seat, points)

    def _ask(self, seat: int) -> None:
        while words := list(self._combinations(seat)):
            word = self._script.ask(seat, "declare", [*words, "done"]).word
            if word == "done":
                return
            self._told(seat, self._make(seat, word))

    def _make(self, seat: int, word: str) -> int:
        points = self._points(seat, word)
        self.made[seat].append(word)
        return points

    def _combinations(self, seat: int) -> Iterator[str]:
        cards = self._hands[seat]
        made = self.made[seat]
        for rank in self._ranks:
            missing = [suit for suit in SUITS if rank + suit not in cards]
            if f"four:{rank}" in made:
                continue
            if not missing:
                yield f"four:{rank}"
            elif len(missing) == 1 and not self._three_made(seat, rank):
                yield f"tris:{rank}:{missing[0]}"
        for suit in SUITS:
            if all(rank + suit in cards for rank in self._ranks) and f"napoli:{suit}" not in made:
                yield f"napoli:{suit}"

    def _points(self, seat: int, word: str) -> int:
        if not word.startswith("four"):
            return 3
        return 1 if self._three_made(seat, word[-1]) else 4

    def _three_made(self, seat: int, rank: str) -> bool:
        return any(word.startswith(f"tris:{rank}") for word in self.made[seat])


def high_ranks(deck: str) -> str:
    """The ranks that are declared: the three strongest, in the Piedmontese deck T and 9 in place of 3 and 2."""
    return RANKS[deck][-1:-4:-1]


def cards_in(word: str, deck: str) -> list[str]:
    """The cards of a combination."""
    kind, what, *missing = word.split(":")
    if kind == "napoli":
        return [rank + what for rank in high_ranks(deck)]
    return [what + suit for suit in SUITS if suit not in missing]
