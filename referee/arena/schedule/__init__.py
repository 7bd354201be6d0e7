"""Who meets whom on which deals: pure functions of the settings."""
