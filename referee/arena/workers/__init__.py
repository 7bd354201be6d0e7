"""Worker processes that play blocks, here or on a cluster."""
