"""Replays: recorded games in a form people and programs can read."""
