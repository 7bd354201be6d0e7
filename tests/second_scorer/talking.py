"""What the leader of a trick may say with each of his cards (R1.7, R1.10)."""

from collections.abc import Iterator, Mapping, Sequence

from .cards import of_suit, strength
from .options import Rules
from .written import Sides

_KING = strength("Kb")
_KNAVE = strength("Jb")


class Talk:
    """The talk of one hand."""

    def __init__(self, rules: Rules, sides: Sides) -> None:
        self._sides = sides
        self._allowed = rules.talk()
        self._truth = rules.text("talk_truth") == "enforced"
        self._may_ask = rules.text("accuse") != "off" and rules.text("accuse_told") == "on_request"
        self._suits_led: set[str] = set()
        self._knocked: dict[int, str] = {}
        """By seat that won its partner's knock: the suit, until he has led another."""
        self._knock: str | None = None
        """The suit of the trick in play, if its leader knocked."""

    def sayings(self, cards: Sequence[str], seat: int, askable: Sequence[int]) -> Mapping[str, tuple[str, ...]]:
        """By card: what may be said when leading it."""
        asks = [f"ask:{other}" for other in askable if other != seat] if self._may_ask else []
        offers = {card: (*self._about(card, cards, seat), *asks) for card in cards}
        return {card: said for card, said in offers.items() if said}

    def led(self, seat: int, card: str, said: Sequence[str]) -> None:
        """A card was led with these words."""
        suit = card[1]
        self._suits_led.add(suit)
        if self._knocked.get(seat, suit) != suit:
            del self._knocked[seat]
        self._knock = suit if "busso" in said else None

    def won(self, leader: int, winner: int) -> None:
        """The trick is complete."""
        if self._knock and winner != leader and any({leader, winner} <= set(side) for side in self._sides):
            self._knocked[winner] = self._knock

    def _about(self, card: str, cards: Sequence[str], seat: int) -> Iterator[str]:
        for said, true in self._possible(card, cards, seat):
            if (self._allowed is None or said in self._allowed) and (true or not self._truth):
                yield said

    def _possible(self, card: str, cards: Sequence[str], seat: int) -> Iterator[tuple[str, bool]]:
        """Everything that could be said at this moment, and whether it is true."""
        suit = card[1]
        held = of_suit(cards, suit)
        stay = [other for other in held if other != card]
        yield "busso", True
        yield "striscio", any(strength(other) <= _KING for other in stay)
        yield "volo", not stay
        yield "piombo-a-te", True
        knocked = self._knocked.get(seat)
        if knocked and knocked != suit:
            yield "liscio", bool(of_suit(cards, knocked))
        if suit not in self._suits_led:
            yield from _at_first_lead(held, stay)


def _at_first_lead(held: Sequence[str], stay: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Sayings for the first lead of a suit: what the leader holds of it, and what stays when the card is gone."""
    ranks = {card[0] for card in held}
    number = len(held)
    for rank, name in zip("32A", "32a", strict=True):
        yield f"ho-{name}", rank in ranks
        yield f"voglio-{name}", True
    yield "voglio-25", True
    yield "ho-28", ranks >= {"A", "2"}
    yield "ho-29", ranks >= {"A", "3"}
    low = not ranks & {"3", "2", "A"}
    for count in range(1, 11):
        yield f"conta-{count}", low and number == count
        yield f"conta-{count}-liscia", low and number == count and all(strength(card) <= _KNAVE for card in stay)
    others = number - 1 if "K" in ranks else -1
    yield "re-doppio-2", others == 2
    yield "re-doppio-3", others == 3
    yield "re-doppio-4", others >= 4
    yield "liscio-e-busso", ranks >= {"3", "A"}
    yield "bussata-forte", ranks >= {"3", "2"} and len(ranks - {"3", "2", "A"}) >= 3
    yield "la-buona", "A" in ranks and number >= 4 and not ranks >= {"3", "2"}
