"""The points about messages: the bot is told the same things in every way that the protocol allows."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from referee.arena.check import wire_variations as manner
from referee.arena.check.bot_session import Dialogue
from referee.arena.check.candidate import Candidate
from referee.arena.check.finding import Category, Point, Verdict, flaw, good
from referee.arena.check.hints import hint
from referee.arena.check.play_game import Failure, ask, bout
from referee.arena.check.positions import last_spot, spots
from referee.arena.check.run_script import Trouble, converse
from referee.arena.check.variants_to_try import Shape, plain, shapes
from referee.arena.check.wire_variations import Manner
from referee.records.format.record import FaultKind
from referee.records.plurals import quantity
from referee.rules.games import build, spec

ANSWERS: Final = "answers game and act"

_LONG_HANDS: Final = 60
_NAMES: Final = ('"quoted"', "back\\slash", "Nicolò \u2028\U0001f0a1", "}]{[,:", "p4", "p5", "p6", "p7")


class Way(NamedTuple):
    """A way of speaking, as a point of the report."""

    name: str
    manner: Manner
    hint: str
    verdict: Verdict = "fault"
    category: Category = "messages"


WAYS: Final = (
    Way(
        "fields in another order",
        Manner(manner.reordered),
        "read messages with a JSON parser and look fields up by name: their order is free (P1)",
    ),
    Way("unknown fields", Manner(manner.extended), "ignore fields that you do not know: the protocol may grow (P1)"),
    Way(
        "null where a field does not apply",
        Manner(manner.with_nulls),
        "treat an optional field that is null like one that is absent",
    ),
    Way("lines that end in CR LF", Manner(manner.ended_as_dos), "allow a carriage return before the newline (P1)"),
    Way(
        "messages of an unknown type",
        Manner(news=True),
        "answer every line that has an id with that id, and pass over one that has none, whatever its type",
    ),
    Way(
        "byte by byte",
        Manner(slowly=True),
        "a read may return part of a line: collect bytes until the newline has come before you parse",
    ),
    Way("spaces in the JSON", Manner(manner.spaced), "read messages with a JSON parser, not by their letters", "note"),
    Way("events of an unknown type", Manner(manner.with_new_events), "pass over events that you do not know", "note"),
)


def answers(candidate: Candidate) -> tuple[Point, FaultKind | None]:
    """Whether it plays a short game at all, and what kind of fault it was, if not."""
    shape = shapes(candidate.plays())[0]
    trouble = converse(candidate, partial(_games, shape=shape, count=1))
    if trouble:
        return flaw("messages", ANSWERS, trouble.evidence, hint(trouble)), trouble.kind
    return good("messages", ANSWERS, f"a game of {shape.game}"), None


def ways(candidate: Candidate) -> Iterator[Point]:
    """The same in every way of speaking; the bot is known to do well in the plain one."""
    shape = shapes(candidate.plays())[0]
    for way in WAYS:
        candidate.tell(way.name)
        script = _spots(candidate, shape) if way.manner.slowly else partial(_games, shape=shape, count=1)
        yield _point(way, converse(candidate, script, way.manner), f"a game of {shape.game}")
    yield _point(
        Way("names with odd characters", Manner(), "read strings with a JSON parser, and as UTF-8"),
        converse(candidate, partial(_games, shape=shape, count=1, names=_NAMES)),
        "players' names with quotes, brackets and letters beyond ASCII",
    )
    yield _long(candidate, shape)


def together(candidate: Candidate) -> Point:
    """Whether it takes the end of a game and the beginning of the next in one piece; it does well with two games."""
    advice = "a read may return several lines: split at newlines and treat them one by one"
    way = Way("two messages in one piece", Manner(together=True), advice, category="games in a row")
    script = partial(_games, shape=shapes(candidate.plays())[0], count=3)
    return _point(way, converse(candidate, script, way.manner), "the end of a game and the next game")


def _games(dialogue: Dialogue, shape: Shape, count: int, names: tuple[str, ...] | None = None) -> Failure | None:
    """Games of one hand; the same ones each time."""
    luck = dialogue.candidate.luck("messages")
    variant = plain(shape, 1)
    for _ in range(count):
        result = bout(dialogue, variant, luck, names=names and names[: variant.seats])
        if isinstance(result, Failure):
            return result
    return None


def _spots(candidate: Candidate, shape: Shape) -> Callable[[Dialogue], Failure | None]:
    def script(dialogue: Dialogue) -> Failure | None:
        luck = candidate.luck("slowly")
        found = [spot for _ in range(3) for spot in spots(plain(shape, 1), luck)][:2]
        return next(filter(None, (ask(dialogue, spot, luck) for spot in found)), None)

    return script


def _point(way: Way, trouble: Trouble | None, evidence: str) -> Point:
    if trouble:
        return flaw(way.category, way.name, trouble.evidence, hint(trouble, way.hint), way.verdict)
    return good(way.category, way.name, evidence)


def _long(candidate: Candidate, shape: Shape) -> Point:
    """A decision at the end of a long game, asked of a bot that is told of all of it at once."""
    luck = candidate.luck("long")
    option = next((each for each in spec(shape.game).options if each.key == "hands"), None)
    hands = {"hands": _LONG_HANDS} if option else {"target": 100}
    variant = build(shape.game, hands, shape.players)
    spot = last_spot(variant, luck)
    sizes: list[int] = []

    def measured(line: bytes) -> bytes:
        sizes.append(len(line))
        return line

    way = Way("a long line", Manner(measured), _LONG_HINT)
    trouble = converse(candidate, lambda dialogue: ask(dialogue, spot, luck), way.manner)
    longest = quantity(max(sizes, default=0), "byte")
    return _point(way, trouble, f"{longest} in one line, as after a restart late in a long game")


_LONG_HINT: Final = "read lines of any length: after a restart all the events of a game come in one line"
