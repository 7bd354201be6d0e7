"""Options of the games: what they may be, what they mean, where they come from, and how they are read and checked."""

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

Value: TypeAlias = Any
"""What JSON can hold: an option's value as it stands in files and records."""

ON_OFF: Final = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


class BadRules(ValueError):
    """An option that does not exist, or a value or combination that makes no sense, with the reason."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option of a game. Its kind follows from what is set: choices, a range, a list, or on and off."""

    key: str
    default: Value
    meaning: str
    rule: str
    """The number of the rule, with the source."""
    choices: tuple[str, ...] = ()
    """The words that it may be; with `many`, any set of them."""
    many: bool = False
    keywords: tuple[str, ...] = ()
    """Words that stand for a whole set, with `many`."""
    least: int | None = None
    most: int | None = None
    """The range of a whole number, or of each number of a list."""
    numbers: tuple[int, ...] = ()
    """The whole numbers that it may be, where they are few."""
    optional: bool = False
    """Whether it may be null."""
    length: int = 0
    """The number of entries, where it is a list of numbers."""

    def allowed(self) -> str:
        """What the option may be, in words."""
        return self._values() + (", or none" if self.optional else "")

    def _values(self) -> str:
        if self.many:
            words = f"any of {', '.join(self.choices)}, joined by commas"
            return " | ".join((*(self.keywords or ("none",)), words))
        if self.choices or self.numbers:
            return " | ".join(self.choices or map(str, self.numbers))
        if self.length:
            return f"{self.length} numbers from {self.least} to {self.most}, joined by commas"
        if self.least is not None:
            return f"{self.least} to {self.most}"
        return "on | off"

    def parse(self, text: str) -> Value:
        """The value that a text on the command line means; BadRules if it means none."""
        if self.optional and text in ("none", "null"):
            return None
        if text in self.keywords:
            return text
        if self.many:
            return self.check([word for word in text.split(",") if word not in ("", "none")])
        if self.choices:
            return self.check(text)
        try:
            if self.length:
                return self.check([int(word) for word in text.split(",")])
            counts = self.least is not None or self.numbers
            return self.check(int(text) if counts else ON_OFF.get(text.lower(), text))
        except ValueError as error:
            raise error if isinstance(error, BadRules) else self._refused(text) from None

    def check(self, value: Value) -> Value:
        """The value, in the one form that records hold; BadRules if it is not allowed."""
        if value is None and self.optional:
            return None
        if self.many:
            return self._check_many(value)
        if self.choices:
            word = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
            if word in self.choices:
                return word
        elif self.length:
            if isinstance(value, list | tuple) and len(value) == self.length and all(map(self._in_range, value)):
                return list(value)
        elif self.least is not None or self.numbers:
            if self._in_range(value) and (not self.numbers or value in self.numbers):
                return value
        elif isinstance(value, bool):
            return value
        raise self._refused(value)

    def _check_many(self, value: Value) -> Value:
        if isinstance(value, str) and value in self.keywords:
            return value
        words = value.split(",") if isinstance(value, str) else value
        if not isinstance(words, list | tuple | set | frozenset) or any(word not in self.choices for word in words):
            raise self._refused(value)
        return [word for word in self.choices if word in words]

    def _in_range(self, value: Value) -> bool:
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def _refused(self, value: Value) -> BadRules:
        shown = json.dumps(value, default=str) if isinstance(value, dict) else in_words(value)
        near = nearest(shown, self.choices)
        return BadRules(f"{self.key} = {shown} is not possible: it may be {self.allowed()} [{self.rule}]{near}")


def in_words(value: Value) -> str:
    """A value as it is given on the command line: `on`, `none`, `a,b`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) or "none" if isinstance(value, list | tuple) else str(value)


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean X?` for the nearest known word, or nothing. It ends a message."""
    close = nearest_word(word, known)
    return f"; did you mean {close}?" if close else ""


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The known word that begins so or is most like it, if one is like it at all."""
    words = list(known)
    begun = [each for each in words if word and each.startswith(word)]
    return next(iter(begun or difflib.get_close_matches(word, words, 1)), None)


def complete(options: Iterable[Option], given: Mapping[str, Value], preset: Mapping[str, Value]) -> dict[str, Value]:
    """Every option with its value: given, else by the preset, else the default; of two lengths the last set (R0.13)."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise BadRules(f"there is no option {key} in this game{nearest(key, known)}")
    rules = {key: option.default for key, option in known.items()}
    for layer in (preset, given):
        rules |= _with_one_length({key: known[key].check(value) for key, value in layer.items()}, known)
    return rules


def _with_one_length(layer: dict[str, Value], known: Mapping[str, Option]) -> dict[str, Value]:
    """R0.13: `hands` or `target`; setting one clears the other."""
    if "hands" not in known or "target" not in known:
        return layer
    hands, target = layer.get("hands"), layer.get("target")
    if hands is not None and target is not None:
        raise BadRules("hands and target cannot both be set (R0.13)")
    if target is not None:
        layer["hands"] = None
    if hands is not None:
        layer["target"] = None
    return layer
