"""The parts that games are built from. None of them knows which game it is in."""
