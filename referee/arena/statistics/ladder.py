"""The ladder: skill by Weng and Lin, for tables at which every seat has a bot of its own (extra `ratings`).

Unlike the ratings of `ratings` it follows the order of the games: it is for partners that change, and for tables of
three and more, where pairs tell only a part.
"""

from collections.abc import Sequence

from openskill.models import PlackettLuce, PlackettLuceRating

from referee.arena.statistics.skill import Skill


class Ladder:
    """Rises and falls with every game. A new bot begins in the middle, and unsure."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[str, PlackettLuceRating] = {}
        self._games: dict[str, int] = {}

    def add(self, sides: Sequence[Sequence[str]], utility: Sequence[int]) -> None:
        """A game: the bots side by side, or one by one, and what each side came out with."""
        teams = [[self._ratings.get(bot) or self._model.rating(name=bot) for bot in side] for side in sides]
        ranks = [float(sum(other > own for other in utility)) for own in utility]
        for side, rated in zip(sides, self._model.rate(teams, ranks=ranks), strict=True):
            for bot, rating in zip(side, rated, strict=True):
                self._ratings[bot] = rating
                self._games[bot] = self._games.get(bot, 0) + 1

    def skills(self) -> tuple[Skill, ...]:
        """The ladder from the top, by what is nearly sure."""
        found = [
            Skill(bot, rating.mu, rating.sigma, rating.ordinal(), self._games[bot])
            for bot, rating in self._ratings.items()
        ]
        return tuple(sorted(found, key=lambda skill: (-skill.ordinal, skill.name)))
