"""The wire to a bot: requests out, answers in, over a pair of pipes."""
