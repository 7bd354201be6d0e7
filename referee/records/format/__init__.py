"""The record of a game as data: its types, files, journals and digests."""
