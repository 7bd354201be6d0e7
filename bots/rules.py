"""`rules`: plays by the maxims of the table, counting the cards."""

from bots import kit
from bots.answers import answer
from bots.avoiding import avoid
from bots.taking import take


def choose(view: kit.View) -> str:
    """Return the action to take."""
    return answer(view, take, avoid)


if __name__ == "__main__":
    kit.run(choose, name="rules")
