"""Bots as processes: starting and ending them, asking them against the clock, and playing their games."""
