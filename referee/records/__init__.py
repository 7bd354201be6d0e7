"""Records of games: writing, reading, verifying and replaying them. No processes."""
