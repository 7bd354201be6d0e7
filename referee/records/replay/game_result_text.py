"""How hands and games came out, in sentences: who won, why, and what it brings to whom."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from protocol import events as told
from referee.records.plurals import listed, quantity, verb
from referee.records.replay.event_text import Named, Seen
from referee.records.replay.hand_facts import Memory
from referee.records.replay.hand_result_text import Counting
from referee.rules.engine import Game

_THIRDS: Final = "an ace is worth three thirds{special}; {high} one each; the last trick three: {whole} thirds in all"


class Outcome:
    """Watches what happens at a table, and tells what came of it."""

    def __init__(self, game: Game, named: Named) -> None:
        """Of the game only what everybody knows is looked at: its rules and sides."""
        self._game = game
        self._named = named
        self._memory = Memory()

    def watch(self, event: Seen) -> None:
        """Something happened."""
        self._memory.watch(event)

    def contract(self) -> str:
        """What is being played, and the card that was called; nothing in a game without auction and call."""
        contract, call = self._memory.contract, self._memory.call
        if contract is None and call is None:
            return ""
        played = f"{self._named(contract.seat)} plays {contract.bid}" if contract else ""
        called = f"{call.card} was called{'' if contract else f' by {self._named(call.seat)}'}" if call else ""
        return ", ".join(filter(None, (played, called)))

    def unit(self, number: int) -> str:
        """Whoever has a score of his own, a side or a seat, by name."""
        return listed([self._named(seat) for seat in self._seats(number)])

    def hand(self, event: told.HandEnd) -> list[str]:
        """The end of a hand."""
        return [*Counting(self._game.variant, self._memory, self._named, self.unit).lines(event)]

    def game(self, event: told.GameEnd) -> list[str]:
        """The end of the game."""
        utility = ", ".join(f"{self._named(seat)} {_signed(value)}" for seat, value in enumerate(event.utility))
        return [f"the game is over: {self._why(event)}", f"it counts for the match: {utility}"]

    def _seats(self, number: int) -> Sequence[int]:
        sides = self._game.state.fixed_sides
        return (number,) if self._game.variant.unit == "seat" or not sides else sides[number]

    def _why(self, event: told.GameEnd) -> str:
        if len(event.winners) == len(event.utility):
            return f"it is level, {_scores(event.scores)}"
        who = f"{listed([self._named(seat) for seat in event.winners])} {verb(event.winners, 'wins', 'win')}"
        tell = _REASONS.get(event.reason)
        return tell(self, event, who) if tell else f"{who} ({event.reason})"

    def _after_hands(self, event: told.GameEnd, who: str) -> str:
        return f"{quantity(self._memory.hand + 1, 'hand')} played, {who} with {self._best(event)}"

    def _best(self, event: told.GameEnd) -> str:
        """The winners' score beside the others'."""
        won = self._own(event)
        others = [score for number, score in enumerate(event.scores) if self._seats(number)[0] not in event.winners]
        best = f"the {'fewest' if self._reverse else 'most'} points, {won}"
        return f"{best} against {listed([*map(str, others)])}" if others else best

    def _own(self, event: told.GameEnd) -> int:
        return next(score for number, score in enumerate(event.scores) if self._seats(number)[0] in event.winners)

    def _target(self, event: told.GameEnd, who: str) -> str:
        if self._reverse:
            return f"{listed(self._gone(event))} reached the target of {self._goal}; {who} with {self._best(event)}"
        return f"{who}, with the target of {self._goal} reached and {self._best(event)}"

    def _elimination(self, event: told.GameEnd, who: str) -> str:
        if self._own(event) >= self._goal:
            return f"all who were left reached {self._goal} together; {who} with the fewest points, {self._own(event)}"
        return f"{who}, the last one below {self._goal} points, with {self._own(event)}"

    def _gone(self, event: told.GameEnd) -> list[str]:
        """Those whose score has reached the target."""
        return [self.unit(number) for number, score in enumerate(event.scores) if score >= self._goal]

    def _claim(self, event: told.GameEnd, who: str) -> str:
        claim = self._memory.claim
        if claim is None:
            return f"{who} by a claim"
        said = f"{self._named(claim.seat)} said that the target of {self._goal} was reached"
        return f"{said}, and {'was right' if claim.right else 'it was not'}: {who}"

    def _stakes(self, event: told.GameEnd, who: str) -> str:
        return f"{who} it by this hand, which counts as {quantity(event.stakes, 'game')}"

    def _unplayed(self, event: told.GameEnd, who: str) -> str:
        lost = [self._named(seat) for seat, value in enumerate(event.utility) if value < 0]
        how = "is forfeited" if event.reason == "forfeit" else "is forfeited unplayed"
        return f"it {how} by {listed(lost)}; {who}"

    @property
    def _goal(self) -> int:
        target = self._game.variant.rules.get("target")
        return target if isinstance(target, int) else 0

    @property
    def _reverse(self) -> bool:
        return "ace_of_bastoni" in self._game.variant.rules


_REASONS: Final[dict[str, Callable[[Outcome, told.GameEnd, str], str]]] = {
    "hands": Outcome._after_hands,
    "target": Outcome._target,
    "elimination": Outcome._elimination,
    "claim": Outcome._claim,
    "immediate": lambda outcome, event, who: f"{who} at once, by reaching the target of {outcome._goal}",
    "stakes": Outcome._stakes,
    "forfeit": Outcome._unplayed,
    "disqualified": Outcome._unplayed,
}


def how_it_counts(game: Game) -> Iterator[str]:
    """What thirds and points are in this game, and who wins a hand: a line or two for the head of a replay."""
    rules = game.variant.rules
    high = "9, T, K, Q and J" if game.variant.deck == "piemontese36" else "3, 2, K, Q and J"
    if "ace_of_bastoni" in rules:
        ace = int(str(rules["ace_of_bastoni"]))
        yield _THIRDS.format(special="" if ace == 1 else f" (that of bastoni {3 * ace})", high=high, whole=32 + 3 * ace)
        left = "are lost" if rules["rounding"] == "drop" else "go to the winner of the last trick"
        yield f"three thirds are a point, those left over {left}: {10 + ace} points in all, and the fewest win"
        return
    yield f"{_THIRDS.format(special='', high=high, whole=35)}; three are a point, those left over are lost"
    if game.variant.name in _AUCTIONS:
        yield "the declarer's side makes its contract with 18 thirds, which are 6 points of 11"


_AUCTIONS: Final = ("terziglio", "quadrigliati", "mediatore", "quintiglio", "a-chiamare")


def _scores(scores: Sequence[int]) -> str:
    return " to ".join(map(str, scores))


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"
