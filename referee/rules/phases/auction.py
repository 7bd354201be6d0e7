"""Auctions: a table of contracts, one round of bids, and what follows from the contract before the first lead."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from referee.rules.decision import Decision
from referee.rules.engine import Ended, Game, Steps
from referee.rules.events import Bid, Contracted, Raised, ThrownIn

Phase: TypeAlias = Callable[[Game], Steps]


class Contract(msgspec.Struct, frozen=True, kw_only=True):
    """A row of an auction's table."""

    bid: str
    value: int
    """The stake between an opponent and the declarer's side."""
    alone: bool = True
    """Whether declarer plays against all the others, as everybody knows from the end of the auction on."""
    if_alone: tuple[int, int] | None = None
    """The value, won and lost, where a declarer who could have had a partner has none (R8.3, R9.2)."""
    leads: bool = False
    """Whether declarer leads, and not the player at the dealer's right (R6.4)."""
    then: tuple[Phase, ...] = ()
    """What is done between the auction and the first lead."""
    raises: tuple["Contract", ...] = ()
    """What declarer may make of it when it is his (R6.2)."""


Table: TypeAlias = tuple[Contract, ...]
"""Contracts from the lowest bid upward; the last one ends the auction."""


def all_rows(table: Table) -> Table:
    """Every contract that can come about: the rows and their raises."""
    return tuple(each for row in table for each in (row, *row.raises))


def contract_named(table: Table, name: str | None) -> Contract:
    """The contract of this name."""
    return next(row for row in all_rows(table) if row.bid == name)


class Auction(msgspec.Struct, frozen=True):
    """The phase that finds the contract and its declarer, and carries out what the contract asks for."""

    table: Table
    rule: str
    """The number of the rule that says who may bid what."""

    def __call__(self, game: Game) -> Steps:
        yield from self._bids(game)
        state = game.state
        declarer = state.declarer
        if declarer is None:
            game.emit(ThrownIn("all_passed"))
            return Ended("thrown_in")
        contract = contract_named(self.table, state.contract)
        if contract.raises:
            words = ("plain", *(row.bid for row in contract.raises))
            word = yield Decision(declarer, "raise", words=words, place=declarer, rule=self.rule)
            game.emit(Raised(declarer, str(word)))
            contract = next((row for row in contract.raises if row.bid == word), contract)
        leader = declarer if contract.leads else state.first()
        game.emit(Contracted(declarer, contract.bid, contract.value, leader, contract.alone))
        for step in contract.then:
            yield from step(game)
        return None

    def _bids(self, game: Game) -> Steps:
        """Each speaks once, from the dealer's right; the first may not always pass (R0.17)."""
        state = game.state
        first = state.first()
        must_bid = state.thrown_in >= len(state.order)  # after as many thrown-in hands in a row as there are players
        higher = [row.bid for row in self.table]
        for seat in state.from_first():
            forced = must_bid and seat == first
            words = tuple(higher) if forced else ("pass", *higher)
            bid = yield Decision(seat, "bid", words=words, place=seat, rule="R0.17" if forced else self.rule)
            game.emit(Bid(seat, str(bid)))
            if bid in higher:
                del higher[: higher.index(str(bid)) + 1]
            if not higher:
                break
        return None
