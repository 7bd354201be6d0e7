"""Levels of confinement for bots: none, limits, bwrap; with a control group on top where one is to be had."""

from referee.host.sandbox.confined_process import launcher
from referee.host.sandbox.level import NONE, Level, Sandbox
from referee.host.sandbox.select_level import Unavailable, choose, give_back, guard

__all__ = ["NONE", "Level", "Sandbox", "Unavailable", "choose", "give_back", "guard", "launcher"]
