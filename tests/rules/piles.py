"""Hands told by what everyone took: piles of cards worth given thirds, counted by the game's own count (R12)."""

from collections.abc import Sequence
from contextlib import suppress

from referee.rules.cards import CARD, DECKS, THIRDS, mask_of
from referee.rules.decision import Decision
from referee.rules.engine import Game
from referee.rules.events import HandEnded
from tests.rules.table import seeded


def piles(thirds: Sequence[int], ace: int) -> list[int]:
    """Piles of cards worth these thirds, which are all those of the deck, with an ace of bastoni worth `ace` points."""
    worth = {card: THIRDS[card] for card in DECKS["italian40"]} | {CARD["Ab"]: 3 * ace}
    left, found = list(thirds), [0] * len(thirds)
    for card in sorted(worth, key=lambda each: -worth[each]):
        pile = left.index(max(left))
        left[pile] -= worth[card]
        found[pile] |= mask_of([card])
    assert not any(left), "these piles do not make a deck"
    return found


def take(game: Game, thirds: Sequence[int], last: int, buried: int = 0, answer: str | None = None) -> Decision | None:
    """Let the seats take cards worth these thirds, `last` the last trick, and count; what was asked, if anything."""
    state = game.state
    *taken, hidden = piles([*thirds, buried], int(str(game.variant.rules["ace_of_bastoni"])))
    state.hands, state.stock, state.monte = [0] * state.places, [], []
    state.taken, state.hidden, state.won, state.leader = taken, hidden, [1] * state.places, last
    counting = game.variant.count(game, None)
    asked = next(counting, None)
    if asked is not None:
        assert answer is not None and asked.allows(answer)
        with suppress(StopIteration):
            counting.send(answer)
    return asked


def counted(name: str, thirds: Sequence[int], last: int, **rules: object) -> tuple[int | None, ...]:
    """The points of the first hand of a game of as many players."""
    game = seeded(0, name, len(thirds), None, **rules)
    take(game, thirds, last)
    return ended(game).points


def ended(game: Game) -> HandEnded:
    """The last end of a hand."""
    return next(event for event in reversed(game.log) if isinstance(event, HandEnded))
