"""Logged games asked again: a bot gets the messages that were sent then, and its answers are compared with the old."""
