"""What is wrong with a command line, in our own words, once it is refused: found in the declaration of the command."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from types import UnionType
from typing import Annotated, Final, Union, get_args, get_origin, get_type_hints

import msgspec
from typer.models import ArgumentInfo, OptionInfo

from referee.rules.options import nearest

_HELP: Final = "--help"


class Parameter(msgspec.Struct, frozen=True):
    """An option or an argument of a command."""

    name: str
    """`--deals`, or an argument in capitals."""
    shown: str
    """What stands for its value in the help: `N`, `FILE`."""
    kind: type
    several: bool
    required: bool
    least: float | None = None
    most: float | None = None

    @property
    def flag(self) -> bool:
        """Whether it takes no value."""
        return self.kind is bool

    def wrong(self, value: str) -> str | None:
        """What is wrong with a value, or None."""
        if issubclass(self.kind, Enum):
            words = [str(each.value) for each in self.kind]
            if value not in words:
                return f"{self.name} {value} is not possible: it may be {', '.join(words)}{nearest(value, words)}"
        elif self.kind is int and not self._counts(value):
            return f"{self.name} {value} is not possible: it is to be {self._range()}"
        return None

    def _counts(self, value: str) -> bool:
        try:
            number = int(value)
        except ValueError:
            return False
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def _range(self) -> str:
        if self.least is not None and self.most is not None:
            return f"a whole number from {self.least:,} to {self.most:,}"
        return "a whole number" + (f", {self.least:,} or more" if self.least is not None else "")

    def missing(self) -> str:
        """What is said where its value is missing."""
        if issubclass(self.kind, Enum):
            return f"{self.name} needs a value: {', '.join(str(each.value) for each in self.kind)}"
        needs = f"{self.name} needs a value: {self.name} {self.shown}"
        return f"{needs}, {self._range()}" if self.kind is int else needs


def complaint(command: str, function: Callable[..., object], arguments: Sequence[str]) -> str | None:
    """The first thing that is wrong with a command's arguments; None if nothing is found."""
    known = list(parameters(function))
    options = {each.name: each for each in known if each.name.startswith("-")}
    places = [each for each in known if not each.name.startswith("-")]
    given, used = list[str](), set[str]()
    rest = iter(arguments)
    for word in rest:
        if word == "--":
            given += rest
        elif word == "-" or not word.startswith("-"):
            given.append(word)
        else:
            used.add(word.partition("=")[0])
            wrong = _option(command, word, rest, options)
            if wrong:
                return wrong
    return _places(command, given, places) or _left_out(options, used)


def parameters(function: Callable[..., object]) -> Iterator[Parameter]:
    """The options and arguments that a command declares."""
    hints = get_type_hints(function, include_extras=True)
    for name, declared in inspect.signature(function).parameters.items():
        kind, info = _declaration(hints[name])
        plain, several = _plain(kind)
        required = declared.default is inspect.Parameter.empty
        if isinstance(info, ArgumentInfo):
            shown = (info.metavar or name).upper()
            yield Parameter(shown, shown, plain, several, required)
        elif isinstance(info, OptionInfo):
            words = (
                info.default,
                *(info.param_decls or ()),
            )  # in `Annotated` the first word stands where a default would
            option = next((str(each) for each in words if str(each).startswith("--")), f"--{name.replace('_', '-')}")
            yield Parameter(option, info.metavar or "TEXT", plain, several, required, info.min, info.max)


def _declaration(hint: object) -> tuple[object, object]:
    """The type and what stands beside it in `Annotated`."""
    if get_origin(hint) is Annotated:
        kind, info, *_ = get_args(hint)
        return kind, info
    return hint, None


def _plain(kind: object) -> tuple[type, bool]:
    """`int` of `int | None` and of `list[int]`, and whether there may be several."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(each for each in get_args(kind) if each is not type(None))
    if get_origin(kind) is list:
        return get_args(kind)[0], True
    return kind if isinstance(kind, type) else str, False


def _option(command: str, word: str, rest: Iterator[str], options: dict[str, Parameter]) -> str | None:
    """What is wrong with an option, whose value is taken from what follows it."""
    name, equals, value = word.partition("=")
    option = options.get(name)
    if option is None:
        return f"there is no option {name}; see referee {command} {_HELP}{nearest(name, (*options, _HELP))}"
    if option.flag:
        return f"{name} takes no value, and {value!r} is given" if equals else None
    if not equals:
        found = next(rest, None)
        if found is None:
            return option.missing()
        value = found
    return option.wrong(value)


def _places(command: str, given: Sequence[str], places: Sequence[Parameter]) -> str | None:
    """What is wrong with the number of arguments."""
    usage = " ".join([f"referee {command}", *(f"{each.name}{'…' if each.several else ''}" for each in places)])
    missing = [each.name for each in places[len(given) :] if each.required]
    if missing:
        return f"{missing[0]} is missing: {usage}; see referee {command} {_HELP}"
    if len(given) > len(places) and not any(each.several for each in places):
        return f"{given[len(places)]} is one argument too many: {usage}; see referee {command} {_HELP}"
    return None


def _left_out(options: dict[str, Parameter], used: set[str]) -> str | None:
    return next((each.missing() for each in options.values() if each.required and each.name not in used), None)
