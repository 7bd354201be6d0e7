"""Bots that play by the protocol alone, and the kit they are built with."""
