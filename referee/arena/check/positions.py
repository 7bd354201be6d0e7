"""Spots: random positions in which a bot is asked, having been told all that went before at once."""

from collections.abc import Container, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from referee.arena.check.random_opponents import Others
from referee.arena.check.variants_to_try import HANDS_FOR_SLAMS, plain, shapes
from referee.rules.deals import SeededDeals, game_seed
from referee.rules.decision import Action
from referee.rules.engine import Game, Variant

RARE: Final[dict[str, tuple[str, ...]]] = {
    "terziglio": ("raise", "call", "return", "discard"),
    "quadrigliati": ("call", "how", "swap"),
    "mediatore": ("call", "swap", "discard"),
    "quintiglio": ("call", "swap"),
    "a-chiamare": ("raise", "call", "return", "swap", "discard"),
    "traversone": ("sola",),
    "lucana": ("sola",),
}
"""By game, the decisions that do not come up in most games; they are looked for."""

_LONGEST_SEARCH: Final = 400

Move: TypeAlias = tuple[Action, tuple[str, ...]]
"""An action and what is said with it."""


class Spot(NamedTuple):
    """The decision that comes after the first `length` of these moves, and whom it is asked."""

    variant: Variant
    seed: str
    moves: Sequence[Move]
    length: int
    kind: str
    seat: int

    def reach(self) -> Game:
        """The game at this decision."""
        game = Game(self.variant, SeededDeals(self.seed))
        for action, say in self.moves[: self.length]:
            game.act(action, say)
        return game


def rare_spots(game: str, asked: Container[str], luck: Random) -> Iterator[Spot]:
    """One decision of each rare kind of the game that was not asked yet, found by playing for oneself."""
    missing = {kind for kind in RARE.get(game, ()) if kind not in asked}
    tables = [plain(shape, HANDS_FOR_SLAMS) for shape in shapes([game])]
    for number in range(_LONGEST_SEARCH):
        if not missing:
            return
        for spot in spots(tables[-1 - number % len(tables)], luck):
            if spot.kind in missing:
                missing.remove(spot.kind)
                yield spot


def spots(variant: Variant, luck: Random) -> list[Spot]:
    """One decision of each kind that comes up in a game by chance, each of them as likely as the others."""
    found: dict[str, list[Spot]] = {}
    for spot in _all(variant, luck):
        found.setdefault(spot.kind, []).append(spot)
    return [luck.choice(same) for same in found.values()]


def last_spot(variant: Variant, luck: Random) -> Spot:
    """The last decision of a game by chance."""
    return _all(variant, luck)[-1]


def _all(variant: Variant, luck: Random) -> list[Spot]:
    """Every decision of a game by chance. They share their moves, each its first so many."""
    seed = game_seed(luck.randbytes(8).hex(), 0)
    game = Game(variant, SeededDeals(seed))
    others = Others(game, luck)
    moves: list[Move] = []
    found = []
    while (decision := game.decision) is not None:
        found.append(Spot(variant, seed, moves, len(moves), decision.kind, decision.seat))
        moves.append(others.move())
        game.act(*moves[-1])
    return found
