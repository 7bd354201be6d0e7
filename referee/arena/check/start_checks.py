"""The points about the start: that it starts, says what it plays, and does not mind others of its kind."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

from protocol.messages import HelloReply
from protocol.shown import quoted, shown
from referee.arena.check.bot_session import Dialogue
from referee.arena.check.candidate import Candidate
from referee.arena.check.finding import Point, flaw, good
from referee.arena.check.hints import hint
from referee.arena.check.play_game import Failure, bout
from referee.arena.check.run_script import converse, trouble_of
from referee.arena.check.variants_to_try import plain, shapes
from referee.host.faults import Fault
from referee.host.processes.process import CannotLaunch
from referee.rules.games import names
from referee.rules.options import nearest

_AT_A_TIME: Final = 4
_SHARED: Final = (
    "one process of it hinders another: in a match it sits in several seats, so let it take no lock, port or file "
    "that all of them share"
)


def hello(candidate: Candidate) -> Iterator[Point]:
    """Whether it starts and answers hello, and which games it says it plays."""
    replies: list[HelloReply] = []
    trouble = converse(candidate, lambda dialogue: None, heard=replies.append)
    if trouble:
        yield flaw("start", "answers hello", trouble.evidence, hint(trouble))
        return
    reply = replies[0]
    candidate.games = reply.games
    about = " ".join(part for part in (reply.name, reply.version) if part)
    called = f", and calls itself {shown(about, 60)}" if about else ""
    start_ms, allowed = candidate.start_ms, candidate.terms.times.start_ms
    yield good("start", "answers hello", f"{start_ms} ms after its launch, of {allowed}{called}")
    if reply.games is not None:
        yield _games(candidate, reply.games)


def _games(candidate: Candidate, games: tuple[str, ...]) -> Point:
    unknown = [game for game in games if game not in names()]
    if unknown:
        name = unknown[0]
        evidence = f"it says that it plays {quoted(name, 40)}, which is no name of a game{nearest(name, names())}"
        return flaw("start", "the games it plays", evidence, "name games as `referee games` does", "note")
    if not candidate.plays():
        evidence = f"it says that it plays {' '.join(games)}, and none of these was asked for"
        return flaw("start", "the games it plays", evidence, "leave games out of the answer to hello if it plays all")
    return good("start", "the games it plays", " ".join(games))


def several(candidate: Candidate) -> Point:
    """Whether as many as sit at one table can run side by side."""
    name = f"{_AT_A_TIME} of it side by side"
    variant = plain(shapes(candidate.plays())[0], 1)
    luck = candidate.luck("several")
    with ExitStack() as stack:
        dialogues: list[Dialogue] = []
        for _ in range(_AT_A_TIME):
            try:
                dialogues.append(stack.enter_context(Dialogue(candidate)))
            except CannotLaunch as error:
                return flaw("processes", name, shown(str(error), 300), _SHARED)
        results: list[object] = [_greeted(dialogue.hello()) for dialogue in dialogues]
        results = [result or bout(dialogue, variant, luck) for dialogue, result in zip(dialogues, results, strict=True)]
        for number, (dialogue, result) in enumerate(zip(dialogues, results, strict=True)):
            if isinstance(result, Failure):
                trouble = trouble_of(dialogue, result)
                return flaw("processes", name, f"process {number + 1} of {_AT_A_TIME}: {trouble.evidence}", _SHARED)
    return good("processes", name, f"each has played a game of {variant.name}")


def _greeted(reply: HelloReply | Fault) -> Failure | None:
    return Failure(reply, "at hello") if isinstance(reply, Fault) else None
