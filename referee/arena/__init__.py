"""Many games: who meets whom on which deals, tables side by side, standings and statistics."""
