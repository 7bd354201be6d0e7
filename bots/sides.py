"""Who is with whom, as far as a bot can tell."""

from bots.table import Table
from bots.view import View
from protocol.messages import Sides

FRIEND = 6
"""Trust in a partner; -6 is an opponent, and between them lies what is not known yet."""


def trust_of(view: View) -> list[int]:
    """Return how far each place is on the side of the place acted for."""
    table, place = view.table, view.place
    sides = view.state.sides or table.sides
    if sides:
        return _by_sides(sides, table.places, place)
    if table.declarer is not None and table.called is not None:
        return _by_call(table, table.declarer, table.called, place)
    if table.declarer is not None:
        alone = table.declarer
        return [FRIEND if (other == alone) is (place == alone) else -FRIEND for other in range(table.places)]
    return [FRIEND if other == place else -FRIEND for other in range(table.places)]


def _by_sides(sides: Sides, places: int, place: int) -> list[int]:
    mine = next((side for side in sides if place in side), (place,))
    return [FRIEND if other in mine else -FRIEND for other in range(places)]


def _by_call(table: Table, declarer: int, called: int, place: int) -> list[int]:
    """Return the trust where the holder of the called card is the declarer's secret partner."""
    partner = table.partner
    if partner is None and table.dealt >> called & 1 and table.seat != declarer:
        partner = table.seat
    if partner is not None:
        pair = (declarer, partner)
        return [FRIEND if (other in pair) is (place in pair) else -FRIEND for other in range(table.places)]
    may = [other for other in table.order if _may_hold(table, other, declarer, called)]
    if not may:
        return [FRIEND if (other == declarer) is (place == declarer) else -FRIEND for other in range(table.places)]
    toward_declarer = 2 * FRIEND // len(may) - FRIEND
    trust = []
    for other in range(table.places):
        if other == place:
            trust.append(FRIEND)
        elif place == declarer:
            trust.append(toward_declarer if other in may else -FRIEND)
        elif other == declarer:
            trust.append(-FRIEND)
        else:
            trust.append(-toward_declarer if other in may else FRIEND)
    return trust


def _may_hold(table: Table, place: int, declarer: int, called: int) -> bool:
    return place not in (declarer, table.seat) and not table.voids[place] >> called // 13 & 1
