"""Matches for the tests of the arena: real bots, few deals."""
