"""One run: its directory, its ledger, resuming, and its summary."""
