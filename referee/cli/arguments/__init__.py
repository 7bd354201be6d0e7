"""What several commands take as arguments: games, seeds, sandbox levels."""
