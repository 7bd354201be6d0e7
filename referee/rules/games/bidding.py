"""How options choose parts in the games with an auction, and the options that those games share (R6, R8-R11)."""

from collections.abc import Callable

from referee.rules.ends import race, surrender
from referee.rules.engine import Variant
from referee.rules.games import shared_options as terms
from referee.rules.games.spec import Rules
from referee.rules.options import Option
from referee.rules.phases.auction import Auction, Contract, Table, all_rows
from referee.rules.phases.calling import CALLABLE, call, exchange_laid, lay_card, show_partner
from referee.rules.phases.count import count
from referee.rules.phases.deal import deal_out, whole_circle
from referee.rules.phases.monte import discard, take_monte
from referee.rules.phases.stakes import as_race, as_stakes, declarer_against_rest
from referee.rules.phases.tricks import Tricks


def callable_cards(*choices: str, rule: str) -> Option:
    """R7.1, R9.2: what may be called; the first is the default."""
    return Option(
        key="callable",
        default=choices[0],
        choices=choices,
        meaning="what may be called, of the cards not held: a 3 (holding all four a 2, then an ace), or more",
        rule=rule,
    )


CALLABLE_CARDS = callable_cards("threes", "honours", "any", rule="R9.2 (S1, D)")


def stake_length(hands: int) -> tuple[Option, ...]:
    """R0.13, R0.9: a stake game goes by hands alone."""
    return (
        Option(key="hands", default=hands, least=1, most=1000, meaning="a game is this many hands", rule="R0.13 (D)"),
        terms.FIRST_DEALER,
        terms.FIRST_PACKETS,
    )


def calling_table(choices: str, *, monte: bool) -> Table:
    """R9.2, R10.1, R11.2: with a partner, alone with a called card, alone; with a monte also leaving it there."""
    own = CALLABLE[choices]
    taken = (take_monte(shown=False), discard("R9.2")) if monte else ()
    rows = (
        Contract(bid="chiamo", value=1, alone=False, if_alone=(4, 3) if monte else None, then=(call(own, "R9.2"),)),
        Contract(bid="chiedo", value=2, then=(lay_card("R9.2"), call(own, "R9.2"), exchange_laid, *taken)),
        Contract(bid="solo", value=3, then=taken),
    )
    return (*rows, Contract(bid="solissimo", value=4)) if monte else rows


def variant(
    name: str,
    rules: Rules,
    auction: Auction,
    packets: tuple[int, ...],
    *,
    seats: int,
    order: Callable[[list[int], int], list[int]] = whole_circle,
) -> Variant:
    """A game with an auction. What is not dealt is the monte; `score` and `sweeps` are only in some rules (R6)."""
    table = auction.table
    races = rules.get("score") == "race"
    counter = declarer_against_rest(
        table, as_race if races else as_stakes, sweeps=bool(rules.get("sweeps")), race=races
    )
    highest = max(max((row.value, *(row.if_alone or ()))) for row in all_rows(table))
    size = rules.get("target") or 3 * highest * rules["hands"]
    return Variant(
        name=name,
        rules=rules,
        seats=seats,
        unit="seat",
        units=seats,
        hand_sides=True,
        phases=(
            deal_out(
                lambda active: packets,
                rest="monte",
                singly_first=rules["first_packets"] == "singly",
                order=order,
                auction=True,
            ),
            auction,
            Tricks(on_play=() if all(row.alone for row in table) else (show_partner,)),
        ),
        count=count(counter),
        finish=race(rules["hands"], rules.get("target"), rules.get("max_hands", 0)),
        surrender=surrender(lambda game: size),
        first_dealer=rules["first_dealer"],
    )
