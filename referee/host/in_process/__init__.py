"""Bots in the referee's own process, for simulation: the kit's interface without lines, processes, sandbox and clock.

Deals, events and what a seat is told of them are those of any seat; only the exchange is a call of a function. Such a
bot remembers nothing from one game to the next but what it keeps outside of its object, which it should not.
"""
