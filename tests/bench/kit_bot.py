"""A bot of the kit that plays the first legal action."""

from bots import kit
from bots.view import View


def choose(view: View) -> str:
    return view.legal[0]


kit.run(choose)
