"""Playing a run from the command line: start, progress, result, faulty games."""
