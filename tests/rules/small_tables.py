"""Setting tables of two and three: stocks, packets, a dummy's hand, a deck without one of its fours."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from referee.rules import games
from referee.rules.cards import DECKS
from referee.rules.deals import GivenDeals, SeededDeals
from referee.rules.engine import Game
from referee.rules.events import HandEnded
from tests.rules.table import Choice, cards, play_out


def on_deck(order: Sequence[int], name: str, dealer: int, /, **rules: object) -> Game:
    """A game in which every hand is dealt from this order by this dealer; nothing is dealt again (G9)."""
    return Game(games.build(name, rules), GivenDeals([(order, dealer)] * 20))


def shuffled(name: str, rules: Mapping[str, object]) -> Game:
    """A game on shuffled decks, always the same."""
    return Game(games.build(name, rules), SeededDeals(f"{1:032x}"))


def with_stock(mine: str, other: str, stock: str = "", **rules: object) -> Game:
    """In-due: seat 0 leads with the first hand, seat 1 deals; the stock begins with the given cards."""
    name, packets = ("piemontese36", (3, 3, 3)) if rules.get("deck") == "piemontese36" else ("italian40", (5, 5))
    drawn = cards(stock)
    deck = _in_packets(_filled([mine, other], sum(packets), drawn, name), [0, 1], packets)
    return on_deck(deck + drawn + [card for card in DECKS[name] if card not in deck + drawn], "in-due", 1, **rules)


def with_packets(mine: Sequence[str], other: Sequence[str], **rules: object) -> Game:
    """Pizzichino: seat 0 leads, seat 1 deals; a packet is given from its bottom, which is seen first, to its top."""
    packets = [packet for both in zip(mine, other, strict=True) for packet in both]
    return on_deck([card for own in _filled(packets, 5) for card in reversed(own)], "pizzichino", 1, **rules)


def without_four(seats: Sequence[str], /, **rules: object) -> Game:
    """Tocca: the hands by seat; seat 0 leads, seat 2 deals."""
    removed = str(rules.get("removed", "4c"))
    deck = _in_packets(_filled(seats, 13, cards(removed)), [0, 1, 2], (5, 5, 3))
    return on_deck(deck, "tocca", 2, **rules)


def with_dummy(places: Sequence[str], dealer: int, /, **rules: object) -> Game:
    """Col-morto: the hands of seats 0, 1, 2 and of the dummy."""
    turn = [(dealer + 1) % 3, 3, (dealer + 2) % 3, dealer]
    return on_deck(_in_packets(_filled(places, 10), turn, (5, 5)), "col-morto", dealer, **rules)


def at_random(seed: int) -> Choice:
    """A player who takes any legal action, the same ones whenever the seed is the same."""
    chance = Random(seed)
    return lambda decision: chance.choice(decision.actions())


def _filled(hands: Sequence[str], size: int, kept: Sequence[int] = (), deck: str = "italian40") -> list[list[int]]:
    """The hands, filled up with cards that nobody was given and that are not kept out, in the order of the deck."""
    given = [cards(hand) for hand in hands]
    free = iter([card for card in DECKS[deck] if card not in kept and not any(card in own for own in given)])
    return [own + [next(free) for _ in range(size - len(own))] for own in given]


def _in_packets(hands: list[list[int]], turn: list[int], packets: Sequence[int]) -> list[int]:
    """The deck that deals the hands, by place, in packets to the places in turn."""
    deck, start = [], 0
    for packet in packets:
        for place in turn:
            deck += hands[place][start : start + packet]
        start += packet
    return deck


def counts(game: Game) -> list[HandEnded]:
    """How each hand came out."""
    return [event for event in game.log if isinstance(event, HandEnded)]


def played_so_that(table: Callable[[], Game], wanted: Callable[[Game], bool]) -> Game:
    """A game played out from this table in one of many ways, the first of which this is true."""
    for seed in range(3000):
        game = play_out(table(), at_random(seed))
        if wanted(game):
            return game
    raise AssertionError("no such play in 3,000 tries")
