"""Levels of confinement for bots: none, limits, bwrap; with a control group on top where one is to be had."""

from referee.host.sandbox.cage import launcher
from referee.host.sandbox.choice import Unavailable, choose, give_back, guard
from referee.host.sandbox.level import NONE, Level, Sandbox

__all__ = ["NONE", "Level", "Sandbox", "Unavailable", "choose", "give_back", "guard", "launcher"]
