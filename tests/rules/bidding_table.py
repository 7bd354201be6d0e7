"""Tables of the games with a call or an auction: given hands and monte, and cards played by preference."""

from collections.abc import Mapping

from protocol import events as told
from referee.rules import games
from referee.rules.cards import DECKS
from referee.rules.deals import GivenDeals
from referee.rules.decision import Action, Decision, text_of
from referee.rules.engine import Game
from referee.rules.projection import project
from tests.rules.table import Choice, cards

SIZES = {3: (4, 4, 4), 4: (5, 5), 5: (4, 4), 6: (3, 3), 7: (3, 3)}


def deck_of(name: str, hands: Mapping[int, str], players: int, dealer: int | None = None, monte: str = "") -> list[int]:
    """A deck that deals these hands by seat and leaves this monte; what is not said is filled up in deck order."""
    dealer = players - 1 if dealer is None else dealer
    packets = (3, 3, 3) if name == "mediatore" else SIZES[players]
    turn = [(dealer + 1 + place) % players for place in range(players)]
    turn = [seat for seat in turn if players < 7 or seat != dealer]
    named = {seat: cards(hands.get(seat, "")) for seat in turn}
    below = cards(monte)
    free = [card for card in DECKS["italian40"] if card not in below and not any(card in own for own in named.values())]
    for own in named.values():
        missing = sum(packets) - len(own)
        own += free[:missing]
        del free[:missing]
    order, start = [], 0
    for packet in packets:
        for seat in turn:
            order += named[seat][start : start + packet]
        start += packet
    return order + below + free


def table(
    name: str, hands: Mapping[int, str], players: int, dealer: int | None = None, monte: str = "", **rules: object
) -> Game:
    """A game of one hand, if `rules` do not say otherwise, on this deal."""
    length = {} if "hands" in rules or "target" in rules else {"hands": 1}
    deck = deck_of(name, hands, players, dealer, monte)
    return Game(games.build(name, {**length, **rules}, players), GivenDeals([(deck, dealer)] * 20))


def prefer(**wanted: str) -> Choice:
    """Choose by kind of decision: the first of the wanted actions that is legal, else the first legal one.

    `s0`, `s1` … are the cards that a seat prefers to play, `give_back` stands for `return`.
    """
    lists = {("return" if key == "give_back" else key): text.split() for key, text in wanted.items()}

    def choose(decision: Decision) -> Action:
        key = f"s{decision.seat}" if decision.kind == "play" else decision.kind
        by_name = {text_of(action): action for action in decision.actions()}
        return next((by_name[text] for text in lists.get(key, ()) if text in by_name), decision.first())

    return choose


def asked(game: Game) -> Decision:
    """The decision that the game waits for."""
    assert game.decision is not None
    return game.decision


def legal(game: Game) -> list[str]:
    """What is legal now."""
    return asked(game).legal()


def new_to(game: Game, seat: int, since: int) -> list[told.Event]:
    """What a seat was told of the events since a length of the log."""
    return [event for event in (project(each, seat) for each in game.log[since:]) if event is not None]


def hand_end(game: Game, seat: int = 0) -> told.HandEnd:
    """The last end of a hand, as a seat is told."""
    return [event for event in new_to(game, seat, 0) if isinstance(event, told.HandEnd)][-1]


def points(game: Game) -> list[int | None]:
    """The points of the last hand, by seat."""
    return list(hand_end(game).points)
