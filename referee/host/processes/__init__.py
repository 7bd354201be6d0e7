"""Processes of bots: starting, ending and cleaning up after them."""
