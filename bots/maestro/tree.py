"""The search: information-set Monte Carlo tree search with one tree, that of the player who is to decide.

Each round imagines a world, goes down the tree by what was good so far among the cards that can be played in this
world, adds one node, lets everybody play on by the maxims, and writes what came of it into the nodes it went through. A
card next to an equal one is no choice of its own. (P. I. Cowling, E. J. Powley, D. Whitehouse: Information Set Monte
Carlo Tree Search, 2012.)
"""

from math import log, sqrt
from random import Random
from typing import Final, TypeAlias

from bots.maestro.options import among, options
from bots.maestro.past import Pool
from bots.maestro.scene import Scene
from bots.maestro.style import Style, Trick

CURIOSITY: Final = 0.5
"""How much a card that was tried seldom is preferred."""
FAITH: Final = 0.2
"""How much the card that the maxims would play is preferred, less and less as it is tried."""


class Branch:
    """A card played, and what came of it for the one who plays it."""

    __slots__ = ("node", "offered", "total", "visits")

    def __init__(self) -> None:
        """Nothing is known of it."""
        self.visits = 0
        self.total = 0.0
        self.offered = 1
        """How often it could have been played."""
        self.node: Node = {}


Node: TypeAlias = dict[int, Branch]
"""The cards played from here, by code."""


class Search:
    """The search of one decision."""

    def __init__(self, scene: Scene, pool: Pool, style: Style, luck: Random) -> None:
        """Begin with an empty tree."""
        self.root: Node = {}
        self.rounds = 0
        self._scene = scene
        self._pool = pool
        self._style = style
        self._luck = luck

    def run(self, rounds: int) -> None:
        """Search for so many rounds."""
        for _ in range(rounds):
            self._round()
        self.rounds += rounds

    def best(self) -> int:
        """Return the code of the card tried most; after one round it is what the maxims would play."""
        return max(self._scene.options, key=self._visits)

    def lead(self) -> int:
        """Return how much more often the best card was tried than the second."""
        visits = sorted([self._visits(code) for code in self._scene.options])
        return visits[-1] - visits[-2]

    def _visits(self, code: int) -> int:
        return self.root[code].visits if code in self.root else 0

    def _round(self) -> None:
        scene, style = self._scene, self._style
        after, value = scene.after, scene.value
        world = self._pool.draw()
        side = scene.side(world)
        refill = scene.refill(world, self._luck)
        hands, live, taken = world.hands, scene.live.copy(), scene.taken.copy()
        leader, waiting, led, best, winner, thirds = scene.start
        whole, table = scene.whole, list(scene.trick)
        left, place, node = scene.left, scene.place, self.root
        path: list[tuple[Branch, int]] = []
        going = True
        while going:
            codes = options(hands, place, led if waiting else -1, whole)
            code = codes[0]
            if len(codes) > 1:
                trick = Trick(leader, waiting, led, best, winner, thirds)
                code = self._choose(node, codes, among(codes, style.choose(hands, live, side, trick, left)))
            if code not in node:
                node[code] = Branch()
                going = False
            elif len(codes) == 1:
                node[code].offered += 1
            branch = node[code]
            node = branch.node
            path.append((branch, place))
            suit, rank = code >> 4, code & 15
            hands[4 * place + suit] ^= 1 << rank
            live[suit] ^= 1 << rank
            if refill:
                table.append((place, code))
            if waiting:
                waiting = waiting[1:]
                thirds += value[code]
                if suit == led and rank > best:
                    best, winner = rank, place
            else:
                waiting = after[place]
                leader, led, best, winner, thirds = place, suit, rank, place, value[code]
            if waiting:
                place = waiting[0]
                continue
            taken[winner] += thirds
            left -= 1
            if not left:
                break
            if refill:
                refill(hands, winner, table)
                table.clear()
            leader = place = winner
            whole = live.copy()
        if left:
            trick = Trick(leader, waiting, led, best, winner, thirds)
            winner = style.play_on(hands, live, taken, side, after, trick, left, refill, table)
        taken[winner] += scene.last(world)
        worth = scene.payoff(side)(taken, winner)
        for branch, place in path:
            branch.visits += 1
            branch.total += worth[place]

    def _choose(self, node: Node, codes: tuple[int, ...], likely: int) -> int:
        """Return the code to go on with: one never tried, first the likely one; else the most promising (UCB1)."""
        liked, most = -1, -1e9
        fresh = 0
        for code in codes:
            branch = node.get(code)
            if branch is None:
                fresh += 1
                continue
            offered = branch.offered = branch.offered + 1
            visits = branch.visits
            promise = branch.total / visits + CURIOSITY * sqrt(log(offered) / visits)
            if code == likely:
                promise += FAITH / sqrt(1 + visits / 10)
            if promise > most:
                most, liked = promise, code
        if not fresh:
            return liked
        if likely not in node:
            return likely
        chosen = int(self._luck.random() * fresh)
        return [code for code in codes if code not in node][chosen]
