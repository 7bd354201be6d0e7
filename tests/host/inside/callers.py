"""Bots for the tests, which play in the referee's process, and in one of their own: `python callers.py CLASS`."""

import sys
from hashlib import sha256
from random import Random

from bots import kit


class Witness:
    """Plays by chance, and notes everything that it sees at each decision, as a digest."""

    def __init__(self, game: kit.Game) -> None:
        self.chance = Random(game.seed)

    def choose(self, view: kit.View) -> kit.Move:
        action = self.chance.choice(view.legal)
        sayings = view.say.get(action, [])
        say = self.chance.choice(sayings) if sayings and self.chance.random() < 0.5 else None
        return kit.Move(action, say, sha256(seen(view).encode()).hexdigest()[:16])


def seen(view: kit.View) -> str:
    """All that a view shows but the time that an answer took."""
    game, table = view.game, view.table
    announced = (game.game, game.variant, game.rules, game.seat, game.players, game.sides, game.seed, game.clock)
    now = (view.decision, view.legal, view.hand, view.own, view.seat, view.place, view.trick, view.state, view.say)
    return repr((announced, now, view.events, view.time_ms, sorted(vars(table).items())))


class Stumbling(Witness):
    """Goes on noting after it has raised once in the second seat."""

    def choose(self, view: kit.View) -> kit.Move:
        if view.seat == 1 and len(view.hand) == 7:
            raise ValueError("seven cards")
        return super().choose(view)


class Keeper:
    """Keeps its first view of a hand, and notes whether that still shows the same."""

    def __init__(self, game: kit.Game) -> None:
        self.kept: list[tuple[kit.View, str]] = []

    def choose(self, view: kit.View) -> kit.Move:
        same = [moment(old) == text for old, text in self.kept]
        self.kept.append((view, moment(view)))
        return kit.Move(view.legal[0], note=same)


def moment(view: kit.View) -> str:
    """What a view shows of its own decision."""
    return repr((view.decision, view.legal, view.hand, view.trick, view.state, view.events))


class Chance:
    """Plays by chance, and no more."""

    def __init__(self, game: kit.Game) -> None:
        self.chance = Random(game.seed)

    def choose(self, view: kit.View) -> str:
        return self.chance.choice(view.legal)


class Misfit(Chance):
    """Does something wrong with its seventh card in the second seat, in every game with an even number."""

    def choose(self, view: kit.View) -> object:
        if view.seat == 1 and len(view.hand) == 7 and view.game.game % 2 == 0:
            return self.wrong(view)
        return super().choose(view)

    def wrong(self, view: kit.View) -> object:
        raise NotImplementedError


class Crashing(Misfit):
    def wrong(self, view: kit.View) -> object:
        raise ValueError("seven cards")


class Leaving(Misfit):
    def wrong(self, view: kit.View) -> object:
        sys.exit(3)


class Illegal(Misfit):
    def wrong(self, view: kit.View) -> object:
        return "3b" if "3b" not in view.legal else "2b"


class Babbling(Misfit):
    def wrong(self, view: kit.View) -> object:
        return "no such \x1b word"


class Silent(Misfit):
    def wrong(self, view: kit.View) -> object:
        return None


class Unready(Chance):
    """Cannot even begin the second game of a block."""

    def __init__(self, game: kit.Game) -> None:
        if game.seat == 1 and game.game == 1:
            raise RuntimeError("not this one")
        super().__init__(game)


class Printing(Chance):
    def choose(self, view: kit.View) -> str:
        print("to one", len(view.hand))
        print("to two", file=sys.stderr)
        return super().choose(view)


def first(view: kit.View) -> str:
    return view.legal[0]


if __name__ == "__main__":
    kit.run(globals()[sys.argv[1]])
