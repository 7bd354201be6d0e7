"""What a record says otherwise than the rules: the first thing that differs, and where (G6)."""

import msgspec


class Differs(ValueError):
    """A record and the rules disagree. Hand, attempt and action count from 0; None where it is not about one."""

    def __init__(
        self,
        what: str,
        expected: object,
        found: object,
        hand: int | None = None,
        attempt: int | None = None,
        action: int | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.found = found
        self.hand = hand
        self.attempt = attempt
        self.action = action


class Difference(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The first thing that differs in a game: file, line (from 1; 0 if it is the whole), game; hand, attempt, action
    (from 0).
    """

    file: str
    line: int
    game: str
    hand: int | None = None
    attempt: int | None = None
    action: int | None = None
    what: str
    expected: object = None
    found: object = None

    def __str__(self) -> str:
        places = [self.file]
        places += [f"line {self.line}"] if self.line else []
        places += [f"game {self.game}"] if self.game else []
        if self.hand is not None:
            places.append(f"hand {self.hand}" + (f" (attempt {self.attempt})" if self.attempt else ""))
        if self.action is not None:
            places.append(f"action {self.action}")
        text = f"{', '.join(places)}: {self.what}"
        if self.expected is None and self.found is None:
            return text
        return f"{text}: expected {_text(self.expected)}, found {_text(self.found)}"


def difference(file: str, line: int, game: str, error: Differs) -> Difference:
    """Where a disagreement lies, in full."""
    return Difference(
        file=file,
        line=line,
        game=game,
        hand=error.hand,
        attempt=error.attempt,
        action=error.action,
        what=error.what,
        expected=error.expected,
        found=error.found,
    )


def _text(value: object) -> str:
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
