"""What the games that the fewest points win have in common (R12): their options, and how they are built from parts."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from referee.rules.cards import CARD, Card
from referee.rules.ends import surrender
from referee.rules.engine import Game, Steps, Variant
from referee.rules.games import shared_options as terms
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.lowest_wins import lowest
from referee.rules.options import BadRules, Option, Value
from referee.rules.phases.deal import deal_out, packets_of
from referee.rules.phases.reverse import Reverse, reverse_total
from referee.rules.phases.stock import draw
from referee.rules.phases.tricks import Tricks

DECK_SIZE = 40
FOURS = tuple(CARD[name] for name in ("4b", "4c", "4d", "4s"))
REMOVED = {3: (CARD["4c"],), 6: FOURS, 7: (*FOURS, CARD["5c"])}
"""R12.2: the cards that are taken out so that hands come out even, by the number of active players."""


class Dealing(NamedTuple):
    """How a game deals, by the number of active players, and what is done with the cards before the first lead."""

    packets: Callable[[int], tuple[int, ...]]
    rest: str | Callable[[int], str]
    removed: Callable[[int], tuple[Card, ...]] = lambda active: ()
    before_lead: tuple[Callable[[Game], Steps], ...] = ()


def even_hands(rules: Rules) -> Dealing:
    """R12.2: hands of one size; what does not fit is left out of the deck, or lies face down to the end."""
    stock, monte = rules["two_player"] == "stock", rules["leftover"] == "monte"

    def removed(active: int) -> tuple[Card, ...]:
        return () if monte else REMOVED.get(active, ())

    def packets(active: int) -> tuple[int, ...]:
        dealt = DECK_SIZE // 2 if stock and active == 2 else DECK_SIZE - len(removed(active))
        return packets_of(dealt // active)

    return Dealing(packets, lambda active: "stock" if active == 2 else "monte", removed)


TWO_PLAYER = Option(
    key="two_player",
    default="stock",
    choices=("stock", "all"),
    meaning="two players: 10 cards each and a stock to draw from, or 20 cards each",
    rule="R12.2 (S1, D)",
)
LEFTOVER = Option(
    key="leftover",
    default="remove",
    choices=("remove", "monte"),
    meaning="cards that hands of one size leave over: removed beforehand, or face down to the winner of the last trick",
    rule="R12.2 (S2, D)",
)
TEAMS = Option(
    key="teams",
    default="off",
    choices=("off", "pairs"),
    meaning="each for himself, or with four players seats 0 and 2 against 1 and 3",
    rule="R12.1 (S2)",
)
_END_MODE = Option(
    key="end_mode",
    default="first_bust",
    choices=("first_bust", "elimination"),
    meaning="with a target: the first to reach it ends the game, or leaves while the rest go on to the last",
    rule="R12.5 (S2)",
)
_BUST = Option(
    key="bust",
    default="reach",
    choices=("reach", "exceed"),
    meaning="with a target: whether reaching it is enough, or it must be exceeded",
    rule="R12.5 (S2, D)",
)
_ROUNDING = Option(
    key="rounding",
    default="remainder",
    choices=("remainder", "drop"),
    meaning="thirds that make no whole point: to the winner of the last trick, or lost",
    rule="R0.8 (S2, D)",
)


def reverse_game(
    *,
    name: str,
    title: str,
    seats: tuple[int, ...],
    ace: int,
    slam: str,
    dealing: Callable[[Rules], Dealing],
    aliases: tuple[str, ...] = (),
    options: tuple[Option, ...] = (),
) -> GameSpec:
    """A game of R12: `ace` and `slam` are its defaults, `options` are its own, `dealing` is how it deals."""
    several = len(seats) > 1
    return GameSpec(
        name=name,
        title=title,
        aliases=aliases,
        seats=seats,
        options=(
            *((terms.players(seats[0], seats[-1]),) if several else ()),
            *terms.length(hands=None),
            terms.FIRST_PACKETS,
            _END_MODE,
            _BUST,
            _ace_of_bastoni(ace),
            *((TEAMS,) if several else ()),
            *options,
            _ROUNDING,
            _slam(slam),
        ),
        hands=lambda players: players,
        make=lambda rules: _make(name, rules, rules.get("players", seats[0]), dealing(rules)),
        check=_check,
    )


def _ace_of_bastoni(default: int) -> Option:
    return Option(
        key="ace_of_bastoni",
        default=default,
        numbers=(1, 4, 11),
        meaning="what the ace of bastoni is worth, in points; a hand has 10 more",
        rule="R12.1 (S0, S2)",
    )


def _slam(default: str) -> Option:
    return Option(
        key="slam",
        default=default,
        choices=("give", "sola", "none"),
        meaning="all the points to one player: they go to every other, or may lower his own total, or stay his",
        rule="R12.4 (S0, S2, W)",
    )


def _check(rules: Rules, given: Mapping[str, Value]) -> None:
    """R12.1, R12.5: what goes together."""
    if rules["target"] is None and rules["end_mode"] == "elimination":
        raise BadRules("end_mode = elimination needs a target: in a fixed number of hands nobody leaves (R12.5)")
    if rules["target"] is None and rules["bust"] == "exceed":
        raise BadRules("bust = exceed needs a target: there is none to exceed in a fixed number of hands (R12.5)")
    if rules["end_mode"] == "elimination" and "players" not in rules:
        raise BadRules("end_mode = elimination is not possible: this game cannot go on with fewer players (R12.5)")
    if rules.get("teams") == "pairs" and rules["players"] != 4:
        raise BadRules(f"teams = pairs is for 4 players, not {rules['players']} (R12.1)")


def _make(name: str, rules: Rules, players: int, dealing: Dealing) -> Variant:
    """The game with these options."""
    pairs = rules.get("teams") == "pairs"
    sides = ((0, 2), (1, 3)) if pairs else tuple((seat,) for seat in range(players))
    size = rules["target"] or reverse_total(rules["ace_of_bastoni"]) * rules["hands"]
    singly = rules["first_packets"] == "singly"
    return Variant(
        name=name,
        rules=rules,
        seats=players,
        unit="side" if pairs else "seat",
        units=len(sides),
        sides=sides,
        removed=dealing.removed,
        phases=(
            deal_out(dealing.packets, rest=dealing.rest, singly_first=singly),
            *dealing.before_lead,
            Tricks(after_trick=(draw,)),
        ),
        count=Reverse(rules["ace_of_bastoni"], rules["rounding"], rules["slam"]),
        finish=lowest(
            rules["hands"],
            rules["target"],
            rules["max_hands"],
            exceed=rules["bust"] == "exceed",
            elimination=rules["end_mode"] == "elimination",
        ),
        surrender=surrender(lambda game: size),
        first_dealer=rules["first_dealer"],
    )
