"""Lucana: traversone with all the cards dealt, where the longer hands bury a card (R12.6)."""

from referee.rules.games.reverse import DECK_SIZE, Dealing, reverse_game
from referee.rules.games.spec import Rules
from referee.rules.phases.deal import packets_of
from referee.rules.phases.passing import bury


def dealing(rules: Rules) -> Dealing:
    """R12.6: what equal hands leave over goes singly to the first players, and each of them buries a card."""
    return Dealing(lambda active: packets_of(DECK_SIZE // active), "hands", before_lead=(bury("R12.6"),))


SPEC = reverse_game(
    name="lucana",
    title="Lucana, three to eight players, the fewest points win, and the longer hands bury a card",
    seats=tuple(range(3, 9)),
    ace=11,
    slam="sola",
    dealing=dealing,
)
