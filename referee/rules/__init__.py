"""The rules of the Tressette family: pure, without clock, chance or input and output."""
