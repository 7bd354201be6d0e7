"""Run the bot."""

from bots import kit
from bots.maestro.player import Maestro

kit.run(Maestro, name="maestro")
