"""Hands that win the whole game, and how many games they are worth (R1.9)."""

from .cards import thirds
from .table import Table
from .written import Sides

_TABLES = {
    "s1": {"cappotto": 2, "stramazzo": 3, "cappottone": 6, "stramazzone": 8},
    "gelli": {"cappotto": 4, "stramazzo": 3, "cappottone": 8, "stramazzone": 6},
}


def games_won(stakes: str, table: Table, sides: Sides) -> tuple[int, int] | None:
    """The side that a hand played out wins the game for, and the number of games."""
    if stakes == "off":
        return None
    for side, seats in enumerate(sides):
        if stakes == "fitres":
            if table.count(seats) // 3 == 11:
                return side, 2
        elif award := _award(table, seats, sides[1 - side]):
            return side, _TABLES[stakes][award]
    return None


def _award(table: Table, seats: tuple[int, ...], opponents: tuple[int, ...]) -> str | None:
    winners = {trick.winner for trick in table.tricks}
    everything = thirds(card for trick in table.tricks for card in trick.cards)
    if len(seats) > 1 and len(winners) == 1 and winners <= set(seats):
        return "cappottone"
    if winners <= set(seats):
        return "cappotto"
    if len(seats) > 1 and any(everything - table.worth([seat]) < 3 for seat in seats):
        return "stramazzone"
    return "stramazzo" if table.worth(opponents) < 3 else None
