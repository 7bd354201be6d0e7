"""`random`: any legal action, each as likely as the others. The same messages get the same answers."""

from random import Random

from bots import kit


class Chance:
    """A bot whose luck is given by the game's seed."""

    def __init__(self, game: kit.Game) -> None:
        """Shuffle the luck for this game."""
        self._luck = Random(game.seed).random

    def choose(self, view: kit.View) -> str:
        """Return one of the legal actions."""
        legal = view.legal
        return legal[int(self._luck() * len(legal))]


if __name__ == "__main__":
    kit.run(Chance, name="random")
