"""Bots: the kit to write one with, and the built-in ones."""

from typing import Final

BUILT_IN: Final = {
    "random": "bots.chance",
    "greedy": "bots.greedy",
    "rules": "bots.rules",
    "maestro": "bots.maestro",
}
"""By name, the module to run with `python -m`."""
