"""What is to be played: settings, bots, and the files that describe them."""
