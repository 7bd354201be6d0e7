"""Statistics of results: pure arithmetic over deals."""
