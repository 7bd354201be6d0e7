"""Match seeds as users give them: typed, in a file, or none at all (deals.md 1, 8)."""

import secrets
import sys

from referee.cli.errors import UserError
from referee.rules.deals import check_match_seed

ENOUGH = 16
"""Characters from which on a typed seed is not easily guessed."""


def seed_text(seed: str) -> str:
    """The seed itself, or what the file after an @ holds; UserError if that is no seed or cannot be read."""
    if not seed.startswith("@"):
        return _checked(seed)
    try:
        with open(seed[1:], encoding="utf-8-sig") as file:
            return _checked(file.read(1_000).strip())
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UserError(f"cannot read the seed in {seed[1:]}: {reason}") from None


def match_seed(seed: str | None) -> str:
    """The seed of a match to be played: 128 random bits if none is given; a warning if a typed one can be guessed."""
    if seed is None:
        return secrets.token_hex(16)
    text = seed_text(seed)
    if len(text) < ENOUGH and not seed.startswith("@"):
        warning = f"a typed seed under {ENOUGH} characters can be guessed by a bot; leave it out in a contest"
        print(f"warning: {warning}", file=sys.stderr)
    return text


def _checked(text: str) -> str:
    try:
        return check_match_seed(text)
    except ValueError as error:
        raise UserError(str(error)) from None
