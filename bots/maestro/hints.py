"""What was declared, said and bid, as doubts about a world."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from bots.bidding import NEEDED, strength_of
from bots.cards import mask_of
from bots.maestro.deck import ACE, ALL, HELD, THREE, TWO, Deck
from bots.maestro.worlds import Doubt
from bots.table import Table
from bots.view import View

SILENT: Final = 0.05
"""How likely it is that a player declares less than he might, where he is asked."""
LIED: Final = 0.1
"""How likely a saying that is not true is, where it may be false and comes from a partner."""
BID_OTHERWISE: Final = 0.4
"""How likely a bid is that `rules` would not make, beside one that it would."""

_KING, _JACK = 6, 4


class Said(NamedTuple):
    """A saying, and what is needed to check it in a world."""

    entry: int
    """Where the suit led stands in the hands."""
    played: int
    """The cards of the suit that were in the hand then and have been played since, the card led among them."""
    led: int
    """The card led."""
    saying: str
    likely: float
    """How likely it is if it is not true."""


def doubts_of(view: View, deck: Deck, open_places: int) -> list[Doubt]:
    """Return what makes worlds less likely or impossible; places with open hands are not asked about."""
    table, rules = view.table, view.game.rules
    others = [place for place in table.order if place != view.place and not open_places >> place & 1]
    return [*_declarations(table, rules, deck, others), *_sayings(view, deck, others), *_bids(table, deck, others)]


def _played_by(table: Table, deck: Deck, place: int) -> list[int]:
    """Return the cards that a place has played in this hand, as suits."""
    cards = [card for _, trick in table.tricks for player, card in trick if player == place]
    cards += [card for player, card in table.trick if player == place]
    return deck.suits(sum(1 << card for card in cards))


def _points(high: int) -> int:
    """Return what the aces, 2s and 3s of a hand declare, three bits a suit (R1.5)."""
    suits = [high >> 3 * suit & 7 for suit in range(4)]
    equal = [sum(held >> rank & 1 for held in suits) for rank in range(3)]
    return 3 * suits.count(7) + sum(number for number in equal if number > 2)


_POINTS: Final = [_points(high) for high in range(1 << 12)]


def _declarations(table: Table, rules: Mapping[str, object], deck: Deck, others: Sequence[int]) -> list[Doubt]:
    """Who has had his turn to declare (R1.5) was not dealt more than he declared, or hardly, if he was asked."""
    if rules.get("accuse", "off") == "off" or "accuse_window" in rules or any(table.packets):
        return []
    tricks = len(table.tricks)
    late = {"after_first_trick": 1, "until_third": 3 if rules["accuse"] == "ask" else 0}
    after = late.get(str(rules.get("accuse_when")), 0)
    played = {place: _played_by(table, deck, place) for place in others}
    asked = [place for place in others if (tricks >= after if after else any(played[place]))]
    silent = SILENT if rules["accuse"] == "ask" else 0.0
    return [_declared(place, played[place], table.declared[place], silent) for place in asked]


def _declared(place: int, played: Sequence[int], points: int, silent: float) -> Doubt:
    b, c, d, s = played
    base = 4 * place

    def doubt(hands: list[int]) -> float:
        high = (
            (hands[base] | b) >> ACE
            | (hands[base + 1] | c) >> ACE << 3
            | (hands[base + 2] | d) >> ACE << 6
            | (hands[base + 3] | s) >> ACE << 9
        )
        return 1.0 if _POINTS[high] == points else silent

    return doubt


Truth = Callable[[int, int], bool]
"""Whether a saying is true of the cards of the suit led: all of them, and those that stay in the hand."""


def _holds(*ranks: int) -> Truth:
    needed = sum(1 << rank for rank in ranks)
    return lambda held, stays: held & needed == needed


def _exactly(number: int, highest: int) -> Truth:
    return lambda held, stays: held.bit_count() == number and held < 1 << ACE and stays < 2 << highest


def _king_and(others: int) -> Truth:
    def true(held: int, stays: int) -> bool:
        more = held.bit_count() - 1
        return bool(held >> _KING & 1) and (more >= 4 if others == 4 else more == others)

    return true


TRUTHS: Final[dict[str, Truth]] = {
    "striscio": lambda held, stays: bool(stays & (2 << _KING) - 1),
    "volo": lambda held, stays: not stays,
    "ho-3": _holds(THREE),
    "ho-2": _holds(TWO),
    "ho-a": _holds(ACE),
    "ho-28": _holds(ACE, TWO),
    "ho-29": _holds(ACE, THREE),
    "liscio-e-busso": _holds(THREE, ACE),
    "bussata-forte": lambda held, stays: held >> TWO == 3 and (held & ~(1 << ACE)).bit_count() >= 5,
    "la-buona": lambda held, stays: bool(held >> ACE & 1) and held.bit_count() >= 4 and held >> TWO != 3,
    **{f"conta-{number}": _exactly(number, THREE) for number in range(1, 11)},
    **{f"conta-{number}-liscia": _exactly(number, _JACK) for number in range(1, 11)},
    **{f"re-doppio-{number}": _king_and(number) for number in (2, 3, 4)},
}
"""The sayings that tell something of the suit led, and when they are true (R1.10)."""


def _sayings(view: View, deck: Deck, others: Sequence[int]) -> list[Doubt]:
    """What was said is true where it must be, and likely to be if a partner said it."""
    table = view.table
    enforced = view.game.rules.get("talk_truth") == "enforced"
    mine = next((side for side in table.sides or () if view.place in side), ())
    plays = [play for _, trick in table.tricks for play in trick] + table.trick
    found = []
    for place, card, sayings in table.said:
        if place not in others or not (enforced or place in mine):
            continue
        since = plays[plays.index((place, card)) :]
        played = deck.suits(sum(1 << each for player, each in since if player == place))
        code = deck.code[card]
        suit = code >> 4
        found += [
            Said(4 * place + suit, played[suit], 1 << (code & 15), saying, 0.0 if enforced else LIED)
            for saying in sayings
            if saying in TRUTHS
        ]
    return [_told(said) for said in found]


def _told(said: Said) -> Doubt:
    entry, played, led, saying, likely = said
    true = TRUTHS[saying]

    def doubt(hands: list[int]) -> float:
        held = hands[entry] | played
        return 1.0 if true(held, held ^ led) else likely

    return doubt


def _suit_strength(held: int) -> int:
    return strength_of(mask_of(f"{'4567JQKA23'[rank]}b" for rank in HELD[held]))


_STRENGTH: Final = [_suit_strength(held) for held in range(ALL + 1)]


def _bids(table: Table, deck: Deck, others: Sequence[int]) -> list[Doubt]:
    """Who passed is weaker, and who bid stronger, than `rules` would be; as far as the hand is still the one dealt."""
    needed = NEEDED[min(max(len(table.order), 3), 6)]
    doubts = []
    for place, bid in table.bids:
        if place in others and not table.exchanged >> place & 1 and (bid == "pass" or bid in needed):
            least = min(needed.values()) if bid == "pass" else needed[bid]
            doubts.append(_bid(place, _played_by(table, deck, place), least, bid == "pass"))
    return doubts


def _bid(place: int, played: Sequence[int], needed: int, passed: bool) -> Doubt:
    base = 4 * place

    def doubt(hands: list[int]) -> float:
        strength = sum([_STRENGTH[hands[base + suit] | played[suit]] for suit in (0, 1, 2, 3)])
        return 1.0 if (strength < needed) == passed else BID_OTHERWISE

    return doubt
