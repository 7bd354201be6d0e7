"""Is a bot fit for a contest: it is asked everything that a match may ask, and some things besides."""
