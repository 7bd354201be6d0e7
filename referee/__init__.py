"""The referee for bots that play Tressette."""

__version__ = "0.1.0"
