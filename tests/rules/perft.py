"""Perft: the number of courses of play of a given length, the field's check on any change of what is legal."""

from referee.rules import games
from referee.rules.deals import SeededDeals
from referee.rules.decision import Action
from referee.rules.engine import Game


def perft(name: str, players: int, seed: int, depth: int, rules: dict[str, object]) -> int:
    """The number of courses of `depth` decisions from the first deal of a seeded game."""
    variant = games.build(name, rules, players)

    def count(taken: tuple[Action, ...]) -> int:
        game = Game(variant, SeededDeals(f"{seed:032x}"))
        for action in taken:
            game.act(action)
        if game.decision is None:
            return 1
        legal = game.decision.actions()
        if len(taken) + 1 == depth:
            return len(legal)
        return sum(count((*taken, action)) for action in legal)

    return count(())
