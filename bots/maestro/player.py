"""The player: what maestro does with a decision."""

from random import Random
from typing import Final

from bots import kit
from bots.answers import answer
from bots.avoiding import avoid
from bots.claiming import claim
from bots.maestro.clock import Watch
from bots.maestro.hints import doubts_of
from bots.maestro.past import Past, Pool
from bots.maestro.scene import Scene
from bots.maestro.shunning import shunning
from bots.maestro.taking import taking
from bots.maestro.tree import Search
from bots.maestro.worlds import Worlds
from bots.taking import take

POOL: Final = 800
"""Worlds drawn beforehand …"""
POOL_SHARE: Final = 0.25
"""… in this part of the time at most."""
LOOK: Final = 32
"""Rounds between two looks at the clock and at whether the choice is clear."""
HANDS: Final = 3
"""How many hands a game to a target is thought to have."""


class Maestro:
    """The bot during one game."""

    rounds: int | None = None
    """Rounds of the search for each decision, whatever the clock says; None to think as long as it allows."""

    def __init__(self, game: kit.Game) -> None:
        """Get ready for the game."""
        self._luck = Random(game.seed)
        hands = game.rules.get("hands")
        self._watch = Watch(game.clock, hands if isinstance(hands, int) else HANDS)
        taking()  # reckons its tables now, where no decision waits

    def choose(self, view: kit.View) -> str:
        """Return the action to take."""
        start = self._watch.now()
        self._watch.charge(view.last_ms)
        if view.decision != "play" or len(view.legal) == 1:
            return answer(view, take, avoid)
        if certain := claim(view):
            return certain
        try:
            scene = Scene(view)
        except ValueError:
            return answer(view, take, avoid)  # what was told does not fit together
        code = scene.options[0] if len(scene.options) == 1 else self._search(view, scene, start)
        return scene.deck.name[code]

    def _search(self, view: kit.View, scene: Scene, start: float) -> int:
        now, rounds, luck = self._watch.now, self.rounds, self._luck
        end = start + self._watch.seconds(view, scene.left)
        early = start + (end - start) * POOL_SHARE
        style = shunning(scene.value) if scene.reverse else taking()
        worlds = Worlds(scene.unknown, doubts_of(view, scene.deck, scene.open), luck)
        pool = Pool(scene, worlds, Past(scene, style), luck)
        while pool.size < min(POOL, rounds or POOL) and (rounds or now() < early):
            pool.add()
        search = Search(scene, pool, style, luck)
        search.run(1)  # what the maxims would play, if there is time for nothing else
        begun = now()
        while search.rounds < rounds if rounds else now() < end:
            search.run(LOOK)
            to_come = rounds - search.rounds if rounds else search.rounds * (end - now()) / (now() - begun)
            if search.lead() > to_come:
                break  # no other card could be tried as often
        return search.best()
