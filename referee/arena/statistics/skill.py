"""A skill: where a bot stands on the ladder of Weng and Lin."""

import msgspec


class Skill(msgspec.Struct, frozen=True):
    """One bot's line. All begin with mu 25 and sigma 25 / 3."""

    name: str
    mu: float
    """The skill as it is believed to be."""
    sigma: float
    """How unsure that is."""
    ordinal: float
    """mu - 3 sigma: what is nearly sure."""
    games: int
