"""Games with a call or an auction: what a declarer must do before play (R6 to R11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from .cards import full_deck
from .options import Rules
from .script import Script
from .table import Table


@dataclass
class Contract:
    """What is played: who with whom, and under which name."""

    declarer: int
    name: str | None
    partner: int | None = None
    called_in_monte: bool = False
    """The declarer plays alone, and he does not know it."""
    swapped: bool = False
    """The declarer got the card he called against one of his own."""

    @property
    def side(self) -> list[int]:
        """The declarer's side."""
        return [self.declarer] if self.partner is None else sorted((self.declarer, self.partner))


class Calling:
    """What happens between the deal and the first lead."""

    def __init__(self, script: Script, rules: Rules, table: Table) -> None:
        self.script = script
        self.rules = rules
        self.table = table

    def auction(self, ladder: Sequence[str], must_bid: bool) -> Contract | None:
        """One round; None if all pass. The highest bid ends it."""
        higher = list(ladder)
        best: Contract | None = None
        for place in self.table.order:
            may_pass = not (must_bid and place == self.table.order[0])
            word = self.script.ask(place, "bid", [*(["pass"] if may_pass else []), *higher]).word
            if word != "pass":
                best = Contract(place, word)
                higher = higher[higher.index(word) + 1 :]
                if not higher:
                    break
        return best

    def call(self, declarer: int, style: str, laid: Sequence[str] = ()) -> str:
        """The declarer names a card."""
        words = may_call(style, [*self.table.hands[declarer], *laid])
        return self.script.ask(declarer, "call", words).word

    def terziglio(self, contract: Contract) -> None:
        """R6.2, R6.3."""
        declarer = contract.declarer
        if contract.name == "solissimo":
            raised = self.script.ask(declarer, "raise", ("plain", "dividete", "scegliete")).word
            contract.name = "solissimo" if raised == "plain" else raised
            opponents = list(self.table.turn(declarer))[1:]
            for opponent in opponents:
                if raised == "dividete":
                    self.take(opponent, self.table.monte[:2])
                    self.discard(opponent, 2)
                elif raised == "scegliete":
                    self.take(opponent, list(self.table.monte))
                    self.discard(opponent, 4)
            return
        giver: int | None = None
        called = ""
        if contract.name == "chiamo":
            called = self.call(declarer, "any")
            giver = self.holder(called)
            if giver is not None:
                self.table.give(giver, declarer, called)
        self.take(declarer, list(self.table.monte))
        if giver is not None:
            words = [card for card in self.table.hands[declarer] if card != called]
            self.table.give(declarer, giver, self.script.ask(declarer, "return", words).word)
        self.discard(declarer, 4)

    def mediatore(self, contract: Contract) -> None:
        """R9.2, with a monte or without (R10, R11.2)."""
        declarer = contract.declarer
        style = self.rules.text("callable")
        if contract.name == "chiamo":
            contract.partner = self.holder(self.call(declarer, style))
            contract.called_in_monte = contract.partner is None
        elif contract.name == "chiedo":
            self.ask_for_a_card(contract, style)
        elif contract.name == "solo" and self.table.monte:
            self.take(declarer, list(self.table.monte))
            self.discard(declarer, 4)

    def ask_for_a_card(self, contract: Contract, style: str) -> None:
        """R9.2, chiedo: a card laid for another."""
        declarer = contract.declarer
        laid = self.lay(declarer)
        called = self.call(declarer, style, [laid])
        holder = self.holder(called)
        if holder is None:
            taken = list(self.table.monte)
            self.table.monte.append(laid)
            self.take(declarer, taken)
            self.discard(declarer, 3)
            return
        self.table.give(holder, declarer, called)
        self.table.hands[holder].append(laid)
        if self.table.monte:
            self.take(declarer, list(self.table.monte))
            self.discard(declarer, 4)

    def quadrigliati(self, contract: Contract) -> None:
        """R8.2."""
        declarer = contract.declarer
        if contract.name != "chiamo":
            return
        called = self.call(declarer, "threes_and_twos")
        holder = self.holder(called)
        if holder is None:
            raise ValueError("all cards are dealt, and nobody has the card")
        if self.script.ask(declarer, "how", ("partner", "swap")).word == "partner":
            contract.partner = holder
            return
        contract.swapped = True
        laid = self.lay(declarer)
        self.table.give(holder, declarer, called)
        self.table.hands[holder].append(laid)

    def lay(self, declarer: int) -> str:
        """A card of his face down, for somebody else."""
        laid = self.script.ask(declarer, "swap", self.table.hands[declarer]).word
        self.table.hands[declarer].remove(laid)
        return laid

    def take(self, taker: int, cards: Sequence[str]) -> None:
        """Cards of the monte go to a hand."""
        self.table.hands[taker] += cards
        self.table.monte = [card for card in self.table.monte if card not in cards]

    def discard(self, place: int, number: int) -> None:
        """So many cards go from a hand to the monte, one at a time."""
        for _ in range(number):
            card = self.script.ask(place, "discard", self.table.hands[place]).word
            self.table.hands[place].remove(card)
            self.table.monte.append(card)

    def holder(self, card: str) -> int | None:
        """Who holds it; None if it lies in the monte."""
        return next((place for place, cards in self.table.hands.items() if card in cards), None)


def may_call(style: str, own: Sequence[str]) -> list[str]:
    """The cards that may be called by one who has these (R6.3, R7.1, R8.2, R9.2)."""
    others = [card for card in full_deck("italian40") if card not in own]
    if style == "any":
        return others
    if style == "no_ace":
        return [card for card in others if card[0] != "A"]
    if style == "honours":
        return [card for card in others if card[0] in "32A"]
    steps = ("32", "A") if style == "threes_and_twos" else ("3", "2", "A")
    return next(found for ranks in steps if (found := [card for card in others if card[0] in ranks]))
