"""What the register knows of a game: its name, its numbers of players, its options and presets, and how it is built."""

from collections.abc import Callable, Mapping

import msgspec

from referee.rules.engine import Variant
from referee.rules.options import BadRules, Option, Value, complete, nearest

Rules = dict[str, Value]


class GameSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the family. `make` builds it from complete rules; `check` refuses combinations that make no sense."""

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    presets: dict[str, Rules] = {}
    hands: Callable[[int], int] | None = None
    """The hands of a game for a number of players, where that is what they go by and no length is set."""
    make: Callable[[Rules], Variant]
    check: Callable[[Rules, Mapping[str, Value]], None] = lambda rules, given: None
    """Called with the complete rules, which it may settle further, and with those that were given."""

    def build(self, given: Mapping[str, Value], players: int | None = None, preset: str | None = None) -> Variant:
        """The variant with these options; BadRules with the reason if they do not make sense."""
        presets = {"contest": {}, **self.presets}
        if preset is not None and preset not in presets:
            raise BadRules(f"{self.name} has no preset {preset}: it has {', '.join(presets)}{nearest(preset, presets)}")
        rules = complete(self.options, given, presets[preset or "contest"])
        self._settle_players(rules, players)
        if rules.get("hands", 1) is None and rules.get("target", 1) is None:
            raise BadRules("hands or target must be set (R0.13)")
        self.check(rules, given)
        return self.make(rules)

    def _settle_players(self, rules: Rules, players: int | None) -> None:
        """R0.18: the number of players, and what follows from it: the first dealer, and hands where they go by it."""
        seats = rules.get("players") or players or self.seats[0]
        if seats not in self.seats:
            raise BadRules(f"{self.name} is for {_numbers(self.seats)} players, not {seats} (R0.18)")
        if len(self.seats) > 1:
            rules["players"] = seats
        if self.hands and rules["hands"] is None and rules["target"] is None:
            rules["hands"] = self.hands(seats)
        dealer = rules["first_dealer"]
        rules["first_dealer"] = seats - 1 if dealer is None else dealer
        if rules["first_dealer"] >= seats:
            raise BadRules(f"first_dealer = {dealer} is no seat: they are 0 to {seats - 1} (R0.9)")


def _numbers(seats: tuple[int, ...]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
