"""The options of each game with their defaults, and typed ways to read them (R0.9, R0.13, R0.18)."""

from collections.abc import Mapping

_EVERY: dict[str, object] = {
    "hands": 1,
    "target": None,
    "max_hands": 200,
    "first_dealer": None,
    "first_packets": "packets",
    "deck": "italian40",
    "removed": None,
}
_TWO_SIDES: dict[str, object] = {
    "end": "hand_end",
    "redeal": [],
    "accuse": "auto",
    "accuse_when": "first_turn",
    "accuse_told": "cards",
    "cappotto": "11",
    "stakes": "off",
    "talk": "none",
    "talk_truth": "enforced",
    "lay_down": "off",
}
_TERZIGLIO: dict[str, object] = {
    "hands": 12,
    "lead": "soloist_in_solissimo",
    "values": [1, 2, 4, 8, 16],
    "sweeps": True,
    "score": "stakes",
}
_REVERSE: dict[str, object] = {
    "hands": None,
    "end_mode": "first_bust",
    "bust": "reach",
    "ace_of_bastoni": 11,
    "teams": "off",
    "two_player": "stock",
    "leftover": "remove",
    "rounding": "remainder",
    "slam": "sola",
}
_DEFAULTS: dict[str, dict[str, object]] = {
    "tressette": {**_TWO_SIDES, "partners": "fixed", "first_lead": "dealer_right"},
    "in-due": {**_TWO_SIDES, "accuse_window": "three_tricks"},
    "pizzichino": {**_TWO_SIDES, "pizzichi": True, "accuse": "off"},
    "col-morto": {"hands": 3},
    "tocca": {**_TWO_SIDES, "hands": None, "target": 31, "removed": "4c", "lone": "first_hand", "accuse": "off"},
    "terziglio": _TERZIGLIO,
    "chiamata-del-tre": {"hands": 4, "callable": "threes"},
    "quadrigliati": {"hands": 12, "callable": "threes"},
    "mediatore": {"hands": 12, "callable": "threes"},
    "quintiglio": {"hands": 10, "callable": "threes"},
    "a-chiamare": {**_TERZIGLIO, "hands": None, "callable": "threes"},
    "rovescino": {**_REVERSE, "ace_of_bastoni": 1, "slam": "give"},
    "traversone": _REVERSE,
    "lucana": {**_REVERSE, "two_player": "all"},
    "ciapano": {**_REVERSE, "passing": "chain", "slam": "give"},
}
GAMES = tuple(_DEFAULTS)


class Rules:
    """The options of one game, those that a record leaves out at their defaults."""

    def __init__(self, game: str, given: Mapping[str, object], players: int) -> None:
        self.game = game
        self.players = players
        """Seats; the dummy of col-morto is none."""
        self._values = {**_EVERY, **_DEFAULTS[game], **{key: each for key, each in given.items() if each is not None}}
        if self._values.get("partners") == "by_coins":
            self._values["first_lead"] = "four_of_coins"
        self._set_length(given)

    def text(self, key: str) -> str:
        """An option that is a word."""
        value = self._values[key]
        if not isinstance(value, str):
            raise TypeError(key)
        return value

    def number(self, key: str) -> int:
        """An option that is a number."""
        value = self.maybe_number(key)
        if value is None:
            raise TypeError(key)
        return value

    def maybe_number(self, key: str) -> int | None:
        """An option that is a number or not set."""
        value = self._values[key]
        if value is not None and not isinstance(value, int):
            raise TypeError(key)
        return value

    def flag(self, key: str) -> bool:
        """An option that is on or off."""
        return self._values[key] is True

    def list(self, key: str) -> list[object]:
        """An option that is several values."""
        value = self._values[key]
        if not isinstance(value, list):
            raise TypeError(key)
        return value

    def first_dealer(self) -> int:
        """R0.9: the last seat, if none is named."""
        named = self.maybe_number("first_dealer")
        return self.players - 1 if named is None else named

    def talk(self) -> frozenset[str] | None:
        """The sayings allowed (R1.10); None where all are."""
        allowed = self._values.get("talk", "none")
        if isinstance(allowed, str):
            named = {"none": (), "gestures": ("busso", "striscio", "volo", "liscio"), "full": None}[allowed]
            return None if named is None else frozenset(named)
        return frozenset(str(each) for each in self.list("talk"))

    def _set_length(self, given: Mapping[str, object]) -> None:
        """R0.13: hands or target, setting one clears the other; R6.7, R11.2 and R12.5 have defaults of their own."""
        race = self.game in ("terziglio", "a-chiamare") and self._values["score"] == "race"
        if given.get("target") is not None:
            self._values["hands"] = given.get("hands")
        elif given.get("hands") is not None:
            self._values["target"] = None
        elif race and self.players == 3:
            self._values["hands"], self._values["target"] = None, 21
        elif self.game == "a-chiamare":
            self._values["hands"] = 12 if self.players == 3 else 2 * self.players
        elif self._values["hands"] is None and self._values["target"] is None:
            self._values["hands"] = self.players
