"""Setting a table for a test: decks that deal given hands, and games played by a rule of choice."""

from collections.abc import Callable, Sequence

from protocol import events as told
from referee.rules import games
from referee.rules.cards import CARD, DECKS, cards_of, mask_of
from referee.rules.deals import GivenDeals, SeededDeals
from referee.rules.decision import Action, Decision, action_of
from referee.rules.engine import Game
from referee.rules.projection import project

Choice = Callable[[Decision], Action]


def cards(text: str) -> list[int]:
    """`3b Kd` as cards."""
    return [CARD[name] for name in text.split()]


def deck_for(hands: Sequence[str], dealer: int, packets: Sequence[int] = (5, 5), deck: str = "italian40") -> list[int]:
    """A deck that deals these hands by seat; a hand left empty, and the places behind the hands, get what remains."""
    given = [cards(hand) for hand in hands]
    free = [card for card in DECKS[deck] if not any(card in hand for hand in given)]
    size = sum(packets)
    full = []
    for hand in given:
        full.append(hand + free[: size - len(hand)])
        free = free[size - len(hand) :]
    turn = [(dealer + 1 + place) % len(hands) for place in range(len(hands))]
    order, start = [], 0
    for packet in packets:
        for seat in turn:
            order += full[seat][start : start + packet]
        start += packet
    return order + free


def set_table(hands: Sequence[str], name: str = "tressette", dealer: int | None = None, **rules: object) -> Game:
    """A game whose first hand deals these hands; it is a given deal (G9), so nothing is dealt again."""
    dealer = len(hands) - 1 if dealer is None else dealer
    variant = games.build(name, rules, len(hands))
    packets = (3, 3, 3) if variant.deck == "piemontese36" else (5, 5)
    return Game(variant, GivenDeals([(deck_for(hands, dealer, packets, variant.deck), dealer)] * 50))


def seeded(
    seed: int, name: str = "tressette", players: int | None = None, preset: str | None = None, **rules: object
) -> Game:
    """A game on shuffled decks."""
    return Game(games.build(name, rules, players, preset), SeededDeals(f"{seed:032x}"))


def play(game: Game, *actions: str) -> Game:
    """Take these actions, whoever is to decide; `busso:3b` says busso with the card."""
    for action in actions:
        saying, _, card = action.rpartition("=")
        game.act(action_of(card), (saying,) if saying else ())
    return game


def play_out(game: Game, choose: Choice = Decision.first) -> Game:
    """Go on to the end of the game."""
    while game.decision:
        game.act(choose(game.decision))
    return game


def told_to(game: Game, seat: int) -> list[told.Event]:
    """All that a seat has been told."""
    return [event for event in (project(each, seat) for each in game.log) if event is not None]


def names(mask: int) -> str:
    """The cards of a mask as text."""
    from referee.rules.cards import NAMES

    return " ".join(NAMES[card] for card in cards_of(mask))


def mask(text: str) -> int:
    """`3b Kd` as a mask."""
    return mask_of(cards(text))
