"""Tressette a chiamare: three to seven players, one or two against the rest (R11)."""

from collections.abc import Mapping

import msgspec

from referee.rules.engine import Variant
from referee.rules.games import bidding, terziglio
from referee.rules.games import shared_options as terms
from referee.rules.games.spec import GameSpec, Rules
from referee.rules.options import BadRules, Option, Value
from referee.rules.phases.auction import Auction
from referee.rules.phases.deal import whole_circle, without_dealer

THREE = (terziglio.LEAD, terziglio.VALUES, terziglio.SWEEPS, terziglio.SCORE)
PACKETS = {4: (5, 5), 5: (4, 4), 6: (3, 3), 7: (3, 3)}


def _where(option: Option, players: str) -> Option:
    """The option as one that has no value for other numbers of players."""
    meaning = f"{option.meaning} ({players}; none for others)"
    return msgspec.structs.replace(option, default=None, optional=True, meaning=meaning)


def check(rules: Rules, given: Mapping[str, Value]) -> None:
    """R11.1: with three players the options are those of R6; with more there is one, what may be called."""
    three = rules["players"] == 3
    for option in (*THREE, bidding.CALLABLE_CARDS):
        if three != (option in THREE):
            if rules[option.key] is not None:
                raise BadRules(f"{option.key} has no meaning with {rules['players']} players (R11.1)")
        elif rules[option.key] is None:
            rules[option.key] = option.default
    if three:
        terziglio.check(rules, given)
    elif rules["target"] is not None:
        raise BadRules("a target goes with three players and score = race: stakes go by hands (R11.2)")


def make(rules: Rules) -> Variant:
    """The game with these options, for this number of players."""
    players = rules["players"]
    if players == 3:
        return terziglio.make(rules, "a-chiamare")
    auction = Auction(bidding.calling_table(rules["callable"], monte=players > 5), "R11.2")
    order = without_dealer if players == 7 else whole_circle
    return bidding.variant("a-chiamare", rules, auction, PACKETS[players], seats=players, order=order)


SPEC = GameSpec(
    name="a-chiamare",
    title="Tressette a chiamare, three to seven players: one or two against the rest",
    seats=(3, 4, 5, 6, 7),
    options=(
        terms.players(3, 7),
        *terms.length(hands=None),
        terms.FIRST_PACKETS,
        *(_where(option, "three players") for option in THREE),
        _where(bidding.CALLABLE_CARDS, "four players or more"),
    ),
    hands=lambda players: 12 if players == 3 else 2 * players,
    make=make,
    check=check,
)
